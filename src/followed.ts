import { ISignal, Signal } from '@lumino/signaling';

import { sentenceOf } from './sentence';

/** How far something is that the server carries out, one at a time. */
export interface IFollowed {
  job: { ended: string | null; ok: boolean | null; sentence: string | null };
}

/** How something ended, with a sentence on what came of it. */
export interface IEnd {
  ok: boolean;
  sentence: string;
}

/** Something that the server carries out: followed to its end, and cancelled. */
export abstract class FollowedModel<T extends IFollowed> {
  /** @param lost - What to say where the end can't be learnt. */
  constructor(private readonly _lost: string) {}

  /** How far it is; null where nothing was asked for. */
  get progress(): T | null {
    return this._progress;
  }

  get running(): boolean {
    return this._following;
  }

  get cancelling(): boolean {
    return this._cancelling;
  }

  /** The part that is done, between 0 and 1; null where that isn't known. */
  abstract get part(): number | null;

  get changed(): ISignal<this, void> {
    return this._changed;
  }

  get ended(): ISignal<this, IEnd> {
    return this._ended;
  }

  /** Follow what goes on to its end. */
  async follow(): Promise<void> {
    if (this._following) {
      return;
    }
    this._following = true;
    this._changed.emit();
    let problem = this._lost;
    try {
      for await (const progress of this.stream(this._stop.signal)) {
        this._progress = progress;
        this._changed.emit();
      }
    } catch (error) {
      problem = sentenceOf(error);
    }
    this._following = false;
    this._cancelling = false;
    if (this._stop.signal.aborted) {
      return;
    }
    this._changed.emit();
    const job = this._progress?.job;
    this._ended.emit({
      ok: job?.ok ?? false,
      sentence: job?.sentence ?? problem
    });
  }

  /** Cancel; the end comes as any other. Rejects where the server doesn't answer. */
  async cancel(): Promise<void> {
    if (!this._following || this._cancelling) {
      return;
    }
    this._cancelling = true;
    this._changed.emit();
    try {
      await this.askToCancel();
    } catch (error) {
      this._cancelling = false;
      this._changed.emit();
      throw error;
    }
  }

  /** Stop following. What goes on goes on. */
  dispose(): void {
    this._stop.abort();
    Signal.clearData(this);
  }

  /** Follow what has just begun. */
  protected begin(progress: T): void {
    this._progress = progress;
    void this.follow();
  }

  protected abstract stream(signal: AbortSignal): AsyncGenerator<T>;
  protected abstract askToCancel(): Promise<unknown>;

  private _progress: T | null = null;
  private _following = false;
  private _cancelling = false;
  private readonly _stop = new AbortController();
  private readonly _changed = new Signal<this, void>(this);
  private readonly _ended = new Signal<this, IEnd>(this);
}

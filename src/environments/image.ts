import { ISignal, Signal } from '@lumino/signaling';

import type { LabClient } from '../client';
import { sentenceOf } from '../sentence';
import type { ImageJob, ImageProgress } from '../tokens';

/** What goes on with the image of container kernels: a build, a pull or a trial, one at a time. */
export class ImageModel {
  constructor(
    private readonly _client: Pick<
      LabClient,
      'startImageJob' | 'cancelImageJob' | 'imageProgress'
    >,
    /** What to say where the end of a job can't be learnt. */
    private readonly _lost: string
  ) {}

  /** How far it is; null where nothing was asked for. */
  get progress(): ImageProgress | null {
    return this._progress;
  }

  get running(): boolean {
    return this._following;
  }

  get cancelling(): boolean {
    return this._cancelling;
  }

  /** The part of the layers that is here, between 0 and 1; null where that isn't known. */
  get part(): number | null {
    let done = 0;
    let total = 0;
    for (const layer of this._progress?.layers ?? []) {
      done += layer.total === null ? 0 : (layer.done ?? 0);
      total += layer.total ?? 0;
    }
    return total > 0 ? Math.min(1, done / total) : null;
  }

  get changed(): ISignal<this, void> {
    return this._changed;
  }

  /** Something ended, with a sentence on what came of it. */
  get ended(): ISignal<this, { ok: boolean; sentence: string }> {
    return this._ended;
  }

  /** Begin; rejects where the server refuses. `agreed`: the person agreed that much is fetched. */
  async start(
    action: ImageJob['action'],
    agreed: boolean,
    image: string | null = null
  ): Promise<void> {
    const job = await this._client.startImageJob(action, agreed, image);
    this._progress = { job, layers: [], lines: [] };
    void this.follow();
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
      const { signal } = this._stop;
      for await (const progress of this._client.imageProgress(signal)) {
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
      await this._client.cancelImageJob();
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

  private _progress: ImageProgress | null = null;
  private _following = false;
  private _cancelling = false;
  private readonly _stop = new AbortController();
  private readonly _changed = new Signal<this, void>(this);
  private readonly _ended = new Signal<this, { ok: boolean; sentence: string }>(
    this
  );
}

import { IDisposable } from '@lumino/disposable';
import { ISignal, Signal } from '@lumino/signaling';

import type { LabClient } from '../client';
import { sentenceOf } from '../sentence';
import type { Progress, ProgressState } from '../tokens';

type Client = Pick<LabClient, 'progress' | 'exportProgress' | 'removeProgress'>;

/** A person's progress in one bench. */
export class ProgressModel implements IDisposable {
  constructor(private readonly _client: Client) {}

  get changed(): ISignal<this, void> {
    return this._changed;
  }

  /** Null until it is loaded. */
  get progress(): Progress | null {
    return this._progress;
  }

  /** What went wrong, in a sentence for a person. */
  get error(): string | null {
    return this._error;
  }

  get isDisposed(): boolean {
    return this._isDisposed;
  }

  dispose(): void {
    this._isDisposed = true;
    Signal.clearData(this);
  }

  /** How far a person got with an instance of the bench; null while that isn't known. */
  state(id: string): ProgressState | null {
    return this._progress ? (this._states.get(id) ?? 'new') : null;
  }

  /** Show another bench; null: none. */
  async choose(bench: string | null): Promise<void> {
    if (bench !== this._bench) {
      this._bench = bench;
      this._progress = null;
      await this.refresh();
    }
  }

  async refresh(): Promise<void> {
    const bench = this._bench;
    if (bench === null) {
      return;
    }
    try {
      const progress = await this._client.progress(bench);
      if (bench === this._bench) {
        this._progress = progress;
        this._states = new Map(
          progress.instances.map(({ id, state }) => [id, state])
        );
        this._error = null;
      }
    } catch (error) {
      if (bench === this._bench) {
        this._error = sentenceOf(error);
      }
    }
    this._changed.emit();
  }

  /** The progress in all benches as a file. */
  async file(format: 'csv' | 'json'): Promise<File> {
    const { name, text } = await this._client.exportProgress(format);
    const type = format === 'csv' ? 'text/csv' : 'application/json';
    return new File([text], name, { type });
  }

  /** Forget the progress in the bench; resolves to what was done, in a sentence. */
  async remove(): Promise<string> {
    const said = this._bench
      ? await this._client.removeProgress(this._bench)
      : '';
    await this.refresh();
    return said;
  }

  private readonly _changed = new Signal<this, void>(this);
  private _isDisposed = false;
  private _bench: string | null = null;
  private _progress: Progress | null = null;
  private _states = new Map<string, ProgressState>();
  private _error: string | null = null;
}

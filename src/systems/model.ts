import { IDisposable } from '@lumino/disposable';
import { ISignal, Signal } from '@lumino/signaling';

import type { LabClient } from '../client';
import { sentenceOf } from '../sentence';
import type { LoadedSystem, SystemList } from '../tokens';

export type SystemChart = SystemList['charts'][number];

/** The systems that are loaded for one bench. */
export class SystemsModel implements IDisposable {
  constructor(private readonly _client: Pick<LabClient, 'systems'>) {}

  get changed(): ISignal<this, void> {
    return this._changed;
  }

  /** Empty until they are loaded. */
  get systems(): readonly LoadedSystem[] {
    return this._list?.systems ?? [];
  }

  get charts(): readonly SystemChart[] {
    return this._list?.charts ?? [];
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

  /** Show another bench; null: none. */
  async choose(bench: string | null): Promise<void> {
    if (bench !== this._bench) {
      this._bench = bench;
      this._list = null;
      await this.refresh();
    }
  }

  async refresh(): Promise<void> {
    const bench = this._bench;
    if (bench === null) {
      return;
    }
    try {
      const list = await this._client.systems(bench);
      if (bench !== this._bench) {
        return;
      }
      this._list = list;
      this._error = null;
    } catch (error) {
      if (bench !== this._bench) {
        return;
      }
      this._error = sentenceOf(error);
    }
    this._changed.emit();
  }

  private readonly _changed = new Signal<this, void>(this);
  private _isDisposed = false;
  private _bench: string | null = null;
  private _list: SystemList | null = null;
  private _error: string | null = null;
}

import { IDisposable } from '@lumino/disposable';
import { ISignal, Signal } from '@lumino/signaling';

import type { LabClient } from '../client';
import { sentenceOf } from '../sentence';
import type { IInstanceKey, InstanceView, Reveal } from '../tokens';

export namespace InstanceModel {
  export interface IOptions {
    client: Pick<LabClient, 'instance'>;
    /** Tells that reveals or attempts of an instance changed. */
    changed: ISignal<unknown, IInstanceKey>;
  }
}

/** One instance at a time, with its attempts and with what has been revealed of its answer. */
export class InstanceModel implements IDisposable {
  constructor(options: InstanceModel.IOptions) {
    this._client = options.client;
    this._source = options.changed;
    this._source.connect(this._onChanged, this);
  }

  get changed(): ISignal<this, void> {
    return this._changed;
  }

  get key(): IInstanceKey | null {
    return this._key;
  }

  /** Null until it is loaded. */
  get view(): InstanceView | null {
    return this._view;
  }

  /** What went wrong, in a sentence for a person. */
  get error(): string | null {
    return this._error;
  }

  /** The cell whose source the page shows, 0-based; null: the crash cell. */
  get cell(): number | null {
    return this._cell;
  }

  set cell(cell: number | null) {
    this._cell = cell;
    this._changed.emit();
  }

  get isDisposed(): boolean {
    return this._isDisposed;
  }

  dispose(): void {
    this._isDisposed = true;
    this._source.disconnect(this._onChanged, this);
    Signal.clearData(this);
  }

  isRevealed(what: Reveal): boolean {
    return this._view?.reveals.revealed.includes(what) ?? false;
  }

  /** Show an instance; the one shown before stays in view until this one is loaded. */
  async show(key: IInstanceKey): Promise<void> {
    if (!isSame(key, this._key)) {
      this._key = key;
      this._cell = null;
      this._changed.emit();
    }
    await this.refresh();
  }

  async refresh(): Promise<void> {
    const key = this._key;
    if (!key) {
      return;
    }
    try {
      const view = await this._client.instance(key);
      if (key === this._key) {
        this._view = view;
        this._error = null;
        this._changed.emit();
      }
    } catch (error) {
      if (key === this._key) {
        this._view = null;
        this._error = sentenceOf(error);
        this._changed.emit();
      }
    }
  }

  private _onChanged(_: unknown, key: IInstanceKey): void {
    if (isSame(key, this._key)) {
      void this.refresh();
    }
  }

  private readonly _client: InstanceModel.IOptions['client'];
  private readonly _source: ISignal<unknown, IInstanceKey>;
  private readonly _changed = new Signal<this, void>(this);
  private _isDisposed = false;
  private _key: IInstanceKey | null = null;
  private _view: InstanceView | null = null;
  private _error: string | null = null;
  private _cell: number | null = null;
}

function isSame(a: IInstanceKey | null, b: IInstanceKey | null): boolean {
  return a?.bench === b?.bench && a?.id === b?.id;
}

import { IDisposable } from '@lumino/disposable';
import { ISignal, Signal } from '@lumino/signaling';

import { sentenceOf } from './sentence';

/** What the server knows of one bench, loaded anew for each bench that is chosen. */
export abstract class OfBench<Value> implements IDisposable {
  get changed(): ISignal<this, void> {
    return this._changed;
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
      this._value = null;
      await this.refresh();
    }
  }

  /** An answer that is overtaken by another question is left aside. */
  async refresh(): Promise<void> {
    const bench = this._bench;
    const asked = ++this._asked;
    if (bench === null) {
      return;
    }
    let value = this._value;
    let error: string | null = null;
    try {
      value = await this.load(bench);
    } catch (reason) {
      error = sentenceOf(reason);
    }
    if (asked === this._asked) {
      this._value = value;
      this._error = error;
      this._changed.emit();
    }
  }

  protected abstract load(bench: string): Promise<Value>;

  protected get bench(): string | null {
    return this._bench;
  }

  /** Null until it is loaded. */
  protected get value(): Value | null {
    return this._value;
  }

  private readonly _changed = new Signal<this, void>(this);
  private _isDisposed = false;
  private _asked = 0;
  private _bench: string | null = null;
  private _value: Value | null = null;
  private _error: string | null = null;
}

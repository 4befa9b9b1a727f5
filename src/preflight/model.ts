/** Trials of cells: what was asked of a kernel and what came of it. */
import { ISignal, Signal } from '@lumino/signaling';

import { sentenceOf } from '../sentence';
import type { Trial } from '../tokens';

/** Milliseconds in which a request reaches its kernel. */
const MOMENT = 500;

/** How a trial stands. */
export type TrialState =
  | { status: 'trying' }
  | { status: 'done'; trial: Trial }
  | { status: 'failed'; message: string };

/** The trial of one cell, as its panel shows it. */
export class CellTrial {
  /**
   * @param source - The source that is tried.
   * @param ask - Has the kernel try it; rejects where it can't be asked, and, before it has, once it is cancelled.
   * @param interrupt - Makes the kernel give up waiting for the trial.
   */
  constructor(
    readonly source: string,
    ask: (cancelled: () => boolean) => Promise<Trial>,
    private readonly _interrupt: () => Promise<void>
  ) {
    this.ended = this._follow(ask);
  }

  /** Resolves when the trial has ended, however it did. */
  readonly ended: Promise<void>;

  get state(): TrialState {
    return this._state;
  }

  /** Whether the cell says something else by now. */
  get outdated(): boolean {
    return this._outdated;
  }

  get changed(): ISignal<this, void> {
    return this._changed;
  }

  /** Tell what the cell says now. */
  setSource(source: string): void {
    const outdated = source !== this.source;
    if (outdated !== this._outdated) {
      this._outdated = outdated;
      this._changed.emit();
    }
  }

  /** Stop a trial under way. The kernel is only interrupted while it waits for one. */
  async cancel(): Promise<void> {
    if (this._state.status !== 'trying' || this._cancelled) {
      return;
    }
    this._cancelled = true;
    await this._interrupt();
    // A kernel that the request hasn't reached yet ignores an interrupt.
    const moment = new Promise(resolve => setTimeout(resolve, MOMENT));
    await Promise.race([this.ended, moment]);
    if (this._isTrying()) {
      await this._interrupt();
    }
  }

  private _isTrying(): boolean {
    return this._state.status === 'trying';
  }

  private async _follow(
    ask: (cancelled: () => boolean) => Promise<Trial>
  ): Promise<void> {
    try {
      const trial = await ask(() => this._cancelled);
      this._state = { status: 'done', trial };
    } catch (error) {
      this._state = { status: 'failed', message: sentenceOf(error) };
    }
    this._changed.emit();
  }

  private _state: TrialState = { status: 'trying' };
  private _cancelled = false;
  private _outdated = false;
  private readonly _changed = new Signal<this, void>(this);
}

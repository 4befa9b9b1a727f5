/** Trials of cells: what was asked of a kernel and what came of it. */
import { ISignal, Signal } from '@lumino/signaling';

import { sentenceOf } from '../sentence';
import type { Trial } from '../tokens';

/** How a trial stands. */
export type TrialState =
  | { status: 'trying' }
  | { status: 'done'; trial: Trial }
  | { status: 'failed'; message: string };

/** The trial of one cell, as its panel shows it. */
export class CellTrial {
  /**
   * @param source - The source that is tried.
   * @param ask - Has the kernel try it; rejects where it can't be asked.
   * @param interrupt - Makes the kernel give up waiting for the trial.
   */
  constructor(
    readonly source: string,
    ask: () => Promise<Trial>,
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
    if (this._state.status === 'trying') {
      await this._interrupt();
    }
  }

  private async _follow(ask: () => Promise<Trial>): Promise<void> {
    try {
      this._state = { status: 'done', trial: await ask() };
    } catch (error) {
      this._state = { status: 'failed', message: sentenceOf(error) };
    }
    this._changed.emit();
  }

  private _state: TrialState = { status: 'trying' };
  private _outdated = false;
  private readonly _changed = new Signal<this, void>(this);
}

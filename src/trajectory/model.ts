import { IDisposable } from '@lumino/disposable';
import { ISignal, Signal } from '@lumino/signaling';

import type { LabClient, TrajectoryRef } from '../client';
import { sentenceOf } from '../sentence';
import type { Replay } from '../tokens';

export type ReplayStep = Replay['steps'][number];
export type CellAt = NonNullable<Replay['begin']>[number];

/** A trajectory, and the step that is looked at. */
export class TrajectoryModel implements IDisposable {
  constructor(
    private readonly _client: Pick<LabClient, 'replay'>,
    readonly source: TrajectoryRef
  ) {}

  get changed(): ISignal<this, void> {
    return this._changed;
  }

  /** Null until it is loaded. */
  get replay(): Replay | null {
    return this._replay;
  }

  /** What the episodes in the file are called; most files hold one. */
  get episodes(): readonly string[] {
    return this._replay?.episodes ?? [];
  }

  /** Which of them is shown, from 0. */
  get episode(): number {
    return this._episode;
  }

  /** Show another one of the file, from its beginning. */
  async choose(episode: number): Promise<void> {
    this._episode = episode;
    this._current = 0;
    await this.load();
  }

  /** What went wrong, in a sentence for a person. */
  get error(): string | null {
    return this._error;
  }

  /** Number of the step that is looked at; 0: before the first. */
  get current(): number {
    return this._current;
  }

  get step(): ReplayStep | null {
    return this._replay?.steps[this._current - 1] ?? null;
  }

  /** The cells after the step; null where they can't be told. */
  get cells(): readonly CellAt[] | null {
    return this._cellsAfter(this._current);
  }

  get isDisposed(): boolean {
    return this._isDisposed;
  }

  dispose(): void {
    this._isDisposed = true;
    Signal.clearData(this);
  }

  async load(): Promise<void> {
    this._error = null;
    this._changed.emit();
    const episode = this._episode;
    let replay = this._replay;
    let problem: string | null = null;
    try {
      replay = await this._client.replay(this.source, episode);
    } catch (error) {
      problem = sentenceOf(error);
    }
    if (episode === this._episode) {
      this._replay = replay;
      this._error = problem;
      this._changed.emit();
    }
  }

  /** Look at another step; beyond an end, at the last one there. */
  goTo(step: number): void {
    const last = this._replay?.steps.length ?? 0;
    this._current = Math.max(0, Math.min(step, last));
    this._changed.emit();
  }

  /** A text that a cell names; empty where it names none. */
  text(place: number | null): string {
    return place === null ? '' : (this._replay?.texts[place] ?? '');
  }

  /** The source that a cell had before the step, where the step gave it another; empty for a cell that it made. */
  sourceBefore(cell: CellAt): string | null {
    if (this._current === 0) {
      return null;
    }
    const before = this._cellsAfter(this._current - 1);
    if (!before) {
      return null;
    }
    const same = before.find(({ id }) => id === cell.id);
    if (!same) {
      return '';
    }
    return same.source === cell.source ? null : this.text(same.source);
  }

  private _cellsAfter(step: number): readonly CellAt[] | null {
    if (!this._replay) {
      return null;
    }
    return step === 0
      ? this._replay.begin
      : (this._replay.steps[step - 1]?.cells ?? null);
  }

  private readonly _changed = new Signal<this, void>(this);
  private _isDisposed = false;
  private _replay: Replay | null = null;
  private _error: string | null = null;
  private _current = 0;
  private _episode = 0;
}

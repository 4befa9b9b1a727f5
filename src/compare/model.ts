import { ISignal, Signal } from '@lumino/signaling';

import type { LabClient } from '../client';
import type { Comparison, NotebookRef, Outcome } from '../tokens';
import { Block, blocksOf, differencesIn } from './blocks';

/** One comparison: what is compared, how it came out, and what of it is looked at. */
export class ComparisonModel {
  constructor(private readonly _options: ComparisonModel.IOptions) {
    this.left = _options.left;
    this.right = _options.right;
  }

  readonly left: NotebookRef;
  readonly right: NotebookRef;

  /** The latest result; stays while it is compared anew. */
  get comparison(): Comparison | null {
    return this._comparison;
  }

  get blocks(): readonly Block[] {
    return this._blocks;
  }

  /** Number of differences that can be stepped to. */
  get differences(): number {
    return this._differences;
  }

  /** The difference that was stepped to, 0-based; null before. */
  get current(): number | null {
    return this._current;
  }

  /** Whether cells that differ in their comments alone are no differences. */
  get ignoreComments(): boolean {
    return this._ignoreComments;
  }

  set ignoreComments(value: boolean) {
    if (value !== this._ignoreComments) {
      this._ignoreComments = value;
      this._current = null;
      this._update();
    }
  }

  /** When it was compared. */
  get comparedAt(): Date | null {
    return this._comparedAt;
  }

  get comparing(): boolean {
    return this._comparing !== null;
  }

  /** A sentence on why it could not be compared; empty when it could. */
  get problem(): string {
    return this._problem;
  }

  /** Whether one of the notebooks has changes that are not on disk and so not compared. */
  get unsaved(): boolean {
    return (
      this._options.isDirty(this.left) || this._options.isDirty(this.right)
    );
  }

  get changed(): ISignal<this, void> {
    return this._changed;
  }

  /** Emitted with the difference to bring into view. */
  get stepped(): ISignal<this, number> {
    return this._stepped;
  }

  /** Compare (again). A comparison under way is given up for the new one. */
  async refresh(): Promise<void> {
    this._comparing?.abort();
    const comparing = new AbortController();
    this._comparing = comparing;
    this._changed.emit();
    try {
      const comparison = await this._options.client.compare(
        this.left,
        this.right,
        comparing.signal
      );
      if (comparing === this._comparing) {
        this._comparison = comparison;
        this._comparedAt = new Date();
        this._problem = '';
      }
    } catch (error) {
      if (comparing === this._comparing) {
        this._problem = error instanceof Error ? error.message : String(error);
      }
    }
    if (comparing === this._comparing) {
      this._comparing = null;
      this._update();
    }
  }

  /** Tell the outcome of the latest run of the left side; a new one is compared with at once. */
  noteRun(outcome: Outcome | null): void {
    if (outcome !== this._run) {
      this._run = outcome;
      if (this._comparison) {
        void this.refresh();
      }
    }
  }

  /** Step to the next difference (1) or the one before (-1), round the ends. */
  step(by: 1 | -1): void {
    if (this._differences === 0) {
      return;
    }
    const from = this._current ?? (by > 0 ? -1 : 0);
    this._current = (from + by + this._differences) % this._differences;
    this._changed.emit();
    this._stepped.emit(this._current);
  }

  dispose(): void {
    const comparing = this._comparing;
    this._comparing = null;
    comparing?.abort();
    Signal.clearData(this);
  }

  private _update(): void {
    this._blocks = blocksOf(
      this._comparison?.cells ?? [],
      this._ignoreComments
    );
    this._differences = differencesIn(this._blocks);
    if (this._current !== null && this._current >= this._differences) {
      this._current = null;
    }
    this._changed.emit();
  }

  private _comparison: Comparison | null = null;
  private _blocks: Block[] = [];
  private _differences = 0;
  private _current: number | null = null;
  private _ignoreComments = true;
  private _comparedAt: Date | null = null;
  private _comparing: AbortController | null = null;
  private _problem = '';
  private _run: Outcome | null = null;
  private readonly _changed = new Signal<this, void>(this);
  private readonly _stepped = new Signal<this, number>(this);
}

export namespace ComparisonModel {
  export interface IOptions {
    client: Pick<LabClient, 'compare'>;
    left: NotebookRef;
    right: NotebookRef;
    /** Whether a notebook is open with changes that are not on disk. */
    isDirty: (ref: NotebookRef) => boolean;
  }
}

/** Whether two references name the same notebook. */
export function sameNotebook(a: NotebookRef, b: NotebookRef): boolean {
  return (
    a.bench === b.bench &&
    a.id === b.id &&
    a.variant === b.variant &&
    a.attempt === b.attempt &&
    a.path === b.path
  );
}

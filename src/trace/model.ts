import { PromiseDelegate } from '@lumino/coreutils';
import { ISignal, Signal } from '@lumino/signaling';

import type { SessionFlow, Trace } from '../tokens';
import { cellMarks, ICellMark, matchCells } from './marks';

/**
 * How far the trace of a notebook is: `none` for a notebook without a recorded session of its own, `failed` where it
 * could not be read (see `error`).
 */
export type TraceStatus = 'none' | 'loading' | 'ready' | 'failed';

/** A trace as it was read, with the way to its data flow. */
export interface ITraced {
  trace: Trace;
  /** Gets what each execution read and wrote. */
  flow: () => Promise<SessionFlow>;
}

/** The trace of one notebook, and which of the notebook's cells its places stand for. */
export class TraceModel {
  get status(): TraceStatus {
    return this._status;
  }

  get trace(): Trace | null {
    return this._traced?.trace ?? null;
  }

  /** Resolves when the trace was read, or could not be; never for a notebook without one. */
  get loaded(): Promise<void> {
    return this._loaded.promise;
  }

  /** A sentence on why the trace could not be read. */
  get error(): string {
    return this._error;
  }

  /** Emitted when the status or the cells changed. */
  get changed(): ISignal<this, void> {
    return this._changed;
  }

  /**
   * Read the trace, or read it again; while it is read again, the one before stays.
   *
   * @param read - Gets it from the server.
   * @param ids - Ids of the notebook's cells in document order.
   */
  async load(
    read: () => Promise<ITraced>,
    ids: () => readonly string[]
  ): Promise<void> {
    const reading = ++this._reading;
    if (this._status !== 'ready') {
      this._status = 'loading';
      this._changed.emit();
    }
    try {
      const traced = await read();
      if (reading !== this._reading) {
        return;
      }
      this._take(traced, ids());
      this._status = 'ready';
    } catch (error) {
      if (reading !== this._reading) {
        return;
      }
      this._error = error instanceof Error ? error.message : String(error);
      this._status = 'failed';
    }
    this._loaded.resolve();
    this._changed.emit();
  }

  /** What each execution of the trace read and wrote; read once. */
  flow(): Promise<SessionFlow> {
    this._flow ??= this._traced?.flow() ?? null;
    const flow = this._flow ?? Promise.resolve({ steps: [] });
    // What could not be read is asked for again next time.
    flow.catch(() => {
      this._flow = null;
    });
    return flow;
  }

  /** Tell the order of the cells after cells were added, moved or deleted. */
  setOrder(ids: readonly string[]): void {
    this._numbers = places(ids);
    this._changed.emit();
  }

  /** What the trace says of a cell of the notebook; null for a cell that isn't in it. */
  mark(id: string): ICellMark | null {
    return this._marks.get(id) ?? null;
  }

  /** Id of the cell that a place of the trace stands for; null where it has none or it was deleted. */
  idOf(cell: number): string | null {
    const id = this._ids.get(cell);
    return id !== undefined && this._numbers.has(id) ? id : null;
  }

  /** Place of a traced cell in the notebook as it is now, 0-based; null where it was deleted. */
  placeOf(cell: number): number | null {
    const id = this.idOf(cell);
    return id === null ? null : (this._numbers.get(id) ?? null);
  }

  private _take(traced: ITraced, ids: readonly string[]): void {
    this._traced = traced;
    this._flow = null;
    this._ids = matchCells(traced.trace, ids);
    this._marks = new Map();
    for (const mark of cellMarks(traced.trace)) {
      const id = this._ids.get(mark.cell);
      if (id !== undefined) {
        this._marks.set(id, mark);
      }
    }
    this._numbers = places(ids);
  }

  private _status: TraceStatus = 'none';
  private _reading = 0;
  private _traced: ITraced | null = null;
  private _flow: Promise<SessionFlow> | null = null;
  private _error = '';
  private _ids = new Map<number, string>();
  private _marks = new Map<string, ICellMark>();
  private _numbers = new Map<string, number>();
  private readonly _loaded = new PromiseDelegate<void>();
  private readonly _changed = new Signal<this, void>(this);
}

function places(ids: readonly string[]): Map<string, number> {
  return new Map(ids.map((id, index) => [id, index]));
}

import { ISignal, Signal } from '@lumino/signaling';

/**
 * Which cells ran in a kernel, in order, since it started.
 *
 * The kernel counts its executions. A count that doesn't follow on the one before tells that something else ran: a
 * console on the same kernel, or cells before the page was loaded. Then the record has a hole and stands for nothing.
 */
export class SessionRecord {
  /** Ids of the cells in the order in which they ran; empty where the record has a hole. */
  get cells(): readonly string[] {
    return this._complete ? this._cells : [];
  }

  /** Emitted when a cell ran or the record was cleared. */
  get changed(): ISignal<this, void> {
    return this._changed;
  }

  /**
   * Add an execution.
   *
   * @param id - Id of the cell.
   * @param count - The kernel's execution count after it; null where the kernel didn't count it (an empty cell).
   */
  add(id: string, count: number | null): void {
    if (count === null) {
      return;
    }
    this._complete = this._complete && count === this._cells.length + 1;
    this._cells.push(id);
    this._changed.emit();
  }

  /** Forget everything: the kernel was restarted, died or was changed. */
  clear(): void {
    if (this._cells.length === 0) {
      return;
    }
    this._cells = [];
    this._complete = true;
    this._changed.emit();
  }

  private _cells: string[] = [];
  private _complete = true;
  private readonly _changed = new Signal<this, void>(this);
}

import { ISignal, Signal } from '@lumino/signaling';

/** One execution in a kernel, as the server takes it. */
export interface ISessionExecution {
  /** Id of the cell. */
  id: string;
  /** Source as it was when it was sent to the kernel. */
  source: string;
  ok: boolean;
  ename: string | null;
  evalue: string | null;
  /** The kernel's execution count. */
  count: number;
  /** The traceback as the kernel sent it; empty where it ended without an error. */
  traceback: string[];
}

/** How an execution ended; null: without an error. */
export interface IFailure {
  ename: string;
  evalue: string;
  /** The traceback as the kernel sent it. */
  traceback: readonly string[];
}

/**
 * What ran in a kernel, in order, since it started.
 *
 * The kernel counts its executions. A count that doesn't follow on the one before tells that something else ran: a
 * console on the same kernel, or cells before the page was loaded. Then the record has a hole and stands for nothing.
 */
export class SessionRecord {
  /** The executions in order; empty where the record has a hole. */
  get executions(): readonly ISessionExecution[] {
    return this._complete ? this._executions : [];
  }

  /** Ids of the cells in the order in which they ran; empty where the record has a hole. */
  get cells(): readonly string[] {
    return this.executions.map(({ id }) => id);
  }

  /** Whether nothing ran in the kernel that the record does not know. */
  get complete(): boolean {
    return this._complete;
  }

  /** Emitted when a cell ran or the record was cleared. */
  get changed(): ISignal<this, void> {
    return this._changed;
  }

  /** Note the source of a cell that was sent to the kernel. */
  schedule(id: string, source: string): void {
    const waiting = this._scheduled.get(id);
    if (waiting) {
      waiting.push(source);
    } else {
      this._scheduled.set(id, [source]);
    }
  }

  /**
   * Add an execution that ended.
   *
   * @param id - Id of the cell.
   * @param count - The kernel's execution count after it; null where the kernel didn't count it (an empty cell).
   * @param source - Source for a cell that was not scheduled before.
   * @param failure - The error that ended it.
   */
  add(
    id: string,
    count: number | null,
    source: string,
    failure: IFailure | null
  ): void {
    const sent = this._scheduled.get(id)?.shift() ?? source;
    if (count === null) {
      return;
    }
    this._complete = this._complete && count === this._executions.length + 1;
    this._executions.push({
      id,
      source: sent,
      ok: failure === null,
      ename: failure?.ename ?? null,
      evalue: failure?.evalue ?? null,
      count,
      traceback: [...(failure?.traceback ?? [])]
    });
    this._changed.emit();
  }

  /** Forget everything: the kernel was restarted, died or was changed. */
  clear(): void {
    this._scheduled.clear();
    if (this._executions.length === 0) {
      return;
    }
    this._executions = [];
    this._complete = true;
    this._changed.emit();
  }

  private _executions: ISessionExecution[] = [];
  private _complete = true;
  /** Sources that wait for their execution to end, by cell. */
  private readonly _scheduled = new Map<string, string[]>();
  private readonly _changed = new Signal<this, void>(this);
}

/** What the trace says of each cell, ready to be shown beside it. */
import type { Trace } from '../tokens';

type CellState = Trace['cells'][number]['state'];

export interface ICellMark {
  /** Place of the cell among all cells of the recorded notebook, 0-based. */
  cell: number;
  id: string | null;
  state: CellState;
  /** Places in the recorded order, 1-based; empty for a cell that never ran. */
  places: number[];
  /** Executions in the whole session. */
  total: number;
  /** Cell from which its last execution jumped back, 0-based; null where it didn't. */
  jumpFrom: number | null;
  /** The crash, where the session ended in this cell. */
  crash: { line: number | null; ename: string; evalue: string } | null;
  /** Source as recorded. */
  source: string;
}

/** One mark for every code cell of a trace, in document order. */
export function cellMarks(trace: Trace): ICellMark[] {
  const jumps = new Map<number, number | null>();
  trace.executions.forEach((execution, index) => {
    const from = execution.jump_back ? trace.executions[index - 1] : null;
    jumps.set(execution.cell, from?.cell ?? null);
  });
  return trace.cells.map(({ cell, id, state, places, source }) => ({
    cell,
    id,
    state,
    places,
    total: trace.executions.length,
    jumpFrom: jumps.get(cell) ?? null,
    crash:
      trace.crash?.cell === cell
        ? {
            line: trace.crash.line,
            ename: trace.crash.ename,
            evalue: trace.crash.evalue
          }
        : null,
    source
  }));
}

/**
 * Find the notebook's cells that the places of a trace stand for.
 *
 * @param trace - The trace.
 * @param ids - Ids of all cells of the notebook as it was opened, in document order.
 * @returns Ids by place. By the trace's ids where the notebook has them, so that cells which a person added before
 *   are left out; else by position.
 */
export function matchCells(
  trace: Trace,
  ids: readonly string[]
): Map<number, string> {
  const present = new Set(ids);
  const matched = new Map<number, string>();
  for (const { cell, id } of trace.cells) {
    if (id !== null && present.has(id)) {
      matched.set(cell, id);
    }
  }
  if (matched.size === 0) {
    for (const { cell } of trace.cells) {
      if (cell < ids.length) {
        matched.set(cell, ids[cell]);
      }
    }
  }
  return matched;
}

/**
 * Find the crash line in a cell whose source may have been edited since.
 *
 * @param current - The cell's source now.
 * @param recorded - The cell's source in the trace.
 * @param line - The crash line in `recorded`, 1-based.
 * @returns The line in `current`, 1-based, that still reads the same, nearest to where it was; null when it was changed.
 */
export function findLine(
  current: string,
  recorded: string,
  line: number
): number | null {
  const text = recorded.split('\n')[line - 1];
  if (text === undefined) {
    return null;
  }
  let found: number | null = null;
  current.split('\n').forEach((candidate, index) => {
    const distance = Math.abs(index + 1 - line);
    if (
      candidate === text &&
      (found === null || distance < Math.abs(found - line))
    ) {
      found = index + 1;
    }
  });
  return found;
}

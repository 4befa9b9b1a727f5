/** Which cells of a notebook light up at a step of a replay. */
import type { Replay } from './replay';

export interface IReplayTag {
  /** `wrote`: names that the step wrote or reads from here; `would`: what a cell that never ran would write. */
  kind: 'wrote' | 'would';
  /** Empty for a cell that is needed on the way to another. */
  names: string[];
}

/** Tags by place of the cell in the trace: what the current step wrote, and where what it reads was written. */
export function replayTags(replay: Replay): Map<number, IReplayTag> {
  const tags = new Map<number, IReplayTag>();
  const add = (cell: number, kind: IReplayTag['kind'], names: string[]) => {
    const before = tags.get(cell)?.names ?? [];
    tags.set(cell, { kind, names: [...new Set([...before, ...names])] });
  };
  if (replay.written.length > 0) {
    add(replay.execution.cell, 'wrote', replay.written);
  }
  for (const { writer, names } of replay.readsFrom) {
    if (writer.cell !== replay.execution.cell) {
      add(writer.cell, 'wrote', names);
    }
  }
  for (const { cell, name } of replay.wouldWrite) {
    add(cell, 'would', name === null ? [] : [name]);
  }
  return tags;
}

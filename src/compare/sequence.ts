/** Where the steps of the sequence lane stand. Numbers in, numbers and SVG paths out; lengths in CSS pixels. */
import type { Comparison } from '../tokens';
import type { CellPair } from './blocks';

export type SequenceStep = Comparison['sequence'][number];

/** From the middle of a step to that of the next. */
export const STEP_PITCH = 76;
/** Height of the space between the two rows. */
export const GAP = 32;

export interface IConnector {
  /** Whether it joins two places rather than two sides of one place. */
  moved: boolean;
  path: string;
}

/** Lines between the executions on the left (above) that stand for executions on the right (below). */
export function connectors(
  sequence: readonly SequenceStep[],
  pairs: readonly CellPair[]
): IConnector[] {
  const counterparts = new Map<number, number>();
  for (const { left, right } of pairs) {
    if (left !== null && right !== null) {
      counterparts.set(left, right);
    }
  }
  const middle = (index: number) => index * STEP_PITCH + STEP_PITCH / 2;
  const lines: IConnector[] = [];
  sequence.forEach((step, index) => {
    const x = middle(index);
    if (step.left !== null && step.right !== null) {
      lines.push({
        moved: step.relation === 'moved',
        path: `M${x} 0V${GAP}`
      });
    } else if (step.relation === 'moved' && step.left !== null) {
      const cell = counterparts.get(step.left);
      const other = sequence.findIndex(
        candidate =>
          candidate.relation === 'moved' &&
          candidate.left === null &&
          candidate.right === cell &&
          candidate.right_nth === step.left_nth
      );
      if (other >= 0) {
        const to = middle(other);
        lines.push({
          moved: true,
          path: `M${x} 0C${x} ${GAP * 0.72} ${to} ${GAP * 0.28} ${to} ${GAP}`
        });
      }
    }
  });
  return lines;
}

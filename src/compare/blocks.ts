/** The source lane in blocks: cells that differ one by one, runs of equal cells folded into one. */
import type { Comparison } from '../tokens';

export type CellPair = Comparison['cells'][number];

export type Block =
  | { kind: 'unchanged'; pairs: CellPair[] }
  | {
      kind: 'cell';
      pair: CellPair;
      /** Which difference it is, 0-based; null where it isn't to be stepped to. */
      difference: number | null;
    };

/**
 * Make blocks of the cells of a comparison, in their order.
 *
 * @param pairs - The cells.
 * @param ignoreComments - Whether cells that differ in their comments alone are no differences. They stay in view.
 */
export function blocksOf(
  pairs: readonly CellPair[],
  ignoreComments: boolean
): Block[] {
  const blocks: Block[] = [];
  let differences = 0;
  for (const pair of pairs) {
    if (pair.relation === 'unchanged') {
      const last = blocks[blocks.length - 1];
      if (last?.kind === 'unchanged') {
        last.pairs.push(pair);
      } else {
        blocks.push({ kind: 'unchanged', pairs: [pair] });
      }
      continue;
    }
    const ignored =
      ignoreComments &&
      pair.relation === 'changed' &&
      pair.source === 'same_but_comments';
    blocks.push({
      kind: 'cell',
      pair,
      difference: ignored ? null : differences++
    });
  }
  return blocks;
}

/** Number of blocks that can be stepped to. */
export function differencesIn(blocks: readonly Block[]): number {
  return blocks.filter(
    block => block.kind === 'cell' && block.difference !== null
  ).length;
}

/** The words in which a comparison is shown. What differs is the server's finding. */
import type { TranslationBundle } from '@jupyterlab/translation';

import type { Comparison } from '../tokens';
import type { CellPair } from './blocks';

type Side = Comparison['left'];

/** "Cell 27"; both numbers where they differ: "Cell 27 | 28". */
export function pairName(pair: CellPair, trans: TranslationBundle): string {
  const { left, right } = pair;
  if (left !== null && right !== null && left !== right) {
    return trans.__('Cell %1 | %2', left + 1, right + 1);
  }
  return trans.__('Cell %1', (left ?? right ?? 0) + 1);
}

/** What is different about two cells; `equal` where it makes no difference to the computer. */
export function relationWords(
  pair: CellPair,
  comparison: Comparison,
  trans: TranslationBundle
): { words: string; equal: boolean } {
  if (pair.right === null) {
    return { words: onlyIn(comparison.left, trans), equal: false };
  }
  if (pair.left === null) {
    return { words: onlyIn(comparison.right, trans), equal: false };
  }
  switch (pair.source) {
    case 'same':
      return { words: trans.__('same, at another place'), equal: true };
    case 'same_but_comments':
      return { words: trans.__('same but for comments'), equal: true };
    case 'same_syntax_tree':
      return { words: trans.__('same as syntax tree'), equal: true };
    case 'same_but_names':
      return {
        words: trans.__('same as syntax tree, names differ'),
        equal: true
      };
    case 'differs':
      return { words: trans.__('differs'), equal: false };
  }
}

/** In what a name differs between the two sides. */
export function differenceIn(
  row: NonNullable<Comparison['results']>[number],
  comparison: Comparison,
  trans: TranslationBundle
): string {
  switch (row.differs_in) {
    case 'type':
      return trans.__('type');
    case 'shape':
      return trans.__('shape');
    case 'columns':
      return trans.__('columns');
    case 'dtype':
      return trans.__('type of its values');
    case 'value':
      return trans.__('value');
    case 'only_left':
      return onlyIn(comparison.left, trans);
    case 'only_right':
      return onlyIn(comparison.right, trans);
  }
}

function onlyIn(side: Side, trans: TranslationBundle): string {
  return trans.__('only in %1', lower(side.title));
}

/** A title within a sentence: "your fix". File names stay as they are. */
export function lower(title: string): string {
  return title.includes('.')
    ? title
    : title.charAt(0).toLowerCase() + title.slice(1);
}

/** "13 unchanged cells (1 to 13)". */
export function unchangedWords(
  pairs: readonly CellPair[],
  trans: TranslationBundle
): string {
  const first = (pairs[0].left ?? 0) + 1;
  const last = (pairs[pairs.length - 1].left ?? 0) + 1;
  return pairs.length === 1
    ? trans.__('1 unchanged cell (%1)', first)
    : trans.__('%1 unchanged cells (%2 to %3)', pairs.length, first, last);
}

/** "15 executions". */
export function executionWords(side: Side, trans: TranslationBundle): string {
  return trans._n('%1 execution', '%1 executions', side.executions);
}

/** Time of day with seconds, and the date where it is of another day than `today`. */
export function clockTime(date: Date, today: Date): string {
  return date.toDateString() === today.toDateString()
    ? date.toLocaleTimeString()
    : date.toLocaleString();
}

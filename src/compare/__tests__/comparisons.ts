import type { Comparison } from '../../tokens';
import type { CellPair } from '../blocks';
import type { SequenceStep } from '../sequence';

export function pair(
  at: number,
  relation: CellPair['relation'],
  more: Partial<CellPair> = {}
): CellPair {
  return {
    relation,
    source: relation === 'unchanged' ? 'same' : 'differs',
    type: 'code',
    left: at,
    right: at,
    left_source: `left_${at} = 1`,
    right_source:
      relation === 'unchanged' ? `left_${at} = 1` : `right_${at} = 1`,
    crash: false,
    renamed: {},
    ...more
  };
}

export function step(
  relation: SequenceStep['relation'],
  left: number | null,
  right: number | null,
  more: Partial<SequenceStep> = {}
): SequenceStep {
  return { relation, left, right, left_nth: 1, right_nth: 1, ...more };
}

/** Cells 0 and 1 equal, 2 but for a comment, 3 equal, 4 changed, 5 only on the right. */
export function sampleComparison(): Comparison {
  return {
    left: {
      title: 'Your fix',
      detail: 'ferry-reviews, attempt 2',
      modified: '2026-11-29T12:00:00Z',
      executions: 4
    },
    right: {
      title: 'Reference fix',
      detail: 'ferry-reviews, fixed',
      modified: null,
      executions: 4
    },
    sequence: [
      step('same', 0, 0),
      step('only_left', 1, null),
      step('moved', 2, null),
      step('repeated_left', 2, null, { left_nth: 2 }),
      step('only_right', null, 5),
      step('moved', null, 2)
    ],
    cells: [
      pair(0, 'unchanged'),
      pair(1, 'unchanged'),
      pair(2, 'changed', { source: 'same_but_comments' }),
      pair(3, 'unchanged'),
      pair(4, 'changed', {
        source: 'same_but_names',
        crash: true,
        renamed: { X_tr: 'X_train' }
      }),
      pair(5, 'added', { left: null, left_source: '' })
    ],
    sequence_sentence: '1 only in your fix.',
    source_sentence: '2 of 6 cells differ.',
    results: null,
    results_sentence: '',
    seconds: 0.038
  };
}

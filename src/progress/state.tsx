import type { TranslationBundle } from '@jupyterlab/translation';
import React from 'react';

import { CheckMark, CheckState } from '../runs/marks';
import type { ProgressState } from '../tokens';
import { stateMeaning, stateName } from './words';

const MARKS: Record<ProgressState, CheckState> = {
  equals: 'equals_reference',
  passes: 'passes_check',
  runs: 'runs',
  tried: 'tried',
  new: 'new'
};

/** The mark of a state; its shape tells it, and colour comes second. */
export function StateMark({ state }: { state: ProgressState }): JSX.Element {
  return <CheckMark state={MARKS[state]} />;
}

/** Mark and word of a state. */
export function State(props: {
  state: ProgressState;
  trans: TranslationBundle;
}): JSX.Element {
  const { state, trans } = props;
  return (
    <span className="jp-jbl-state" title={stateMeaning(state, trans)}>
      <StateMark state={state} />
      {stateName(state, trans)}
    </span>
  );
}

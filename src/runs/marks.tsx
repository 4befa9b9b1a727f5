/** Small marks for what became of a run and of its executions. Each has a shape of its own; colour comes second. */
import React from 'react';

import type { Outcome } from '../tokens';
import type { StepState } from './progress';

type Shape =
  | 'tick'
  | 'cross'
  | 'triangle'
  | 'clock'
  | 'bolt'
  | 'plug'
  | 'square'
  | 'equals'
  | 'dot'
  | 'ring'
  | 'half'
  | 'circle';

const PATHS: Record<Shape, string> = {
  tick: 'M2.5 8.5l3.5 3.5l7.5 -8',
  cross: 'M3.5 3.5l9 9m0 -9l-9 9',
  triangle: 'M4.5 2.8v10.4l8.5 -5.2z',
  clock: 'M8 2a6 6 0 1 0 0.01 0zM8 4.8v3.4l2.4 1.6',
  bolt: 'M9 1.8l-5 7.4h3.6l-0.8 5l5.2 -7.6h-3.6z',
  plug: 'M5.6 2v3.2m4.8 -3.2v3.2M3.8 5.4h8.4v2.4a4.2 4.2 0 0 1 -8.4 0zM8 12v2.4M2 14l12 -12',
  square: 'M3.8 3.8h8.4v8.4h-8.4z',
  equals: 'M3 3h10v10h-10zM5.4 6.6h5.2M5.4 9.6h5.2',
  dot: 'M8 7.4v1.2',
  ring: 'M8 2.6a5.4 5.4 0 1 1 -5.4 5.4',
  half: 'M8 2.6a5.4 5.4 0 1 0 0.01 0M8 2.6v10.8M10.2 3.4v9.2M12.2 5v6',
  circle: 'M8 2.6a5.4 5.4 0 1 0 0.01 0'
};

function Mark(props: { shape: Shape; kind: string }): JSX.Element {
  return (
    <svg
      className={`jp-jbl-run-mark jp-jbl-run-mark-${props.kind}`}
      width="14"
      height="14"
      viewBox="0 0 16 16"
      aria-hidden="true"
    >
      <path d={PATHS[props.shape]} />
    </svg>
  );
}

const STEPS: Record<StepState, Shape> = {
  waiting: 'dot',
  running: 'ring',
  done: 'tick',
  failed: 'cross',
  unreached: 'dot'
};

export function StepMark({ state }: { state: StepState }): JSX.Element {
  return <Mark shape={STEPS[state]} kind={state} />;
}

/** What a mark of a check stands for: a level that was reached or is still open, a condition, or no check so far. */
export type CheckState =
  | 'equals_reference'
  | 'passes_check'
  | 'runs'
  | 'open'
  | 'yes'
  | 'no'
  | 'tried'
  | 'new';

const CHECKS: Record<CheckState, { shape: Shape; kind: string }> = {
  equals_reference: { shape: 'equals', kind: 'equals' },
  passes_check: { shape: 'tick', kind: 'done' },
  runs: { shape: 'triangle', kind: 'runs' },
  open: { shape: 'square', kind: 'open' },
  yes: { shape: 'tick', kind: 'done' },
  no: { shape: 'cross', kind: 'failed' },
  tried: { shape: 'half', kind: 'tried' },
  new: { shape: 'circle', kind: 'new' }
};

export function CheckMark({ state }: { state: CheckState }): JSX.Element {
  return <Mark {...CHECKS[state]} />;
}

/**
 * The mark of an outcome. A repair that no longer crashes gets the open triangle of "runs", not the tick: that it
 * runs does not show that it is right.
 */
export function VerdictMark(props: {
  outcome: Outcome;
  /** Whether a person's repair was run. */
  attempt: boolean;
}): JSX.Element {
  const { outcome, attempt } = props;
  if (outcome.cancelled) {
    return <Mark shape="square" kind="cancelled" />;
  }
  switch (outcome.verdict) {
    case 'no_crash':
      return attempt ? (
        <Mark shape="triangle" kind="runs" />
      ) : (
        <Mark shape="tick" kind="done" />
      );
    case 'timeout':
      return <Mark shape="clock" kind="failed" />;
    case 'out_of_memory':
    case 'kernel_died':
      return <Mark shape="bolt" kind="failed" />;
    case 'infrastructure':
      return <Mark shape="plug" kind="infrastructure" />;
    case 'crash_as_labelled':
    case 'crash_elsewhere':
    case 'other_crash':
      return <Mark shape="cross" kind="failed" />;
  }
}

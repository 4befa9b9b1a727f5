import type { RunEvent, RunMessage, RunRecord } from '../../client';
import type { Outcome, RunSummary, Target } from '../../tokens';

export const ATTEMPT: Target = {
  bench: 'starter',
  id: 'ferry-reviews',
  variant: null,
  attempt: 2
};

export function summary(
  run: string,
  target: Target = ATTEMPT,
  outcome: Outcome | null = null
): RunSummary {
  return {
    run,
    target,
    environment: 'local',
    kernel: 'python3',
    started: '2026-11-29T12:00:00Z',
    ended: null,
    outcome
  };
}

/** A record of a plan of three executions: cell 1, cell 3, and cell 3 again. */
export function record(run: string, target: Target = ATTEMPT): RunRecord {
  return {
    ...summary(run, target),
    environment: 'local',
    format: 1,
    product: '0.1.0',
    platform: 'Linux',
    limits: { start: 60, cell: 300, run: 90, memory: null, output: 1000000 },
    plan: {
      steps: [
        step(0, 1, 1, 'import pandas as pd'),
        step(1, 3, 1, 'x = f(x)'),
        step(2, 3, 2, 'x = f(x)')
      ],
      crash: null,
      attempt: true,
      note: 'In the order in which you ran the cells.'
    },
    events: [],
    outcome: null,
    state: null,
    conditions: null,
    changed_files: [],
    worker: null,
    peak_memory: null
  };
}

function step(
  index: number,
  cell: number,
  nth: number,
  source: string
): RunRecord['plan']['steps'][number] {
  return { index, cell, nth, source, may_crash: false };
}

export const started = (index: number, cell: number, at: number): RunEvent => ({
  type: 'cell_started',
  at,
  step: index,
  cell
});

export const finished = (
  index: number,
  cell: number,
  at: number,
  ok = true
): RunEvent => ({
  type: 'cell_finished',
  at,
  step: index,
  cell,
  ok,
  seconds: 0.5,
  ename: ok ? null : 'ValueError',
  evalue: ok ? null : 'no such shape',
  line: ok ? null : 1
});

export function outcome(
  verdict: Outcome['verdict'],
  more: Partial<Outcome> = {}
): Outcome {
  return {
    verdict,
    sentence: `The server's sentence on ${verdict}.`,
    cancelled: false,
    step: null,
    cell: null,
    line: null,
    ename: null,
    evalue: null,
    executed: 3,
    planned: 3,
    seconds: 4.1,
    ...more
  };
}

export const asMessage = (event: RunEvent): RunMessage => ({
  type: 'run',
  event
});

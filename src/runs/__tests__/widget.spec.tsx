import { nullTranslator } from '@jupyterlab/translation';
import React, { act } from 'react';

import { Mounted } from '../../__tests__/mounted';
import type { RunMessage } from '../../client';
import type { Outcome } from '../../tokens';
import { RunsModel } from '../model';
import { RunsView } from '../widget';
import { duration, seconds } from '../words';
import {
  asMessage,
  ATTEMPT,
  finished,
  outcome,
  record,
  started,
  summary
} from './records';

const trans = nullTranslator.load('junobench_lab');

let mounted: Mounted;

beforeEach(() => {
  mounted = new Mounted();
});

afterEach(() => mounted.unmount());

/** Show a run that said `messages`; it goes on unless its outcome is among them. */
async function show(
  messages: RunMessage[],
  onCell: (cell: number) => void = () => undefined
): Promise<RunsModel> {
  const model = new RunsModel({
    client: {
      latestCheck: async () => null,
      startRun: async target => summary('r1', target),
      startCheck: async target => summary('r1', target),
      run: async () => record('r1'),
      runs: async () => [],
      cancelRun: async run => summary(run),
      runMessages: async function* () {
        yield* messages;
        await new Promise(() => undefined);
      }
    },
    prepare: async () => ({
      order: [],
      cells: [],
      session: null,
      place: { environment: 'local', kernel: null, allowNetwork: false }
    }),
    activate: () => undefined,
    lost: 'lost'
  });
  await act(async () => {
    await model.start(ATTEMPT);
  });
  await act(() => new Promise(resolve => setTimeout(resolve, 0)));
  mounted.render(
    <RunsView model={model} trans={trans} onCell={(_, cell) => onCell(cell)} />
  );
  return model;
}

const ended = (outcome: Outcome): RunMessage => ({ type: 'outcome', outcome });

describe('RunsView', () => {
  it('shows which execution is in progress, and what is done and waits', async () => {
    await show([
      asMessage(started(0, 1, 1)),
      asMessage(finished(0, 1, 1.5)),
      asMessage(started(1, 3, 1.5))
    ]);
    expect(mounted.texts('.jp-jbl-runs-progress span')[0]).toBe(
      'Cell 4, execution 2 of 3'
    );
    const rows = mounted.texts('.jp-jbl-run-row');
    expect(rows[0]).toBe('cell 2import pandas as pd0.50 s');
    expect(rows[1]).toMatch(/^cell 4x = f\(x\)\d+ s$/);
    expect(rows[2]).toBe('cell 4x = f(x)2nd runwaiting');
  });

  it('tells how far it is to a screen reader', async () => {
    await show([asMessage(finished(0, 1, 1.5))]);
    const bar = mounted.host.querySelector('[role="progressbar"]');
    expect(bar?.getAttribute('aria-valuenow')).toBe('1');
    expect(bar?.getAttribute('aria-valuemax')).toBe('3');
  });

  it('can be cancelled while it goes on, and not twice', async () => {
    const model = await show([asMessage(started(0, 1, 1))]);
    expect(mounted.texts('.jp-jbl-runs-button')).toEqual(['Cancel']);
    mounted.click('.jp-jbl-runs-button');
    mounted.render(
      <RunsView model={model} trans={trans} onCell={() => undefined} />
    );
    const button = mounted.host.querySelector<HTMLButtonElement>(
      '.jp-jbl-runs-button'
    );
    expect(button?.disabled).toBe(true);
  });

  it('gives the verdict in the words of the server', async () => {
    await show([
      asMessage(finished(0, 1, 1, false)),
      ended(
        outcome('other_crash', { ename: 'ValueError', evalue: 'no such shape' })
      )
    ]);
    const [verdict] = mounted.texts('.jp-jbl-runs-verdict');
    expect(verdict).toContain('Other crash');
    expect(verdict).toContain("The server's sentence on other_crash.");
    expect(verdict).toContain('ValueError: no such shape');
    expect(mounted.texts('[role="status"]')).toContain(
      "The server's sentence on other_crash."
    );
  });

  it('never shows a repair as fixed because it no longer crashes', async () => {
    await show([ended(outcome('no_crash'))]);
    expect(mounted.host.querySelector('.jp-jbl-run-mark-runs')).not.toBeNull();
    expect(
      mounted.host.querySelector('.jp-jbl-runs-verdict .jp-jbl-run-mark-done')
    ).toBeNull();
    expect(mounted.texts('.jp-jbl-runs-verdict')[0]).not.toMatch(/fixed|pass/i);
  });

  it('does not count it against a person when the run could not be made', async () => {
    await show([ended(outcome('infrastructure'))]);
    expect(mounted.texts('.jp-jbl-runs-verdict')[0]).toContain(
      'Not counted against you.'
    );
  });

  it('says of a cancelled run that it was cancelled', async () => {
    await show([ended(outcome('infrastructure', { cancelled: true }))]);
    const [verdict] = mounted.texts('.jp-jbl-runs-verdict');
    expect(verdict).toContain('Cancelled');
    expect(verdict).not.toContain('Not counted');
  });

  it('opens the cell of a row', async () => {
    const opened: number[] = [];
    await show([], cell => opened.push(cell));
    mounted.click('.jp-jbl-run-row', 1);
    expect(opened).toEqual([3]);
  });
});

describe('durations', () => {
  it('are as exact as they are short', () => {
    expect([0.04, 1.314, 12.34, 125.9].map(s => seconds(s, trans))).toEqual([
      '0.04 s',
      '1.31 s',
      '12.3 s',
      '2 min 5 s'
    ]);
  });

  it('count whole seconds while something goes on', () => {
    expect([0.9, 59.9, 60, 900].map(s => duration(s, trans))).toEqual([
      '0 s',
      '59 s',
      '1 min',
      '15 min'
    ]);
  });
});

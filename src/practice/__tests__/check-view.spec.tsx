import { nullTranslator } from '@jupyterlab/translation';
import React from 'react';

import { Mounted } from '../../__tests__/mounted';
import type { CheckResult } from '../../tokens';
import { CheckView } from '../check-view';

const trans = nullTranslator.load('junobench_lab');

const RESULT: CheckResult = {
  format: 1,
  bench: 'starter',
  id: 'library-loans',
  attempt: 2,
  run: 'r1',
  checked: '2026-11-29T12:00:00Z',
  level: 'runs',
  sentence: 'It runs, but this does not yet show that the repair is right.',
  more: [],
  crash_cell: null,
  crash_line: null,
  conditions: [
    { text: 'All loans are there.', ok: true, detail: '' },
    { text: 'No loan is still out.', ok: false, detail: '57 are' }
  ],
  evasions: [],
  order_note: 'The cells run in the order of your own session.',
  cells: [
    { cell: 2, ran: 'ok', first_line: 'import pandas', planned: true },
    { cell: 9, ran: 'not_run', first_line: 'x', planned: false },
    { cell: 7, ran: 'not_run', first_line: 'y', planned: false }
  ],
  seconds: 4.12,
  budget: 23.4,
  memory_budget: null,
  equality: null,
  hints: [],
  prediction: null,
  confirmed: true,
  cancelled: false
};

let mounted: Mounted;
let shown: number[];

beforeEach(() => {
  mounted = new Mounted();
  shown = [];
});

afterEach(() => mounted.unmount());

function show(more: Partial<CheckResult> = {}): void {
  mounted.render(
    <CheckView
      result={{ ...RESULT, ...more }}
      trans={trans}
      onCell={cell => shown.push(cell)}
    />
  );
}

describe('CheckView', () => {
  it('marks the level that was reached among all four', () => {
    show();
    expect(mounted.texts('.jp-jbl-check-ladder > li')).toEqual([
      'Equals the reference fix',
      'Passes the check',
      'Runsyour attempt',
      'Does not run'
    ]);
    expect(mounted.texts('[aria-current=step]')).toEqual(['Runsyour attempt']);
  });

  it('says of each condition whether it holds, and what was found instead', () => {
    show();
    expect(mounted.texts('.jp-jbl-check-row')).toEqual([
      'Holds: All loans are there.',
      'Does not hold: No loan is still out. 57 are'
    ]);
    expect(mounted.host.textContent).toContain('1 of 2 hold');
  });

  it('gives no tick to a repair that only runs', () => {
    show({ conditions: [] });
    expect(mounted.texts('.jp-jbl-run-mark-runs')).toHaveLength(1);
    expect(mounted.texts('.jp-jbl-run-mark-done')).toHaveLength(0);
  });

  it('leads to the cell where it crashes', () => {
    show({ level: 'does_not_run', crash_cell: 12, conditions: [] });
    expect(mounted.texts('.jp-jbl-button')).toEqual(['Show cell 13']);
    mounted.click('.jp-jbl-button');
    expect(shown).toEqual([12]);
  });

  it('names what gets round the crash', () => {
    show({
      evasions: [
        {
          kind: 'crash_cell_emptied',
          sentence: 'The cell that crashed was emptied.',
          cell: 12
        }
      ]
    });
    expect(mounted.host.textContent).toContain(
      'The cell that crashed was emptied.'
    );
  });

  it('tells the order, the time and the cells that did not run', () => {
    show();
    const text = mounted.host.textContent;
    expect(text).toContain('The cells run in the order of your own session.');
    expect(text).toContain('4.1 s of the 23 s that it may take.');
    expect(text).toContain('Not run: cells 8, 10.');
  });

  it('counts what could not be checked against nobody', () => {
    show({ level: null, conditions: [] });
    expect(mounted.texts('.jp-jbl-check-ladder')).toHaveLength(0);
    expect(mounted.host.textContent).toContain('Not counted against you.');
  });
});

test('tells what came of a prediction, and nothing where there was none', () => {
  show();
  expect(mounted.texts('h3')).not.toContain('Your prediction');
  show({ prediction: 'You thought cell 4. It was cell 9.' });
  expect(mounted.texts('h3')).toContain('Your prediction');
  expect(mounted.texts('p')).toContain('You thought cell 4. It was cell 9.');
});

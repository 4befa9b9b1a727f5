import { nullTranslator } from '@jupyterlab/translation';
import React from 'react';

import { Mounted } from '../../__tests__/mounted';
import type { Trial } from '../../tokens';
import type { TrialState } from '../model';
import { TrialView } from '../trial-view';

const trans = nullTranslator.load('junobench_lab');

const TRIAL: Trial = {
  verdict: 'runs',
  sentence: 'Would run, in 20 ms.',
  seconds: 0.02,
  line: null,
  ename: null,
  evalue: null,
  findings: [],
  names: [],
  more: 0,
  cancelled: false
};

let mounted: Mounted;
let acts: string[];

beforeEach(() => {
  mounted = new Mounted();
  acts = [];
});

afterEach(() => mounted.unmount());

function show(state: TrialState, outdated = false): void {
  mounted.render(
    <TrialView
      state={state}
      outdated={outdated}
      trans={trans}
      onLine={line => acts.push(`line ${line}`)}
      onAgain={() => acts.push('again')}
      onCancel={() => acts.push('cancel')}
      onClose={() => acts.push('close')}
    />
  );
}

function done(more: Partial<Trial>): TrialState {
  return { status: 'done', trial: { ...TRIAL, ...more } };
}

describe('the trial of a cell', () => {
  it('can be cancelled while it goes on', () => {
    show({ status: 'trying' });
    expect(mounted.texts('[role=status]')).toEqual(['Trying this cell...']);
    mounted.click('.jp-jbl-button');
    expect(acts).toEqual(['cancel']);
  });

  it('leaves the focus on its button when it has ended', () => {
    show({ status: 'trying' });
    const button = document.querySelector<HTMLElement>('.jp-jbl-button');
    button?.focus();
    show(done({}));
    expect(document.activeElement).toBe(button);
    expect(button?.textContent).toBe('Try again');
  });

  it('says what would crash, where, and why', () => {
    show(
      done({
        verdict: 'crashes',
        sentence: "Would crash on line 3: KeyError: 'zz'",
        line: 3,
        findings: [
          {
            kind: 'never_run',
            name: 'zz',
            cells: [2],
            sentence: 'zz comes from cell 3, which never ran.'
          }
        ]
      })
    );
    expect(mounted.texts('[role=status]')).toEqual([
      "Would crash on line 3: KeyError: 'zz'"
    ]);
    expect(mounted.texts('section > p')[0]).toBe(
      'zz comes from cell 3, which never ran.'
    );
    mounted.click('section > .jp-jbl-button');
    expect(acts).toEqual(['line 3']);
  });

  it('lists the names that would change, before and after', () => {
    show(
      done({
        names: [
          {
            name: 'fees',
            change: 'new',
            before: null,
            after: 'Series 3, float64',
            columns_added: [],
            columns_removed: []
          },
          {
            name: 'df',
            change: 'changed',
            before: 'DataFrame 3 x 2',
            after: 'DataFrame 3 x 3',
            columns_added: ['fee'],
            columns_removed: []
          }
        ],
        more: 2
      })
    );
    expect(mounted.texts('tbody > tr')).toEqual([
      'feesnewSeries 3, float64',
      'dfchanged in placeDataFrame 3 x 2 \u2192 DataFrame 3 x 3 + fee'
    ]);
    expect(mounted.texts('section > p')[0]).toBe('And 2 more.');
  });

  it('tells that nothing would change', () => {
    show(done({}));
    expect(mounted.texts('section > p')[0]).toBe('No name would change.');
  });

  it('tells that the session is as it was, or that the cell is not', () => {
    show(done({}));
    expect(mounted.texts('section > p').at(-1)).toContain('as it was');
    show(done({}), true);
    expect(mounted.texts('section > p').at(-1)).toBe(
      'The cell was edited since.'
    );
  });

  it('shows why a kernel could not be asked', () => {
    show({ status: 'failed', message: 'This notebook has no kernel.' });
    expect(mounted.texts('[role=status]')).toEqual([
      'This notebook has no kernel.'
    ]);
    mounted.click('.jp-jbl-button');
    mounted.press('section', 'Escape');
    expect(acts).toEqual(['again', 'close']);
  });
});

import { nullTranslator } from '@jupyterlab/translation';
import React, { act } from 'react';

import { Mounted } from '../../__tests__/mounted';
import { ComparisonModel } from '../model';
import { ComparisonView, ComparisonWidget } from '../widget';
import { sampleComparison } from './comparisons';

const trans = nullTranslator.load('junobench_lab');
const REF = { bench: 'starter', id: 'ferry-reviews' };

let mounted: Mounted;

beforeEach(() => {
  mounted = new Mounted();
});

afterEach(() => mounted.unmount());

const noLanguage = async () => null;

async function show(
  dirty = false,
  compare = async () => sampleComparison()
): Promise<ComparisonModel> {
  const model = new ComparisonModel({
    client: { compare },
    left: { ...REF, attempt: 2 },
    right: { ...REF, variant: 'fixed' },
    isDirty: () => dirty
  });
  const draw = () =>
    mounted.render(
      <ComparisonView model={model} languageOf={noLanguage} trans={trans} />
    );
  await model.refresh();
  draw();
  model.changed.connect(draw);
  return model;
}

/** Wait until the editors, which are loaded when they are needed, are there. */
async function editors(count: number): Promise<HTMLElement[]> {
  const found = () =>
    Array.from(mounted.host.querySelectorAll<HTMLElement>('.cm-editor'));
  while (found().length < count) {
    await act(() => new Promise(resolve => setTimeout(resolve, 0)));
  }
  return found();
}

describe('ComparisonView', () => {
  it('names both sides in plain words', async () => {
    await show();
    expect(mounted.texts('.jp-jbl-compare-sides strong')).toEqual([
      'Your fix',
      'Reference fix'
    ]);
    expect(mounted.host.textContent).not.toMatch(/\b(base|remote|local)\b/i);
  });

  it('is a table of two rows to a screen reader', async () => {
    await show();
    expect(mounted.texts('th[scope="row"]')).toEqual([
      'your fix',
      'reference fix'
    ]);
    expect(mounted.texts('tr:first-child .jp-jbl-sr')).toEqual([
      'cell 1',
      'cell 2, only on this side',
      'cell 3, at another place',
      'cell 3, 2nd run, run a second time',
      'not run',
      'not run'
    ]);
  });

  it('folds equal cells and says how many', async () => {
    await show();
    expect(mounted.texts('.jp-jbl-unchanged')).toEqual([
      '2 unchanged cells (1 to 2)',
      '1 unchanged cell (4)'
    ]);
    mounted.click('.jp-jbl-unchanged');
    expect(mounted.texts('.jp-jbl-pair-head strong').slice(0, 2)).toEqual([
      'Cell 1',
      'Cell 2'
    ]);
  });

  it('says how far cells differ', async () => {
    await show();
    expect(mounted.texts('.jp-jbl-relation')).toEqual([
      '= same but for comments',
      '= same as syntax tree, names differ',
      '+ only in reference fix'
    ]);
    expect(mounted.texts('.jp-jbl-pair-head')[1]).toContain('X_tr for X_train');
  });

  it('marks the crash cell', async () => {
    await show();
    expect(mounted.texts('.jp-jbl-pair-crash')).toEqual(['✕ crash cell']);
  });

  it('shows both sources of a changed cell, not to be edited', async () => {
    await show();
    const [left, right] = await editors(3);
    expect(left.textContent).toContain('left_4 = 1');
    expect(right.textContent).toContain('right_4 = 1');
    const content = left.querySelector('.cm-content');
    expect(content?.getAttribute('contenteditable')).toBe('false');
    expect(content?.getAttribute('aria-label')).toBe('your fix');
  });

  it('shows a cell of one side alone beside a note on the other', async () => {
    await show();
    const shown = await editors(3);
    expect(shown[2].textContent).toContain('right_5 = 1');
    expect(mounted.texts('.jp-jbl-merge-none')).toEqual(['not in your fix']);
  });

  it('steps to a difference and opens it', async () => {
    const model = await show();
    await editors(3);
    act(() => model.step(1));
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Cell 5');
    expect(mounted.texts('[role="toolbar"] [role="status"]')).toEqual([
      'Difference 1 of 2'
    ]);
  });

  it('says that changes since the last save are not compared', async () => {
    await show(true);
    expect(mounted.texts('.jp-jbl-message')[0]).toContain(
      'Changes since the last save are not compared.'
    );
  });

  it('says in words why notebooks could not be compared', async () => {
    await show(false, async () => {
      throw new Error('There is no attempt 2. Start one first.');
    });
    expect(mounted.texts('[role="alert"]')).toEqual([
      'There is no attempt 2. Start one first.'
    ]);
  });
});

describe('Results', () => {
  it('are shown where both sides have been run', async () => {
    await show(false, async () => ({
      ...sampleComparison(),
      results: [
        {
          left_name: 'X_tr',
          right_name: 'X_train',
          left: 'ndarray 960 x 4000',
          right: 'ndarray 960 x 3862',
          differs_in: 'shape'
        },
        {
          left_name: 'extra',
          right_name: null,
          left: 'int 3',
          right: '',
          differs_in: 'only_left'
        }
      ],
      results_sentence: '2 of 5 names differ.'
    }));
    expect(mounted.host.textContent).toContain('2 of 5 names differ.');
    expect(mounted.texts('.jp-jbl-results tbody tr')).toEqual([
      'X_tr / X_trainndarray 960 x 4000ndarray 960 x 3862shape',
      'extraint 3–only in your fix'
    ]);
  });

  it('take no place before', async () => {
    await show();
    expect(mounted.host.textContent).not.toContain('Results');
  });
});

describe('ComparisonWidget', () => {
  it('is named after the files that it compares', () => {
    const model = new ComparisonModel({
      client: { compare: async () => sampleComparison() },
      left: { path: 'work/first.ipynb' },
      right: { path: 'other/second.ipynb' },
      isDirty: () => false
    });
    const widget = new ComparisonWidget(model, noLanguage, nullTranslator);
    expect(widget.title.label).toBe('first.ipynb | second.ipynb');
    expect(widget.title.caption).toBe('work/first.ipynb | other/second.ipynb');
    widget.dispose();
  });
});

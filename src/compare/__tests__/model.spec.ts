import type { Comparison, NotebookRef } from '../../tokens';
import { outcome } from '../../runs/__tests__/records';
import { ComparisonModel, sameNotebook } from '../model';
import { sampleComparison } from './comparisons';

const LEFT: NotebookRef = {
  bench: 'starter',
  id: 'ferry-reviews',
  variant: null,
  attempt: 2,
  path: null
};
const RIGHT: NotebookRef = { ...LEFT, attempt: null, variant: 'fixed' };

function make(
  compare: (signal?: AbortSignal) => Promise<Comparison>
): ComparisonModel {
  return new ComparisonModel({
    client: { compare: (_left, _right, signal) => compare(signal) },
    left: LEFT,
    right: RIGHT,
    isDirty: () => false
  });
}

describe('ComparisonModel', () => {
  it('steps through the differences and round the ends', async () => {
    const model = make(async () => sampleComparison());
    const stepped: number[] = [];
    model.stepped.connect((_, difference) => stepped.push(difference));
    await model.refresh();
    model.step(1);
    model.step(1);
    model.step(1);
    model.step(-1);
    expect(stepped).toEqual([0, 1, 0, 1]);
  });

  it('steps backwards from the last', async () => {
    const model = make(async () => sampleComparison());
    await model.refresh();
    model.step(-1);
    expect(model.current).toBe(1);
  });

  it('steps nowhere where nothing differs', () => {
    const model = make(async () => sampleComparison());
    model.step(1);
    expect(model.current).toBeNull();
  });

  it('begins anew when comments are no longer ignored', async () => {
    const model = make(async () => sampleComparison());
    await model.refresh();
    model.step(1);
    model.ignoreComments = false;
    expect(model.differences).toBe(3);
    expect(model.current).toBeNull();
  });

  it('gives up a comparison for a newer one', async () => {
    const answers: ((comparison: Comparison) => void)[] = [];
    const signals: (AbortSignal | undefined)[] = [];
    const model = make(signal => {
      signals.push(signal);
      return new Promise(resolve => answers.push(resolve));
    });
    const first = model.refresh();
    const second = model.refresh();
    expect(signals[0]?.aborted).toBe(true);
    answers[1](sampleComparison());
    await second;
    answers[0]({ ...sampleComparison(), cells: [] });
    await first;
    expect(model.comparison?.cells).toHaveLength(6);
    expect(model.comparing).toBe(false);
  });

  it('compares anew after a run, once', async () => {
    let compared = 0;
    const model = make(async () => {
      compared++;
      return sampleComparison();
    });
    model.noteRun(null);
    await model.refresh();
    const run = outcome('no_crash');
    model.noteRun(run);
    model.noteRun(run);
    expect(compared).toBe(2);
  });

  it('keeps the last result when a later one fails, and says why', async () => {
    let fails = false;
    const model = make(async () => {
      if (fails) {
        throw new Error('The attempt is no longer there. Start a new one.');
      }
      return sampleComparison();
    });
    await model.refresh();
    fails = true;
    await model.refresh();
    expect(model.comparison).not.toBeNull();
    expect(model.problem).toBe(
      'The attempt is no longer there. Start a new one.'
    );
  });
});

describe('sameNotebook', () => {
  it('tells attempts and variants of an instance apart', () => {
    expect(sameNotebook(LEFT, { ...LEFT })).toBe(true);
    expect(sameNotebook(LEFT, { ...LEFT, attempt: 3 })).toBe(false);
    expect(sameNotebook(LEFT, RIGHT)).toBe(false);
  });
});

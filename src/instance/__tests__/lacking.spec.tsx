import React from 'react';

import { Mounted } from '../../__tests__/mounted';
import { LackingNote } from '../lacking';

const LIGHTHOUSE = { bench: 'starter', id: 'lighthouse-log' };
const FERRY = { bench: 'starter', id: 'ferry-reviews' };
const SENTENCE = 'This crash needs PyTorch, which the kernel does not have.';

describe('what the kernel lacks', () => {
  let mounted: Mounted;
  let asked: string[];
  const answers: Record<string, Promise<string | null>> = {};
  const ask = ({ id }: { id: string }) => {
    asked.push(id);
    return answers[id];
  };
  const show = async (instance: typeof FERRY) => {
    mounted.render(<LackingNote instance={instance} ask={ask} className="x" />);
    await Promise.allSettled(Object.values(answers));
    mounted.render(<LackingNote instance={instance} ask={ask} className="x" />);
  };

  beforeEach(() => {
    mounted = new Mounted();
    asked = [];
    answers[LIGHTHOUSE.id] = Promise.resolve(SENTENCE);
    answers[FERRY.id] = Promise.resolve(null);
  });

  afterEach(() => mounted.unmount());

  it('is said in a sentence, asked for once', async () => {
    await show(LIGHTHOUSE);
    expect(mounted.texts('[role=status]')).toEqual([SENTENCE]);
    expect(asked).toEqual([LIGHTHOUSE.id]);
  });

  it('takes no place where it lacks nothing, or nobody can tell', async () => {
    await show(FERRY);
    expect(mounted.texts('[role=status]')).toEqual([]);
    answers[LIGHTHOUSE.id] = Promise.reject(new Error('no server'));
    await show(LIGHTHOUSE);
    expect(mounted.texts('[role=status]')).toEqual([]);
  });

  it('is that of the instance in view', async () => {
    await show(LIGHTHOUSE);
    await show(FERRY);
    expect(mounted.texts('[role=status]')).toEqual([]);
  });
});

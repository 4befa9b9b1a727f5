import { nullTranslator } from '@jupyterlab/translation';

import { endWords, kernelEnd } from '../kernel-ends';

const EVENT = {
  schema_id: 'https://junobench-lab/kernel_ended/v1',
  kernel: 'k1',
  sentence: 'The container was removed.',
  alive: false
};

describe('the end of a kernel in a container', () => {
  const trans = nullTranslator.load('junobench_lab');

  it('is read from the event of the server and from no other', () => {
    expect(kernelEnd(EVENT)).toEqual({
      kernel: 'k1',
      sentence: 'The container was removed.',
      alive: false
    });
    expect(kernelEnd({ ...EVENT, schema_id: 'another' })).toBeNull();
    expect(kernelEnd({ ...EVENT, sentence: 3 })).toBeNull();
  });

  it('is told with the notebook and what became of the variables', () => {
    const end = kernelEnd(EVENT)!;
    expect(endWords(end, 'tides.ipynb', trans)).toBe(
      'The kernel of tides.ipynb ended, and its variables are lost. The container was removed.'
    );
    expect(endWords({ ...end, alive: true }, 'tides.ipynb', trans)).toContain(
      'goes on'
    );
  });
});

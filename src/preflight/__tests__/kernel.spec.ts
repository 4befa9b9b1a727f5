import type { Kernel } from '@jupyterlab/services';
import { nullTranslator } from '@jupyterlab/translation';

import type { LabClient } from '../../client';
import { tryInKernel } from '../kernel';

const trans = nullTranslator.load('junobench_lab');

describe('trying a cell in a kernel', () => {
  it('says that the kernel was restarted meanwhile', async () => {
    const kernel = {
      status: 'idle',
      info: Promise.resolve({ language_info: { name: 'python' } }),
      requestExecute: () => ({
        done: Promise.reject(new Error('Canceled future'))
      })
    } as unknown as Kernel.IKernelConnection;
    const client = {
      tryCell: () => Promise.resolve({ expressions: {} })
    } as unknown as LabClient;
    const trial = tryInKernel({
      client,
      kernel,
      cell: 'a',
      source: '1',
      seconds: 2,
      notebook: { cells: [], metadata: {}, nbformat: 4, nbformat_minor: 5 },
      session: null,
      trans
    });
    await expect(trial).rejects.toThrow('The kernel was restarted');
  });
});

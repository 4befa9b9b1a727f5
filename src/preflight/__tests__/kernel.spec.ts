import type { Kernel } from '@jupyterlab/services';
import { nullTranslator } from '@jupyterlab/translation';

import type { LabClient } from '../../client';
import { tryInKernel } from '../kernel';

const trans = nullTranslator.load('junobench_lab');

describe('trying a cell in a kernel', () => {
  function tried(cancelled: boolean): Promise<unknown> {
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
    return tryInKernel({
      client,
      kernel,
      cell: 'a',
      source: '1',
      seconds: 2,
      notebook: { cells: [], metadata: {}, nbformat: 4, nbformat_minor: 5 },
      session: null,
      cancelled: () => cancelled,
      trans
    });
  }

  it('says that the kernel was restarted meanwhile', async () => {
    await expect(tried(false)).rejects.toThrow('The kernel was restarted');
  });

  it('asks nothing of the kernel once it is cancelled', async () => {
    await expect(tried(true)).rejects.toThrow('The trial was cancelled.');
  });
});

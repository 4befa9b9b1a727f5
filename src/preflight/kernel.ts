/** Has a kernel try a cell: the request comes from the server, the reply goes back to it to be read. */
import type { Kernel } from '@jupyterlab/services';
import type { TranslationBundle } from '@jupyterlab/translation';

import type { LabClient } from '../client';
import type { INotebookContent } from '../trace/notebook-content';
import type { SessionRecord, Trial } from '../tokens';

export interface ITrialOptions {
  client: LabClient;
  kernel: Kernel.IKernelConnection;
  /** Id of the cell. */
  cell: string;
  source: string;
  /** The trial's bound. */
  seconds: number;
  notebook: INotebookContent;
  /** What ran in the kernel; null where that is not known. */
  session: SessionRecord | null;
  /** Whether it was cancelled meanwhile. */
  cancelled: () => boolean;
  trans: TranslationBundle;
}

/** Rejects with a sentence where the kernel can't be asked. */
export async function tryInKernel(options: ITrialOptions): Promise<Trial> {
  const { client, kernel, cell, source, seconds, notebook, session } = options;
  const { cancelled, trans } = options;
  if (kernel.status === 'busy') {
    throw new Error(
      trans.__('A cell is running in this kernel. Try again when it has ended.')
    );
  }
  const { language_info } = await kernel.info;
  const { expressions } = await client.tryCell({
    source,
    language: language_info.name,
    seconds
  });
  if (cancelled()) {
    throw new Error(trans.__('The trial was cancelled.'));
  }
  const future = kernel.requestExecute({
    code: '',
    silent: true,
    store_history: false,
    user_expressions: expressions,
    allow_stdin: false,
    stop_on_error: false
  });
  const reply = await future.done.catch(() => {
    throw new Error(
      trans.__(
        'The kernel was restarted, or has ended, while it tried the cell.'
      )
    );
  });
  return client.readTrial({
    reply: { ...reply.content },
    source,
    seconds,
    cell,
    notebook,
    session
  });
}

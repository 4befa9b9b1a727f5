import type { ReadonlyJSONObject } from '@lumino/coreutils';
import type { TranslationBundle } from '@jupyterlab/translation';

/** The event by which the server tells of kernels in containers; its schema is in `ended_event.py`. */
const SCHEMA = 'https://junobench-lab/kernel_ended/v1';

/** Why a kernel in a container was lost. */
export interface IKernelEnd {
  /** Id of the kernel. */
  kernel: string;
  /** In words, from the server. */
  sentence: string;
  /** Whether it goes on, and only a process that it had started was lost. */
  alive: boolean;
}

/** What an event of the server tells of a kernel's end; null for any other event. */
export function kernelEnd(event: ReadonlyJSONObject): IKernelEnd | null {
  const { schema_id, kernel, sentence, alive } = event;
  return schema_id === SCHEMA &&
    typeof kernel === 'string' &&
    typeof sentence === 'string'
    ? { kernel, sentence, alive: alive === true }
    : null;
}

/** What a person who has the notebook open is told. */
export function endWords(
  end: IKernelEnd,
  notebook: string,
  trans: TranslationBundle
): string {
  return end.alive
    ? trans.__(
        'The kernel of %1 goes on, but lost a process. %2',
        notebook,
        end.sentence
      )
    : trans.__(
        'The kernel of %1 ended, and its variables are lost. %2',
        notebook,
        end.sentence
      );
}

/** The words in which an instance is shown. */
import { TranslationBundle } from '@jupyterlab/translation';

import type { InstanceView, Reveal, Trace, VariantName } from '../tokens';
import { cellName, exceptionWords } from '../trace/words';

/** The exception as the reproduced notebook shows it, or as the sheet labels it; null where neither does. */
export function exceptionOf({ instance, trace }: InstanceView): string | null {
  const exception = trace?.crash ?? instance.summary.crash;
  return exception ? exceptionWords(exception) : null;
}

/** "cell 29, line 2". */
export function placeOf(
  { crash }: Trace,
  trans: TranslationBundle
): string | null {
  if (!crash) {
    return null;
  }
  const cell = cellName(crash.cell, trans);
  return crash.line === null ? cell : trans.__('%1, line %2', cell, crash.line);
}

/** What a variant is, for the table of variants. */
export function variantWords(
  variant: VariantName,
  trace: Trace | null,
  trans: TranslationBundle
): string {
  switch (variant) {
    case 'original':
      return trans.__('as it was published');
    case 'reproduced': {
      const place = trace && placeOf(trace, trans);
      return place
        ? trans.__('crashes in %1', place)
        : trans.__('the crash, reproduced');
    }
    case 'fixed':
      return trans.__('the reference fix');
    case 'fixed2':
      return trans.__('another reference fix');
  }
}

/** Whether a variant shows the answer. */
export function isReference(variant: VariantName): boolean {
  return variant === 'fixed' || variant === 'fixed2';
}

/** Question and reason of the dialog before a part of the answer is shown. */
export function revealQuestion(
  what: Reveal,
  trans: TranslationBundle
): { title: string; body: string } {
  switch (what) {
    case 'root_cause':
      return {
        title: trans.__('Show where to look?'),
        body: trans.__(
          'The first hint names the kind of mistake: its root cause, crash type and pattern. Try to tell it from the trace first.'
        )
      };
    case 'explanation':
      return {
        title: trans.__('Show the explanation?'),
        body: trans.__(
          'It says which cells led to the crash. Try to find them in the trace first.'
        )
      };
    case 'diagnosis':
      return {
        title: trans.__('Show the diagnosis?'),
        body: trans.__(
          'It says in two or three sentences why the notebook crashes. It can not be unseen.'
        )
      };
    case 'fixed':
      return {
        title: trans.__('Show the reference fix?'),
        body: trans.__(
          'It shows how the crash was repaired, and opens the comparison with your fix. It can not be unseen.'
        )
      };
  }
}

/** A size in bytes in the largest unit that leaves at least 1. */
export function sizeWords(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB'];
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  const digits = unit > 0 && value < 10 ? 1 : 0;
  return `${value.toFixed(digits)} ${units[unit]}`;
}

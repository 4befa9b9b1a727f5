import type { TranslationBundle } from '@jupyterlab/translation';

import type { CurationJob, CurationResult } from '../tokens';

type Change = CurationResult['record']['data'][number];

/** What goes on, in a few words. */
export function jobWords(
  job: CurationJob | null,
  trans: TranslationBundle
): string {
  const step = job?.step;
  if (!step) {
    return trans.__('Beginning');
  }
  return step.runs > 0
    ? trans._n('%2 (%1 run)', '%2 (%1 runs)', step.runs, step.sentence)
    : step.sentence;
}

export function titleWords(
  { id, accepted }: CurationResult,
  trans: TranslationBundle
): string {
  return accepted
    ? trans.__('%1 is part of your bench', id)
    : trans.__('%1 stays a draft', id);
}

export function orderWords(
  { record }: CurationResult,
  trans: TranslationBundle
): string {
  const { kept, recorded, minimal, assumed } = record.order;
  const order = minimal
    ? trans.__('%1 of %2 executions are needed.', kept, recorded)
    : trans.__(
        '%1 of %2 executions are left; maybe not all of them are needed.',
        kept,
        recorded
      );
  return assumed
    ? `${order} ${trans.__('Counts are missing, so a part of the order is a guess that crashes alike.')}`
    : order;
}

export function dataWords(change: Change, trans: TranslationBundle): string {
  const { path, after, before, what, synthetic, note } = change;
  const amount = synthetic
    ? trans.__('%1: %2 of %3 %4, made up.', path, after, before, what)
    : trans.__('%1: %2 of %3 %4.', path, after, before, what);
  return note ? `${amount} ${note}` : amount;
}

export function labelWords(label: string, trans: TranslationBundle): string {
  switch (label) {
    case 'library':
      return trans.__('Library');
    case 'crash_type':
      return trans.__('Crash type');
    case 'root_cause':
      return trans.__('Root cause');
    case 'stage':
      return trans.__('Pipeline stage');
    case 'ml_bug':
      return trans.__('Kind of bug');
    default:
      return label;
  }
}

/** The words in which a run is shown. Verdicts are the server's sentences; here are their short names. */
import type { TranslationBundle } from '@jupyterlab/translation';

import type { Outcome, Target } from '../tokens';
import type { RunProgress } from './progress';

/** "Attempt 2", "Reproduced". */
export function targetName(target: Target, trans: TranslationBundle): string {
  if (target.attempt !== null) {
    return trans.__('Attempt %1', target.attempt);
  }
  switch (target.variant) {
    case 'original':
      return trans.__('Original');
    case 'reproduced':
      return trans.__('Reproduced');
    case 'fixed':
      return trans.__('Reference fix');
    case 'fixed2':
      return trans.__('Second reference fix');
    default:
      return target.variant ?? '';
  }
}

/** The verdict in two or three words. */
export function verdictName(
  outcome: Outcome,
  trans: TranslationBundle
): string {
  if (outcome.cancelled) {
    return trans.__('Cancelled');
  }
  switch (outcome.verdict) {
    case 'crash_as_labelled':
      return trans.__('Crash as labelled');
    case 'crash_elsewhere':
      return trans.__('Crash elsewhere');
    case 'other_crash':
      return trans.__('Other crash');
    case 'no_crash':
      return trans.__('No crash');
    case 'timeout':
      return trans.__('Out of time');
    case 'out_of_memory':
      return trans.__('Out of memory');
    case 'kernel_died':
      return trans.__('Kernel died');
    case 'infrastructure':
      return trans.__('Could not run');
  }
}

/** "Cell 18, execution 6 of 15". */
export function progressWords(
  run: RunProgress,
  trans: TranslationBundle
): string {
  const total = run.steps.length;
  if (total === 0) {
    return trans.__('Getting ready');
  }
  const { current } = run;
  if (current !== null) {
    const { cell } = run.steps[current];
    return trans.__(
      'Cell %1, execution %2 of %3',
      cell + 1,
      current + 1,
      total
    );
  }
  return run.finished === 0
    ? trans.__('Starting a kernel')
    : trans.__('%1 of %2 executions done', run.finished, total);
}

/** A duration that ended: "0.04 s", "12.5 s", "2 min 5 s". */
export function seconds(value: number, trans: TranslationBundle): string {
  if (value >= 60) {
    return duration(value, trans);
  }
  return trans.__('%1 s', value.toFixed(value < 10 ? 2 : 1));
}

/** A duration in whole seconds: "3 s", "2 min 5 s", "15 min". */
export function duration(value: number, trans: TranslationBundle): string {
  const whole = Math.floor(value);
  if (whole < 60) {
    return trans.__('%1 s', whole);
  }
  const minutes = Math.floor(whole / 60);
  const rest = whole % 60;
  return rest === 0
    ? trans.__('%1 min', minutes)
    : trans.__('%1 min %2 s', minutes, rest);
}

/** Time of day where it is of today, else the date, too. */
export function moment(date: Date, today: Date): string {
  const time: Intl.DateTimeFormatOptions = {
    hour: '2-digit',
    minute: '2-digit'
  };
  return date.toDateString() === today.toDateString()
    ? date.toLocaleTimeString([], time)
    : date.toLocaleString([], { ...time, day: 'numeric', month: 'short' });
}

/** The words in which a trace is shown; nothing else in this folder makes sentences. */
import { TranslationBundle } from '@jupyterlab/translation';

import type { Trace } from '../tokens';
import type { ICellMark } from './marks';

/** "cell 29", counted from 1 as in the status bar. */
export function cellName(cell: number, trans: TranslationBundle): string {
  return trans.__('cell %1', cell + 1);
}

/** "2nd run". */
export function nthRun(nth: number, trans: TranslationBundle): string {
  switch (nth) {
    case 2:
      return trans.__('2nd run');
    case 3:
      return trans.__('3rd run');
    default:
      return trans.__('run %1', nth);
  }
}

/** "2 executions lost". */
export function lostWords(count: number, trans: TranslationBundle): string {
  return trans._n('%1 execution lost', '%1 executions lost', count);
}

/** The exception as Python prints it: "NameError: name 'x' is not defined"; the first line of it. */
export function exceptionWords(error: {
  ename: string;
  evalue: string;
}): string {
  const message = error.evalue.split('\n')[0];
  return message ? `${error.ename}: ${message}` : error.ename;
}

/** Text on the badge beside a cell; the icon of a crash or a jump back stands before it. Empty: no badge. */
export function badgeText(mark: ICellMark, trans: TranslationBundle): string {
  const place = mark.places[mark.places.length - 1];
  switch (mark.state) {
    case 'crashed':
      return trans.__('%1 · crash', place);
    case 'ran':
      return mark.places.length > 1
        ? trans.__('%1 · %2', place, nthRun(mark.places.length, trans))
        : String(place);
    case 'never_ran':
      return trans.__('never ran');
    case 'after_crash':
      return trans.__('after crash');
    case 'empty':
      return '';
  }
}

/** The badge in a whole sentence, for a tooltip and for a screen reader. */
export function markSentence(
  mark: ICellMark,
  trans: TranslationBundle
): string {
  const places = mark.places.join(', ');
  switch (mark.state) {
    case 'crashed': {
      const what = mark.crash ? exceptionWords(mark.crash) : '';
      const where =
        mark.crash && mark.crash.line !== null
          ? trans.__('crashed here in line %1', mark.crash.line)
          : trans.__('crashed here');
      return trans.__(
        'Recorded as execution %1 of %2; %3: %4',
        places,
        mark.total,
        where,
        what
      );
    }
    case 'ran': {
      const sentence =
        mark.places.length > 1
          ? trans.__('Recorded as executions %1 of %2', places, mark.total)
          : trans.__('Recorded as execution %1 of %2', places, mark.total);
      return mark.jumpFrom === null
        ? sentence
        : trans.__(
            '%1, after a jump back from %2',
            sentence,
            cellName(mark.jumpFrom, trans)
          );
    }
    case 'never_ran':
      return trans.__('Never ran in the recorded session');
    case 'after_crash':
      return trans.__('After the crash: not part of the recorded session');
    case 'empty':
      return '';
  }
}

/** The numbers of a trace, each with its noun: ["12", "executions"]. Zeros but the first are left out. */
export function traceFacts(
  trace: Trace,
  trans: TranslationBundle
): { count: number; noun: string }[] {
  const executions = trace.executions.length;
  const facts = [
    {
      count: trace.jumps_back,
      noun: trans._n('jump back', 'jumps back', trace.jumps_back)
    },
    {
      count: trace.repeats,
      noun: trans._n('repeat', 'repeats', trace.repeats)
    },
    { count: trace.lost, noun: trans.__('lost') }
  ];
  return [
    {
      count: executions,
      noun: trans._n('execution', 'executions', executions)
    },
    ...facts.filter(fact => fact.count > 0)
  ];
}

/** A trace in one line: "12 executions, 2 jumps back, 1 repeat, 3 lost, crash in cell 29". */
export function traceSummary(trace: Trace, trans: TranslationBundle): string {
  const parts = traceFacts(trace, trans).map(
    ({ count, noun }) => `${count} ${noun}`
  );
  if (trace.crash) {
    parts.push(trans.__('crash in %1', cellName(trace.crash.cell, trans)));
  }
  return parts.join(', ');
}

/** The words in which a trace is shown; nothing else in this folder makes sentences. */
import { TranslationBundle } from '@jupyterlab/translation';

import type { CellNeed, Trace } from '../tokens';
import type { Execution } from './geometry';
import type { ICellMark } from './marks';
import type { NotebookKind, SessionView } from './notebook-sessions';
import type { NameUse, Replay } from './replay';

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
  view: SessionView,
  trans: TranslationBundle
): string {
  const { places, total } = mark;
  if (view === 'recorded' || places.length === 0) {
    return recordedSentence(mark, trans);
  }
  const ran = trans.__(
    places.length > 1
      ? 'Executions %1 of %2 in this kernel'
      : 'Execution %1 of %2 in this kernel',
    places.join(', '),
    total
  );
  return mark.crash
    ? trans.__('%1; it failed: %2', ran, exceptionWords(mark.crash))
    : ran;
}

function recordedSentence(mark: ICellMark, trans: TranslationBundle): string {
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

/** "cells 24 and 27"; one: "cell 24". Cells are 0-based. */
export function cellsName(
  cells: readonly number[],
  trans: TranslationBundle
): string {
  if (cells.length === 1) {
    return cellName(cells[0], trans);
  }
  const numbers = cells.map(cell => cell + 1);
  const last = numbers.pop();
  return trans.__('cells %1 and %2', numbers.join(', '), last);
}

/** What kind of finding it is, as a heading. */
export function findingTitle(kind: string, trans: TranslationBundle): string {
  switch (kind) {
    case 'never_run':
      return trans.__('Never ran');
    case 'run_too_early':
      return trans.__('Ran too early');
    case 'run_twice':
      return trans.__('Ran twice');
    case 'overwritten':
      return trans.__('Overwritten');
    case 'should_not_have_run':
      return trans.__('Should not have run');
    case 'never_defined':
      return trans.__('Never defined');
    case 'raw_cell':
      return trans.__('In a cell that is no code');
    case 'not_order':
      return trans.__('Not the order of the cells');
    default:
      return trans.__('Finding');
  }
}

/** What a session is called where one is chosen. */
export function viewName(
  view: SessionView,
  kind: NotebookKind,
  trans: TranslationBundle
): string {
  if (view === 'kernel') {
    return trans.__('This kernel');
  }
  return kind === 'own' ? trans.__('As saved') : trans.__('As recorded');
}

/** The current step of a replay, after "Step 12 of 12": "cell 29, 2nd run, back from cell 30, crash in line 2". */
export function stepWords(
  replay: Replay,
  nameOf: (cell: number) => string,
  trans: TranslationBundle
): string {
  const { execution, previous, trace } = replay;
  const parts = [nameOf(execution.cell)];
  if (execution.nth > 1) {
    parts.push(nthRun(execution.nth, trans));
  }
  if (execution.jump_back && previous) {
    parts.push(trans.__('back from %1', nameOf(previous.cell)));
  }
  if (execution.crash) {
    const line = trace.crash?.line ?? null;
    parts.push(
      line === null ? trans.__('crash') : trans.__('crash in line %1', line)
    );
  }
  return parts.join(', ');
}

/** What a step did with a name: "read", "written". */
export function wordsOfUse(use: NameUse, trans: TranslationBundle): string {
  switch (use) {
    case 'read':
    case 'missing':
      return trans.__('read');
    case 'written':
      return trans.__('written');
    case 'changed':
      return trans.__('changed');
    case 'deleted':
      return trans.__('deleted');
    case 'maybe':
      return trans.__('written?');
  }
}

/** "cell 23, step 11". */
export function writerWords(
  { cell, place }: Execution,
  nameOf: (cell: number) => string,
  trans: TranslationBundle
): string {
  return trans.__('%1, step %2', nameOf(cell), place);
}

/** What a cell needs before it runs, one sentence a name. Numbers of cells are those of the notebook now. */
export function needSentences(
  need: CellNeed,
  placeOf: (cell: number) => number | null,
  trans: TranslationBundle
): string[] {
  const now = (cell: number) => placeOf(cell) ?? cell;
  return [
    ...need.missing.map(({ name, cells }) =>
      cells.length === 0
        ? trans.__(
            '`%1` does not exist in this kernel, and no cell makes it.',
            name
          )
        : trans.__(
            '`%1` does not exist in this kernel: run %2 first.',
            name,
            cellsName(cells.map(now), trans)
          )
    ),
    ...need.stale.map(({ name, cell }) =>
      trans.__(
        '`%1` is not as the notebook makes it now: run %2 again.',
        name,
        cellName(now(cell), trans)
      )
    )
  ];
}

/** The same in a few words: "needs cell 27", or "needs tf_idf" where no cell makes it. */
export function needBadge(
  need: CellNeed,
  placeOf: (cell: number) => number | null,
  trans: TranslationBundle
): string {
  const cells = need.run.filter(cell => cell !== need.cell);
  const first = cells.length > 0 ? cells[cells.length - 1] : null;
  if (first === null) {
    return trans.__('needs %1', need.missing[0]?.name ?? '');
  }
  return cells.length === 1
    ? trans.__('needs cell %1', (placeOf(first) ?? first) + 1)
    : trans.__('needs %1 cells', cells.length);
}

/** The judgement of an attempt: the ladder of levels, the conditions, and what ran. */
import type { TranslationBundle } from '@jupyterlab/translation';
import React from 'react';

import { CheckMark } from '../runs/marks';
import type { CheckResult } from '../tokens';
import { cellName } from '../trace/words';

type Level = NonNullable<CheckResult['level']>;

/** From the highest on, as a ladder is drawn. */
const LADDER: readonly Level[] = [
  'equals_reference',
  'passes_check',
  'runs',
  'does_not_run'
];

export interface ICheckViewProps {
  result: CheckResult;
  trans: TranslationBundle;
  /** Shows a cell of the attempt; `cell` is its place, 0-based. */
  onCell: (cell: number) => void;
}

export function CheckView(props: ICheckViewProps): JSX.Element {
  const { result, trans, onCell } = props;
  const { level, conditions, evasions, more } = result;
  const held = conditions.filter(({ ok }) => ok).length;
  return (
    <div className="jp-jbl-check">
      {level && <Ladder level={level} trans={trans} />}
      <p className="jp-jbl-check-sentence">
        {result.sentence}
        {result.crash_cell !== null && (
          <>
            {' '}
            <button
              className="jp-jbl-button"
              onClick={() => onCell(result.crash_cell ?? 0)}
            >
              {trans.__('Show %1', cellName(result.crash_cell, trans))}
            </button>
          </>
        )}
      </p>
      {level === null && !result.cancelled && (
        <p className="jp-jbl-quiet">{trans.__('Not counted against you.')}</p>
      )}
      {evasions.length > 0 && (
        <ul aria-label={trans.__('What gets round the crash')}>
          {evasions.map(({ kind, sentence }) => (
            <li key={kind} className="jp-jbl-check-row">
              <CheckMark state="no" />
              <span>{sentence}</span>
            </li>
          ))}
        </ul>
      )}
      {conditions.length > 0 && (
        <>
          <h3>
            {trans.__('Conditions')}{' '}
            <span className="jp-jbl-quiet">
              {trans.__('%1 of %2 hold', held, conditions.length)}
            </span>
          </h3>
          <ul>
            {conditions.map(({ text, ok, detail }) => (
              <li key={text} className="jp-jbl-check-row">
                <CheckMark state={ok ? 'yes' : 'no'} />
                <span>
                  <span className="jp-jbl-sr">
                    {ok ? trans.__('Holds:') : trans.__('Does not hold:')}{' '}
                  </span>
                  {text}
                  {detail && <span className="jp-jbl-quiet"> {detail}</span>}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      {result.prediction !== null && (
        <>
          <h3>{trans.__('Your prediction')}</h3>
          <p>{result.prediction}</p>
        </>
      )}
      <h3>{trans.__('What ran')}</h3>
      <p>{result.order_note}</p>
      {more.map(sentence => (
        <p key={sentence}>{sentence}</p>
      ))}
      <p className="jp-jbl-quiet">
        {trans.__(
          '%1 s of the %2 s that it may take.',
          result.seconds.toFixed(1),
          result.budget.toFixed(0)
        )}{' '}
        {notRun(result, trans)}
      </p>
    </div>
  );
}

function Ladder(props: {
  level: Level;
  trans: TranslationBundle;
}): JSX.Element {
  const { level, trans } = props;
  const reached = LADDER.indexOf(level);
  return (
    <ol className="jp-jbl-check-ladder" reversed>
      {LADDER.map((step, index) => {
        const here = index === reached;
        const climbed = index >= reached && step !== 'does_not_run';
        const state =
          step === 'does_not_run' && here ? 'no' : climbed ? step : 'open';
        return (
          <li
            key={step}
            className={here ? 'jp-jbl-check-here' : undefined}
            aria-current={here ? 'step' : undefined}
          >
            <CheckMark state={state} />
            <span className="jp-jbl-grow">{levelName(step, trans)}</span>
            {here && (
              <span className="jp-jbl-quiet">{trans.__('your attempt')}</span>
            )}
          </li>
        );
      })}
    </ol>
  );
}

/** A level in words. */
export function levelName(level: Level, trans: TranslationBundle): string {
  switch (level) {
    case 'equals_reference':
      return trans.__('Equals the reference fix');
    case 'passes_check':
      return trans.__('Passes the check');
    case 'runs':
      return trans.__('Runs');
    case 'does_not_run':
      return trans.__('Does not run');
  }
}

/** "Not run: cells 6, 10, 14"; empty where all code cells ran. */
function notRun({ cells }: CheckResult, trans: TranslationBundle): string {
  const places = cells
    .filter(({ ran }) => ran === 'not_run')
    .map(({ cell }) => cell + 1);
  const once = [...new Set(places)].sort((a, b) => a - b);
  return once.length > 0 ? trans.__('Not run: cells %1.', once.join(', ')) : '';
}

import type { ITranslator, TranslationBundle } from '@jupyterlab/translation';
import { ReactWidget, stopIcon, UseSignal } from '@jupyterlab/ui-components';
import type { Message } from '@lumino/messaging';
import React, { useEffect, useState } from 'react';

import { runsIcon } from '../icons';
import { Section } from '../section';
import type { Outcome, RunSummary } from '../tokens';
import { RowList, IRow } from '../trace/row-list';
import { cellName, exceptionWords, nthRun } from '../trace/words';
import { CheckView } from '../practice/check-view';
import { StepMark, VerdictMark } from './marks';
import type { RunsModel } from './model';
import type { IRunStep, RunProgress } from './progress';
import {
  duration,
  moment,
  progressWords,
  seconds,
  targetName,
  verdictName
} from './words';

/** Height of a row of the list of executions, in CSS pixels. */
const ROW_HEIGHT = 22;

/** The run in progress, cell by cell, and the runs before it. */
export class RunsPanel extends ReactWidget {
  constructor(
    private readonly _model: RunsModel,
    /** Shows the cell of a run in its notebook; `cell` is its place, 0-based. */
    private readonly _onCell: (run: RunProgress, cell: number) => void,
    translator: ITranslator
  ) {
    super();
    this._trans = translator.load('junobench_lab');
    this.id = 'junobench-lab-runs';
    this.addClass('jp-jbl');
    this.addClass('jp-jbl-runs');
    this.title.icon = runsIcon;
    this.title.caption = this._trans.__('Runs of variants and attempts');
    this.node.setAttribute('role', 'region');
    this.node.setAttribute('aria-label', this._trans.__('Runs'));
  }

  protected override onBeforeShow(message: Message): void {
    super.onBeforeShow(message);
    // The list is first read when it is looked at.
    if (!this._read) {
      this._read = true;
      void this._model.refresh();
    }
  }

  protected override render(): JSX.Element {
    return (
      <UseSignal signal={this._model.changed}>
        {() => (
          <RunsView
            model={this._model}
            onCell={this._onCell}
            trans={this._trans}
          />
        )}
      </UseSignal>
    );
  }

  private _read = false;
  private readonly _trans: TranslationBundle;
}

export interface IRunsViewProps {
  model: RunsModel;
  onCell: (run: RunProgress, cell: number) => void;
  trans: TranslationBundle;
}

export function RunsView(props: IRunsViewProps): JSX.Element {
  const { model, onCell, trans } = props;
  const { shown, earlier, problem, starting } = model;
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  return (
    <>
      <div className="jp-jbl-head">
        <h2>{trans.__('Runs')}</h2>
      </div>
      <div className="jp-jbl-runs-body" ref={setScroller}>
        {problem && (
          <p className="jp-jbl-message jp-jbl-message-error" role="alert">
            {problem}
          </p>
        )}
        {starting && (
          <p className="jp-jbl-message" role="status">
            {trans.__('Starting a run…')}
          </p>
        )}
        {shown && (
          <ShownRun
            run={shown}
            scroller={scroller}
            trans={trans}
            onCancel={() => void model.cancel(shown)}
            onAgain={() =>
              void (shown.check
                ? model.check(shown.target)
                : model.start(shown.target))
            }
            onCell={cell => onCell(shown, cell)}
          />
        )}
        {!shown && !starting && earlier.length === 0 && !problem && (
          <p className="jp-jbl-message">
            {trans.__(
              'Nothing has been run yet. Open an instance and choose Run.'
            )}
          </p>
        )}
        {earlier.length > 0 && (
          <Earlier
            runs={earlier}
            trans={trans}
            onOpen={run => {
              void model.open(run);
              scroller?.scrollTo({ top: 0 });
            }}
          />
        )}
      </div>
    </>
  );
}

interface IShownRunProps {
  run: RunProgress;
  scroller: HTMLElement | null;
  trans: TranslationBundle;
  onCancel: () => void;
  onAgain: () => void;
  onCell: (cell: number) => void;
}

function ShownRun(props: IShownRunProps): JSX.Element {
  const { run, scroller, trans, onCell } = props;
  const now = useClock(run.running);
  const { steps, outcome } = run;
  return (
    <section aria-label={trans.__('Run of %1', targetName(run.target, trans))}>
      <RunHead {...props} now={now} />
      <p className="jp-jbl-sr" role="status">
        {run.check?.sentence ?? outcome?.sentence ?? ''}
      </p>
      {run.check ? (
        <CheckView result={run.check} trans={trans} onCell={onCell} />
      ) : (
        outcome && <Verdict run={run} outcome={outcome} trans={trans} />
      )}
      {run.problem && (
        <p className="jp-jbl-message jp-jbl-message-error" role="alert">
          {run.problem}
        </p>
      )}
      {run.resumed > 0 && !run.check && (
        <p className="jp-jbl-runs-note">{resumedWords(run, trans)}</p>
      )}
      {run.note && !run.check && <p className="jp-jbl-runs-note">{run.note}</p>}
      {steps.length > 0 && (
        <div className="jp-jbl-runs-steps">
          <RowList
            id="jp-jbl-run-row"
            label={trans.__('Executions of this run')}
            count={steps.length}
            rowHeight={ROW_HEIGHT}
            scroller={scroller}
            row={index => stepRow(steps[index], index, run.elapsed(now), trans)}
            onOpen={index => onCell(steps[index].cell)}
          />
        </div>
      )}
    </section>
  );
}

function resumedWords(run: RunProgress, trans: TranslationBundle): string {
  return trans._n(
    'The first execution is that of the run before: its cell has not changed since.',
    'The first %1 executions are those of the run before: their cells have not changed since.',
    run.resumed
  );
}

/** What is run and how far it is, with the bound and the way to stop it. */
function RunHead(props: IShownRunProps & { now: number }): JSX.Element {
  const { run, trans, now, onCancel, onAgain } = props;
  const elapsed = run.elapsed(now);
  const total = run.steps.length;
  return (
    <div className="jp-jbl-runs-head">
      <div className="jp-jbl-row">
        <strong>{targetName(run.target, trans)}</strong>
        <span className="jp-jbl-quiet jp-jbl-cut jp-jbl-grow">
          {run.target.id}
        </span>
        {run.running ? (
          <button
            className="jp-jbl-button jp-jbl-runs-button"
            disabled={run.cancelling}
            onClick={onCancel}
          >
            <stopIcon.react tag="span" width="12px" aria-hidden="true" />
            {run.cancelling ? trans.__('Cancelling…') : trans.__('Cancel')}
          </button>
        ) : (
          <button
            className="jp-jbl-button jp-jbl-runs-button"
            onClick={onAgain}
          >
            {run.check ? trans.__('Check Again') : trans.__('Run Again')}
          </button>
        )}
      </div>
      {run.running && (
        <>
          <div className="jp-jbl-row jp-jbl-runs-progress">
            <span className="jp-jbl-cut jp-jbl-grow">
              {progressWords(run, trans)}
            </span>
            {elapsed !== null && run.bound !== null && (
              <span className="jp-jbl-number">
                {trans.__(
                  '%1 of %2',
                  duration(elapsed, trans),
                  duration(run.bound, trans)
                )}
              </span>
            )}
          </div>
          <div
            className="jp-jbl-meter"
            role="progressbar"
            aria-label={trans.__('Executions done')}
            aria-valuemin={0}
            aria-valuemax={total}
            aria-valuenow={run.finished}
          >
            <div
              style={{ width: `${total ? (run.finished / total) * 100 : 0}%` }}
            />
          </div>
        </>
      )}
    </div>
  );
}

function Verdict(props: {
  run: RunProgress;
  outcome: Outcome;
  trans: TranslationBundle;
}): JSX.Element {
  const { run, outcome, trans } = props;
  const { ename, evalue } = outcome;
  const infrastructure =
    outcome.verdict === 'infrastructure' && !outcome.cancelled;
  return (
    <div className="jp-jbl-runs-verdict">
      <VerdictMark outcome={outcome} attempt={run.target.attempt !== null} />
      <div className="jp-jbl-grow">
        <div className="jp-jbl-row">
          <strong className="jp-jbl-grow">{verdictName(outcome, trans)}</strong>
          <span className="jp-jbl-quiet jp-jbl-small">
            {trans.__(
              '%1 of %2 executions, %3',
              outcome.executed,
              outcome.planned,
              seconds(outcome.seconds, trans)
            )}
          </span>
        </div>
        <p>{outcome.sentence}</p>
        {ename && (
          <code className="jp-jbl-runs-error">
            {exceptionWords({ ename, evalue: evalue ?? '' })}
          </code>
        )}
        {infrastructure && (
          <p className="jp-jbl-quiet">{trans.__('Not counted against you.')}</p>
        )}
      </div>
    </div>
  );
}

function stepRow(
  step: IRunStep,
  index: number,
  elapsed: number | null,
  trans: TranslationBundle
): IRow {
  return {
    key: String(index),
    className: `jp-jbl-run-row jp-jbl-run-row-${step.state}`,
    title: step.source.slice(0, 1600),
    content: (
      <>
        <StepMark state={step.state} />
        <span className="jp-jbl-run-cell">{cellName(step.cell, trans)}</span>
        <code className="jp-jbl-trace-source jp-jbl-cut jp-jbl-grow">
          {step.source.trimStart().split('\n')[0]}
        </code>
        {step.nth > 1 && (
          <span className="jp-jbl-trace-tag">{nthRun(step.nth, trans)}</span>
        )}
        <span className="jp-jbl-run-time">
          {stepTime(step, elapsed, trans)}
        </span>
      </>
    )
  };
}

function stepTime(
  step: IRunStep,
  elapsed: number | null,
  trans: TranslationBundle
): string {
  if (step.seconds !== null) {
    return seconds(step.seconds, trans);
  }
  switch (step.state) {
    case 'running':
      return duration(
        Math.max(0, (elapsed ?? 0) - (step.startedAt ?? 0)),
        trans
      );
    case 'unreached':
      return trans.__('not run');
    default:
      return trans.__('waiting');
  }
}

function Earlier(props: {
  runs: readonly RunSummary[];
  trans: TranslationBundle;
  onOpen: (run: string) => void;
}): JSX.Element {
  const { runs, trans, onOpen } = props;
  const today = new Date();
  return (
    <Section title={trans.__('Earlier')} more={runs.length}>
      <ul>
        {runs.map(summary => (
          <li key={summary.run}>
            <button
              className="jp-jbl-runs-past"
              title={summary.outcome?.sentence}
              onClick={() => onOpen(summary.run)}
            >
              {summary.outcome ? (
                <VerdictMark
                  outcome={summary.outcome}
                  attempt={summary.target.attempt !== null}
                />
              ) : (
                <span />
              )}
              <span className="jp-jbl-cut">
                {targetName(summary.target, trans)}{' '}
                <span className="jp-jbl-quiet">{summary.target.id}</span>
              </span>
              <span className="jp-jbl-quiet jp-jbl-small">
                {moment(new Date(summary.started), today)}
                {summary.outcome &&
                  `, ${seconds(summary.outcome.seconds, trans)}`}
              </span>
              <span className="jp-jbl-runs-past-words">
                {summary.outcome
                  ? summary.outcome.sentence
                  : trans.__(
                      'Has not ended yet, or the server was stopped before it did.'
                    )}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** The wall clock in milliseconds, once a second while it is asked for. */
function useClock(ticking: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!ticking) {
      return;
    }
    setNow(Date.now());
    const timer = window.setInterval(() => setNow(Date.now()), 1000);
    return () => window.clearInterval(timer);
  }, [ticking]);
  return now;
}

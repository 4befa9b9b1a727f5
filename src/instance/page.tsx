import { LanguageSupport } from '@codemirror/language';
import { ReactWidget } from '@jupyterlab/apputils';
import { ITranslator, TranslationBundle } from '@jupyterlab/translation';
import { UseSignal } from '@jupyterlab/ui-components';
import { Message } from '@lumino/messaging';
import React from 'react';

import { benchIcon, crashIcon } from '../icons';
import { ProblemList } from '../problem-list';
import { State } from '../progress/state';
import { minutes } from '../progress/words';
import { CheckMark } from '../runs/marks';
import type {
  Attempt,
  InstanceView,
  Target,
  Trace,
  VariantName
} from '../tokens';
import { ISystemsSource, SystemsBeside } from '../systems/beside';
import { HorizontalLane } from '../trace/lane';
import { cellName, traceSummary } from '../trace/words';
import { CauseChip, Chip } from './chips';
import { NextHint, ShownHints } from './hints';
import { DataFacts, NeedFacts } from './inputs';
import { AskLacking, LackingNote } from './lacking';
import type { InstanceModel } from './model';
import { Snippet } from './snippet';
import { exceptionOf, isReference, placeOf, variantWords } from './words';

/** What a person can ask of the page. */
export interface IPageActions {
  /** Start the first attempt, or take up the latest. */
  start: () => void;
  resume: (attempt: number) => void;
  /** Begin anew with another attempt. */
  reset: () => void;
  openVariant: (variant: VariantName) => void;
  /** Ask for the next hint. */
  hint: () => void;
  /** Ask for the reference fix. */
  revealFix: () => void;
  /** Show step by step what an agent did. */
  replay: (trajectory: string) => void;
  run: (target: Target) => void;
}

export namespace InstancePage {
  export interface IOptions {
    model: InstanceModel;
    actions: IPageActions;
    /** The colours of code. */
    language: () => Promise<LanguageSupport | null>;
    /** The kernel that attempts at a bench get; null: the default kernel. */
    kernel: (bench: string) => string | null;
    lacking: AskLacking;
    /** Null: nothing is known of systems. */
    systems: ISystemsSource | null;
    translator: ITranslator;
  }
}

/** The page of an instance: the crash and its session, and the ways on, never the answer unasked. */
export class InstancePage extends ReactWidget {
  constructor(private readonly _options: InstancePage.IOptions) {
    super();
    const trans = _options.translator.load('junobench_lab');
    this.id = 'junobench-lab-instance';
    this.addClass('jp-jbl');
    this.addClass('jp-jbl-page');
    this.title.icon = benchIcon;
    this.title.closable = true;
    this.node.setAttribute('role', 'region');
    this.node.tabIndex = -1;
    const { model } = _options;
    const name = () => {
      const { key } = model;
      this.title.label = key?.id ?? trans.__('Instance');
      this.title.caption = key
        ? trans.__('%1 of the bench %2', key.id, key.bench)
        : '';
      this.node.setAttribute('aria-label', this.title.label);
    };
    model.changed.connect(name);
    name();
  }

  get model(): InstanceModel {
    return this._options.model;
  }

  override dispose(): void {
    this.model.dispose();
    super.dispose();
  }

  protected override render(): JSX.Element {
    return (
      <UseSignal signal={this.model.changed}>
        {() => <Page {...this._options} />}
      </UseSignal>
    );
  }

  protected override onActivateRequest(msg: Message): void {
    super.onActivateRequest(msg);
    // The lab takes for current what had the focus last. Somebody who walks through the list of instances has it back.
    const before = document.activeElement;
    this.node.focus({ preventScroll: true });
    if (
      before instanceof HTMLElement &&
      before.closest('.jp-jbl-catalog') !== null
    ) {
      before.focus({ preventScroll: true });
    }
  }
}

function Page(options: InstancePage.IOptions): JSX.Element {
  const { model, translator } = options;
  const trans = translator.load('junobench_lab');
  if (model.error !== null) {
    return (
      <div className="jp-jbl-message jp-jbl-message-error" role="alert">
        {model.error}
        <div className="jp-jbl-row">
          <button className="jp-jbl-link" onClick={() => void model.refresh()}>
            {trans.__('Try again')}
          </button>
        </div>
      </div>
    );
  }
  if (!model.view) {
    return (
      <p className="jp-jbl-message jp-jbl-quiet" role="status">
        {trans.__('Loading…')}
      </p>
    );
  }
  return <Instance {...options} view={model.view} trans={trans} />;
}

interface IProps extends InstancePage.IOptions {
  view: InstanceView;
  trans: TranslationBundle;
}

function Instance(props: IProps): JSX.Element {
  const { view, trans } = props;
  const { instance, trace } = view;
  return (
    <>
      <Title {...props} />
      <Exception view={view} trans={trans} />
      <Labels {...props} />
      <LackingNote
        instance={instance.summary}
        ask={props.lacking}
        className="jp-jbl-lacking"
      />
      <Problems view={view} trans={trans} />
      {trace && <Session {...props} trace={trace} />}
      {props.systems && (
        <SystemsBeside
          source={props.systems}
          view={view}
          language={props.language}
          onReveal={props.actions.revealFix}
          onReplay={props.actions.replay}
          trans={trans}
        />
      )}
      <div className="jp-jbl-columns">
        <div>
          <Variants {...props} />
          {view.attempts.length > 0 && <Attempts {...props} />}
          <Hints {...props} />
        </div>
        <div>
          <NeedFacts instance={instance} kernel={props.kernel} trans={trans} />
          <DataFacts instance={instance} trans={trans} />
        </div>
      </div>
    </>
  );
}

function Title({ view, actions, trans }: IProps): JSX.Element {
  const { attempts, instance } = view;
  const latest = attempts.reduce(
    (last, { number }) => Math.max(last, number),
    0
  );
  return (
    <div className="jp-jbl-title">
      <h1>{instance.summary.id}</h1>
      {latest > 0 && <State state={view.progress.state} trans={trans} />}
      {latest > 0 && (
        <button className="jp-jbl-button" onClick={actions.reset}>
          {trans.__('Start a new attempt')}
        </button>
      )}
      <button
        className="jp-jbl-button jp-jbl-button-accept"
        onClick={actions.start}
      >
        {latest > 0
          ? trans.__('Resume attempt %1', latest)
          : trans.__('Start attempt')}
      </button>
    </div>
  );
}

function Exception(props: {
  view: InstanceView;
  trans: TranslationBundle;
}): JSX.Element | null {
  const { view, trans } = props;
  const exception = exceptionOf(view);
  if (exception === null) {
    return null;
  }
  return (
    <div className="jp-jbl-exception">
      <crashIcon.react tag="span" width="14px" />
      <code>{exception}</code>
      <span>{view.trace && placeOf(view.trace, trans)}</span>
    </div>
  );
}

function Labels({ view, trans }: IProps): JSX.Element {
  const { labels, notebook_specific } = view.instance.summary;
  return (
    <div className="jp-jbl-chips">
      {labels.library !== null && (
        <CauseChip
          library={labels.library}
          notebookSpecific={notebook_specific}
          trans={trans}
        />
      )}
      {labels.crash_type !== null && (
        <Chip name={trans.__('crash')} value={labels.crash_type} />
      )}
      {labels.stage !== null && (
        <Chip name={trans.__('stage')} value={labels.stage} />
      )}
      {labels.root_cause !== null && (
        <Chip name={trans.__('root cause')} value={labels.root_cause} />
      )}
    </div>
  );
}

function Problems(props: {
  view: InstanceView;
  trans: TranslationBundle;
}): JSX.Element | null {
  const { problems } = props.view.instance.summary;
  if (problems.length === 0) {
    return null;
  }
  return (
    <div className="jp-jbl-problems">
      <strong>{props.trans.__('Problems of this instance')}</strong>
      <ProblemList problems={problems} />
    </div>
  );
}

/** The recorded session as a lane, and the source of the crash cell or of the cell that was chosen in the lane. */
function Session(props: IProps & { trace: Trace }): JSX.Element {
  const { trace, model, language, trans, view } = props;
  const crash = trace.crash;
  const place = model.cell ?? crash?.cell ?? null;
  const cell = trace.cells.find(traced => traced.cell === place);
  const isCrash = crash !== null && place === crash.cell;
  return (
    <>
      <h2 className="jp-jbl-heading">
        {trans.__('Recorded session')}
        <span>
          {traceSummary(trace, trans)}
          {trace.never_ran.length > 0 &&
            trans._n(
              ', %1 cell never ran',
              ', %1 cells never ran',
              trace.never_ran.length
            )}
        </span>
      </h2>
      <HorizontalLane
        trace={trace}
        trans={trans}
        onCell={chosen => {
          model.cell = chosen;
        }}
      />
      {cell && (
        <>
          <h2 className="jp-jbl-heading">
            {isCrash ? trans.__('Crash cell') : trans.__('Cell')}
            <span>
              {cellName(cell.cell, trans)}
              {cell.places.length > 0 &&
                trans.__(
                  ', execution %1 of %2',
                  cell.places.join(', '),
                  trace.executions.length
                )}
            </span>
            {!isCrash && crash && (
              <button
                className="jp-jbl-link"
                onClick={() => {
                  model.cell = null;
                }}
              >
                {trans.__('Back to the crash cell')}
              </button>
            )}
          </h2>
          <Snippet
            source={cell.source}
            crash={
              isCrash && crash.line !== null
                ? { line: crash.line, note: exceptionOf(view) ?? crash.ename }
                : null
            }
            language={language}
            label={trans.__('Source of %1', cellName(cell.cell, trans))}
          />
        </>
      )}
    </>
  );
}

function Variants({ view, actions, model, trans }: IProps): JSX.Element {
  const { instance, trace, cells } = view;
  const { bench, id } = instance.summary;
  return (
    <section>
      <h2 className="jp-jbl-heading">
        {trans.__('Variants')}
        <span>{trans.__('read-only, side by side')}</span>
      </h2>
      <table className="jp-jbl-table">
        <thead>
          <tr>
            <th>{trans.__('variant')}</th>
            <th className="jp-jbl-number">{trans.__('cells')}</th>
            <th className="jp-jbl-variant-words">{trans.__('what it is')}</th>
            <th />
          </tr>
        </thead>
        <tbody>
          {instance.variants.map(({ name }) => {
            const hidden = isReference(name) && !model.isRevealed('fixed');
            return (
              <tr key={name}>
                <td>{name}</td>
                <td className="jp-jbl-number">
                  {cells[name] ?? (hidden ? trans.__('hidden') : '')}
                </td>
                <td className="jp-jbl-quiet jp-jbl-variant-words">
                  {variantWords(name, trace, trans)}
                </td>
                <td className="jp-jbl-ways">
                  <button
                    className="jp-jbl-link"
                    aria-label={trans.__('Open the variant %1', name)}
                    onClick={() => actions.openVariant(name)}
                  >
                    {hidden ? trans.__('Reveal…') : trans.__('Open')}
                  </button>
                  {!hidden && (
                    <button
                      className="jp-jbl-link"
                      aria-label={trans.__('Run the variant %1', name)}
                      onClick={() =>
                        actions.run({ bench, id, variant: name, attempt: null })
                      }
                    >
                      {trans.__('Run')}
                    </button>
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

function Hints({ view, actions, trans }: IProps): JSX.Element {
  const shown = view.hints.filter(hint => hint.shown).length;
  return (
    <section>
      <h2 className="jp-jbl-heading">
        {trans.__('Hints')}{' '}
        <span>{trans.__('%1 of %2 shown', shown, view.hints.length)}</span>
      </h2>
      <div className="jp-jbl-page-hints">
        <ShownHints view={view} className="" trans={trans} />
        <NextHint view={view} trans={trans} onAsk={actions.hint} />
      </div>
    </section>
  );
}

function Attempts({ view, actions, trans }: IProps): JSX.Element {
  const { progress, hints } = view;
  const known = (attempt: Attempt) =>
    progress.attempts.find(
      each =>
        each.attempt === attempt.number &&
        each.started !== null &&
        Date.parse(each.started) === Date.parse(attempt.started)
    );
  return (
    <section>
      <h2 className="jp-jbl-heading">{trans.__('Your attempts')}</h2>
      <table className="jp-jbl-table">
        <thead>
          <tr>
            <th>{trans.__('attempt')}</th>
            <th>{trans.__('started')}</th>
            <th>{trans.__('best check')}</th>
            <th className="jp-jbl-number">{trans.__('hints')}</th>
            <th className="jp-jbl-number jp-jbl-variant-words">
              {trans.__('time')}
            </th>
            <th />
          </tr>
        </thead>
        <tbody>
          {view.attempts.map(attempt => (
            <tr key={attempt.number}>
              <td>{attempt.number}</td>
              <td title={attempt.path}>
                {new Date(attempt.started).toLocaleString()}
              </td>
              <td>
                <BestCheck progress={known(attempt)} trans={trans} />
              </td>
              <td className="jp-jbl-number">
                {trans.__(
                  '%1 of %2',
                  known(attempt)?.hints.length ?? 0,
                  hints.length
                )}
              </td>
              <td className="jp-jbl-number jp-jbl-variant-words">
                {minutes(known(attempt)?.seconds ?? 0, trans)}
              </td>
              <td className="jp-jbl-ways">
                <button
                  className="jp-jbl-link"
                  aria-label={trans.__('Resume attempt %1', attempt.number)}
                  onClick={() => actions.resume(attempt.number)}
                >
                  {trans.__('Resume')}
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The best check of an attempt. */
function BestCheck(props: {
  progress: InstanceView['progress']['attempts'][number] | undefined;
  trans: TranslationBundle;
}): JSX.Element {
  const { progress, trans } = props;
  if (!progress || progress.checks === 0) {
    return <span className="jp-jbl-quiet">{trans.__('not checked yet')}</span>;
  }
  return progress.state === 'tried' ? (
    <span className="jp-jbl-state">
      <CheckMark state="no" />
      {trans.__('does not run')}
    </span>
  ) : (
    <State state={progress.state} trans={trans} />
  );
}

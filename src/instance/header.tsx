import { ReactWidget } from '@jupyterlab/apputils';
import { NotebookPanel } from '@jupyterlab/notebook';
import { ITranslator, TranslationBundle } from '@jupyterlab/translation';
import {
  caretDownEmptyIcon,
  checkIcon,
  LabIcon,
  runIcon,
  undoIcon,
  UseSignal
} from '@jupyterlab/ui-components';
import { CommandRegistry } from '@lumino/commands';
import { MessageLoop } from '@lumino/messaging';
import { ISignal } from '@lumino/signaling';
import { Menu, Widget } from '@lumino/widgets';
import React from 'react';

import { CommandIDs } from '../commands';
import {
  compareIcon,
  crashIcon,
  revealIcon,
  traceIcon,
  variantsIcon
} from '../icons';
import type { InstanceView, IRuns, IShown, ITraces, Target } from '../tokens';
import { CauseChip, Chip } from './chips';
import { headerFacts, targetOf } from './header-facts';
import { hintName, nextHint, ShownHints } from './hints';
import { AskLacking, LackingNote } from './lacking';
import type { InstanceModel } from './model';
import { IPredictions, Prediction } from './prediction';
import { isReference, placeOf } from './words';

export namespace NotebookHeader {
  export interface IOptions {
    panel: NotebookPanel;
    shown: IShown;
    model: InstanceModel;
    commands: CommandRegistry;
    /** Null for a variant. */
    predictions: IPredictions | null;
    runs: Pick<IRuns, 'latest' | 'changed'> | null;
    traces: Pick<ITraces, 'show'> | null;
    lacking: AskLacking;
    translator: ITranslator;
  }
}

/** Stands above a notebook of a bench: what it is, how it crashed, and the ways on. */
export class NotebookHeader extends ReactWidget {
  constructor(private readonly _options: NotebookHeader.IOptions) {
    super();
    const { shown, translator } = _options;
    const trans = translator.load('junobench_lab');
    this.addClass('jp-jbl');
    this.addClass('jp-jbl-case');
    this.node.setAttribute('role', 'region');
    this.node.setAttribute('aria-label', trans.__('JunoBench: %1', shown.id));
    void _options.model.show({ bench: shown.bench, id: shown.id });
  }

  override dispose(): void {
    this._options.model.dispose();
    super.dispose();
  }

  protected override render(): JSX.Element {
    return (
      <UseSignal signal={this._options.model.changed}>
        {() => (
          <Header {...this._options} onHeight={height => this._fit(height)} />
        )}
      </UseSignal>
    );
  }

  /** The lab lays out by minimal heights, not by content. */
  private _fit(height: number): void {
    this.node.style.minHeight = `${height}px`;
    if (this.parent) {
      MessageLoop.postMessage(this.parent, Widget.Msg.FitRequest);
    }
  }
}

interface IHeaderProps extends NotebookHeader.IOptions {
  onHeight: (height: number) => void;
}

function Header(props: IHeaderProps): JSX.Element {
  const { model, shown, translator, onHeight } = props;
  const trans = translator.load('junobench_lab');
  const box = React.useRef<HTMLDivElement>(null);
  const tell = React.useRef(onHeight);
  tell.current = onHeight;
  React.useLayoutEffect(() => {
    const node = box.current;
    if (!node) {
      return;
    }
    const observer = new ResizeObserver(() => tell.current(node.offsetHeight));
    observer.observe(node);
    return () => observer.disconnect();
  }, []);
  return (
    <div className="jp-jbl-case-content" ref={box}>
      {model.view ? (
        <Case {...props} view={model.view} trans={trans} />
      ) : (
        <div className="jp-jbl-case-line">
          <strong>{shown.id}</strong>
          <span
            className="jp-jbl-quiet jp-jbl-cut"
            role="status"
            title={model.error ?? undefined}
          >
            {model.error ?? trans.__('Loading…')}
          </span>
        </div>
      )}
    </div>
  );
}

interface ICaseProps extends NotebookHeader.IOptions {
  view: InstanceView;
  trans: TranslationBundle;
}

function Case(props: ICaseProps): JSX.Element {
  const { view, shown, panel, runs, trans } = props;
  const facts = headerFacts(view, shown, panel.context.path);
  return (
    <>
      <div className="jp-jbl-case-line">
        <strong className="jp-jbl-case-id jp-jbl-cut" title={shown.id}>
          {shown.id}
        </strong>
        {facts.exception !== null && (
          <span className="jp-jbl-case-error">
            <crashIcon.react
              tag="span"
              className="jp-jbl-case-crash"
              width="12px"
            />
            <code
              className="jp-jbl-code jp-jbl-cut jp-jbl-case-exception"
              title={facts.exception}
            >
              {facts.exception}
            </code>
            <span className="jp-jbl-quiet jp-jbl-case-place">
              {view.trace && placeOf(view.trace, trans)}
            </span>
          </span>
        )}
        <span className="jp-jbl-grow" />
        <What {...props} />
      </div>
      <div className="jp-jbl-case-line jp-jbl-case-second">
        <div className="jp-jbl-case-chips">
          {facts.rootCause !== null && (
            <Chip name={trans.__('root cause')} value={facts.rootCause} />
          )}
          {facts.library !== null && (
            <CauseChip
              library={facts.library}
              notebookSpecific={facts.notebookSpecific}
              trans={trans}
            />
          )}
          {facts.crashType !== null && (
            <Chip name={trans.__('crash')} value={facts.crashType} />
          )}
          {facts.stage !== null && (
            <Chip name={trans.__('stage')} value={facts.stage} />
          )}
        </div>
        <Ways {...props} />
      </div>
      <LackingNote
        instance={shown}
        ask={props.lacking}
        className="jp-jbl-case-text"
      />
      {runs && (
        <UseSignal signal={runs.changed as ISignal<object, void>}>
          {() => <Verdict runs={runs} target={targetOf(shown)} trans={trans} />}
        </UseSignal>
      )}
      {props.predictions && (
        <Prediction
          panel={panel}
          predictions={props.predictions}
          version={view}
          trans={trans}
        />
      )}
      <ShownHints
        view={view}
        className="jp-jbl-case-text jp-jbl-case-hints"
        trans={trans}
      />
      {facts.isCopy && (
        <p className="jp-jbl-case-text">
          {trans.__(
            'This notebook is a copy of attempt %1. Run and Compare are about the attempt itself, not about this copy.',
            shown.attempt
          )}
        </p>
      )}
    </>
  );
}

/** The verdict of the latest run, in words. */
function Verdict(props: {
  runs: Pick<IRuns, 'latest'>;
  target: Target;
  trans: TranslationBundle;
}): JSX.Element | null {
  const outcome = props.runs.latest(props.target);
  return (
    outcome && (
      <p className="jp-jbl-case-text" role="status">
        <strong>{props.trans.__('Last run')}</strong> {outcome.sentence}
      </p>
    )
  );
}

/** Which attempt or variant it is; for an attempt with the way to the others. */
function What({ shown, view, commands, trans }: ICaseProps): JSX.Element {
  const { bench, id, attempt, variant } = shown;
  if (attempt === undefined) {
    return (
      <>
        <span className="jp-jbl-quiet">
          {trans.__('%1, read-only', variant)}
        </span>
        <Way
          label={trans.__('Your attempt')}
          caption={trans.__('Start an attempt, or resume the latest one')}
          always
          onClick={() =>
            void commands.execute(CommandIDs.openAttempt, { bench, id })
          }
        />
      </>
    );
  }
  return (
    <Way
      label={trans.__('attempt %1', attempt)}
      caption={trans.__('Open another attempt, or start a new one')}
      always
      menu
      onClick={button => {
        const menu = new Menu({ commands });
        for (const { number } of view.attempts) {
          menu.addItem({
            command: CommandIDs.openAttempt,
            args: { bench, id, attempt: number }
          });
        }
        menu.addItem({ type: 'separator' });
        menu.addItem({
          command: CommandIDs.resetAttempt,
          args: { bench, id }
        });
        menu.addItem({
          command: CommandIDs.openInstance,
          args: { bench, id }
        });
        openBelow(menu, button);
      }}
    />
  );
}

/** The buttons of the header. */
function Ways(props: ICaseProps): JSX.Element {
  const { shown, view, panel, commands, traces, trans } = props;
  const { bench, id, variant, attempt } = shown;
  const hint = nextHint(view);
  return (
    <div
      className="jp-jbl-case-ways"
      role="toolbar"
      aria-label={trans.__('What to do with this notebook')}
    >
      {commands.hasCommand(CommandIDs.run) && (
        <Way
          icon={runIcon}
          label={trans.__('Run')}
          caption={trans.__('Run in a fresh kernel, up to the crash cell')}
          onClick={() =>
            void commands.execute(CommandIDs.run, {
              target: { ...targetOf(shown) }
            })
          }
        />
      )}
      {attempt !== undefined && commands.hasCommand(CommandIDs.check) && (
        <Way
          icon={checkIcon}
          label={trans.__('Check')}
          caption={trans.__('Say whether the repair is right')}
          onClick={() =>
            void commands.execute(CommandIDs.check, {
              target: { ...targetOf(shown) }
            })
          }
        />
      )}
      {traces && (
        <Way
          icon={traceIcon}
          label={trans.__('Trace')}
          caption={trans.__('Show in which order the cells ran')}
          onClick={() => traces.show(panel)}
        />
      )}
      {commands.hasCommand(CommandIDs.compare) &&
        !(variant && isReference(variant)) && (
          <Way
            icon={compareIcon}
            label={trans.__('Compare')}
            caption={trans.__('Compare with the reference fix')}
            onClick={() =>
              void commands.execute(CommandIDs.compare, {
                left: { bench, id, ...(variant ? { variant } : { attempt }) },
                right: { bench, id, variant: 'fixed' }
              })
            }
          />
        )}
      {hint && (
        <Way
          icon={revealIcon}
          label={hintName(hint, view, trans)}
          caption={trans.__('%1: %2', hint.title, hint.tells)}
          onClick={() =>
            void commands.execute(CommandIDs.hint, { bench, id, attempt })
          }
        />
      )}
      {attempt !== undefined && (
        <Way
          icon={undoIcon}
          label={trans.__('Reset')}
          caption={trans.__('Begin anew; this attempt is kept')}
          onClick={() =>
            void commands.execute(CommandIDs.resetAttempt, { bench, id })
          }
        />
      )}
      <Way
        icon={variantsIcon}
        label={trans.__('Variants')}
        caption={trans.__('Open a variant beside this notebook, read-only')}
        menu
        onClick={button => {
          const menu = new Menu({ commands });
          for (const { name } of view.instance.variants) {
            menu.addItem({
              command: CommandIDs.openVariant,
              args: { bench, id, variant: name }
            });
          }
          openBelow(menu, button);
        }}
      />
    </div>
  );
}

/** A button of the header. Where the header is narrow, its text goes unless it is `always` there. */
function Way(props: {
  icon?: LabIcon;
  label: string;
  caption: string;
  always?: boolean;
  menu?: boolean;
  onClick: (button: HTMLElement) => void;
}): JSX.Element {
  const { icon, label, caption, always, menu, onClick } = props;
  return (
    <button
      className="jp-jbl-tool"
      title={`${label}: ${caption}`}
      aria-label={label}
      aria-haspopup={menu ? 'menu' : undefined}
      onClick={event => onClick(event.currentTarget)}
    >
      {icon && <icon.react tag="span" width="16px" />}
      <span className={always ? '' : 'jp-jbl-case-label'}>{label}</span>
      {menu && <caretDownEmptyIcon.react tag="span" width="14px" />}
    </button>
  );
}

function openBelow(menu: Menu, button: HTMLElement): void {
  const { left, bottom } = button.getBoundingClientRect();
  // Not before the command that was chosen has run: it belongs to the menu.
  menu.aboutToClose.connect(() => requestAnimationFrame(() => menu.dispose()));
  menu.open(left, bottom);
}

import type { NotebookPanel } from '@jupyterlab/notebook';
import type { ITranslator, TranslationBundle } from '@jupyterlab/translation';
import { closeIcon, ReactWidget, UseSignal } from '@jupyterlab/ui-components';
import type { Message } from '@lumino/messaging';
import React from 'react';

import { traceIcon } from '../icons';
import type {
  NotebookSessions,
  SessionView as View
} from './notebook-sessions';
import { type ITraceActions, SessionView } from './session-view';
import type { Traces } from './traces';
import { viewName } from './words';

/** Actions on the cells of a notebook's trace. */
export type ActionsOf = (panel: NotebookPanel) => ITraceActions;

/** The sessions of the current notebook. */
export class TracePanel extends ReactWidget {
  constructor(
    private readonly _traces: Traces,
    private readonly _actionsOf: ActionsOf,
    translator: ITranslator
  ) {
    super();
    this._trans = translator.load('junobench_lab');
    this.id = 'junobench-lab-trace';
    this.addClass('jp-jbl');
    this.addClass('jp-jbl-trace');
    this.title.icon = traceIcon;
    this.title.caption = this._trans.__('Trace of a notebook');
    this.node.setAttribute('role', 'region');
    this.node.setAttribute('aria-label', this._trans.__('Trace'));
  }

  protected override onAfterShow(message: Message): void {
    super.onAfterShow(message);
    this._traces.watching = this.isVisible;
  }

  protected override onAfterAttach(message: Message): void {
    super.onAfterAttach(message);
    this._traces.watching = this.isVisible;
  }

  protected override onAfterHide(message: Message): void {
    super.onAfterHide(message);
    this._traces.watching = false;
  }

  protected override onBeforeDetach(message: Message): void {
    this._traces.watching = false;
    super.onBeforeDetach(message);
  }

  protected override render(): JSX.Element {
    return (
      <UseSignal signal={this._traces.currentChanged}>
        {() => (
          <UseSignal signal={this._traces.watchingChanged}>
            {/* Out of view, nothing is drawn anew as cells run. */}
            {() =>
              this._traces.watching ? (
                <CurrentTrace
                  panel={this._traces.current}
                  traces={this._traces}
                  actionsOf={this._actionsOf}
                  trans={this._trans}
                />
              ) : (
                <></>
              )
            }
          </UseSignal>
        )}
      </UseSignal>
    );
  }

  private readonly _trans: TranslationBundle;
}

function CurrentTrace(props: {
  panel: NotebookPanel | null;
  traces: Traces;
  actionsOf: ActionsOf;
  trans: TranslationBundle;
}): JSX.Element {
  const { panel, traces, actionsOf, trans } = props;
  const sessions = panel && traces.get(panel);
  if (!panel || !sessions) {
    return (
      <>
        <div className="jp-jbl-head">
          <h2>{trans.__('Trace')}</h2>
        </div>
        <p className="jp-jbl-message">
          {trans.__('Open a notebook to see in which order its cells ran.')}
        </p>
      </>
    );
  }
  return (
    // By its key another notebook gets another one: UseSignal stays with the signal that it began with.
    <UseSignal key={panel.id} signal={sessions.changed}>
      {() => (
        <UseSignal signal={panel.content.activeCellChanged}>
          {() => (
            <TraceView
              sessions={sessions}
              activeCell={panel.content.activeCell?.model.id ?? null}
              actions={actionsOf(panel)}
              trans={trans}
            />
          )}
        </UseSignal>
      )}
    </UseSignal>
  );
}

export interface ITraceViewProps {
  sessions: NotebookSessions;
  /** Id of the notebook's active cell. */
  activeCell: string | null;
  actions: ITraceActions;
  trans: TranslationBundle;
}

/** What the panel shows of one notebook. */
export function TraceView(props: ITraceViewProps): JSX.Element {
  return (
    <>
      <Head {...props} />
      <Body {...props} />
    </>
  );
}

/** Title, and which of the sessions is shown. */
function Head({ sessions, trans }: ITraceViewProps): JSX.Element {
  const views: View[] = ['recorded', 'kernel'];
  return (
    <div className="jp-jbl-head">
      {sessions.replay ? (
        <>
          <button
            className="jp-jbl-tool"
            title={trans.__('Back to the trace')}
            aria-label={trans.__('Back to the trace')}
            onClick={() => sessions.endReplay()}
          >
            <closeIcon.react tag="span" width="14px" aria-hidden="true" />
          </button>
          <h2>{trans.__('Replay')}</h2>
        </>
      ) : (
        <h2>{trans.__('Trace')}</h2>
      )}
      {sessions.kind !== 'variant' && (
        <div
          className="jp-jbl-seg"
          role="group"
          aria-label={trans.__('Which session')}
        >
          {views.map(view => (
            <button
              key={view}
              aria-pressed={view === sessions.view}
              onClick={() => {
                sessions.view = view;
              }}
            >
              {viewName(view, sessions.kind, trans)}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

function Body(props: ITraceViewProps): JSX.Element {
  const { sessions, trans } = props;
  const { shown, view, record } = sessions;
  const { trace } = shown;
  if (view === 'kernel' && !record.complete) {
    return (
      <p className="jp-jbl-message">
        {trans.__(
          'Something ran in this kernel that was not seen here: in a console, or before the page was loaded. Restart the kernel to follow its session from the start.'
        )}
      </p>
    );
  }
  switch (shown.status) {
    case 'none':
    case 'loading':
      return (
        <p className="jp-jbl-message" role="status">
          {trans.__('Reading the trace…')}
        </p>
      );
    case 'failed':
      return (
        <p className="jp-jbl-message jp-jbl-message-error" role="alert">
          {shown.error}
        </p>
      );
    case 'ready':
      return trace ? <SessionView {...props} trace={trace} /> : <></>;
  }
}

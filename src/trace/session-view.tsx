import type { TranslationBundle } from '@jupyterlab/translation';
import React, { useMemo, useState } from 'react';

import { Section } from '../section';
import type { IInstanceKey, NotebookEstimate, Trace } from '../tokens';
import { describer, type Describe } from './cell-words';
import { CrashKind } from './crash-kind';
import { Executions } from './executions';
import { FindingView, type IFindingsProps, WhyItCrashed } from './findings';
import { ROW_HEIGHT, useWidth } from './lane';
import { NamesTable } from './names-table';
import { Needs } from './needs';
import type { NotebookSessions } from './notebook-sessions';
import type { Replay } from './replay';
import { ReplayBar, stepByKey } from './replay-bar';
import { RowList } from './row-list';
import { traceFacts } from './words';

/** Width of the lane, and the width of the panel below which it is the smaller one, in CSS pixels. */
const LANE_WIDTH = 110;
const SMALL_LANE_WIDTH = 76;
const SMALL_BELOW = 350;

/** What can be done with the cells of a trace. Cells are places in the trace, 0-based. */
export interface ITraceActions {
  goTo: (cell: number) => void;
  /** Run these cells in this order. */
  run: (cells: readonly number[]) => void;
  /** Show the findings, which are a hint. */
  reveal: () => void;
  /** Begin to step through the session. */
  replay: () => void;
  /** Estimate what kind of crash a notebook of someone's own holds. */
  estimate: () => Promise<NotebookEstimate>;
  /** Show the page of a case. */
  openCase: (key: IInstanceKey) => void;
}

export interface ISessionViewProps {
  sessions: NotebookSessions;
  trace: Trace;
  /** Id of the notebook's active cell. */
  activeCell: string | null;
  actions: ITraceActions;
  trans: TranslationBundle;
}

/** One session of a notebook: its facts, its executions beside the lane, why it crashed, and what never ran. */
export function SessionView(props: ISessionViewProps): JSX.Element {
  const { sessions, trace, activeCell, actions, trans } = props;
  const { replay, shown } = sessions;
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const width = useWidth(scroller);
  const laneWidth =
    width > 0 && width < SMALL_BELOW ? SMALL_LANE_WIDTH : LANE_WIDTH;
  const describe = describer(shown, trans);
  const style = { '--jbl-lane': `${laneWidth}px` } as React.CSSProperties;
  const list = (
    <Executions
      trace={trace}
      replay={replay}
      view={sessions.view}
      laneWidth={laneWidth}
      scroller={scroller}
      describe={describe}
      trans={trans}
      onCell={actions.goTo}
    />
  );
  const findings: IFindingsProps = {
    trace,
    kind: sessions.kind,
    revealed: findingsShown(sessions),
    describe,
    trans,
    onCell: actions.goTo,
    onRun: sessions.kind === 'variant' ? null : actions.run,
    onReveal: actions.reveal,
    onReplay: replay ? null : actions.replay
  };
  if (replay) {
    return (
      <ReplayView replay={replay} findings={findings}>
        <div className="jp-jbl-replay-list" ref={setScroller} style={style}>
          {list}
        </div>
      </ReplayView>
    );
  }
  const need = activeCell === null ? null : sessions.shownNeed(activeCell);
  const ran = trace.executions.length > 0;
  return (
    <div className="jp-jbl-trace-body" style={style}>
      <p className="jp-jbl-trace-facts">
        {traceFacts(trace, trans).map(({ count, noun }) => (
          <span key={noun}>
            <b>{count}</b> {noun}
          </span>
        ))}
        {ran && (
          <button
            className="jp-jbl-link jp-jbl-trace-replay"
            title={trans.__('Step through the session')}
            onClick={actions.replay}
          >
            {trans.__('Replay')}
          </button>
        )}
      </p>
      <div className="jp-jbl-trace-list" ref={setScroller}>
        {ran ? (
          list
        ) : (
          <p className="jp-jbl-message">
            {sessions.view === 'recorded'
              ? trans.__('No cell of this notebook ran before it was saved.')
              : trans.__(
                  'No cell of this notebook has run in this kernel yet.'
                )}
          </p>
        )}
      </div>
      <div className="jp-jbl-trace-why">
        {need && (
          <Needs
            need={need}
            describe={describe}
            trans={trans}
            onCell={actions.goTo}
            onRun={() => actions.run(need.run)}
          />
        )}
        <WhyItCrashed {...findings} />
        {sessions.kind === 'own' &&
          sessions.view === 'recorded' &&
          trace.crash && (
            <CrashKind
              crash={`${trace.crash.cell} ${trace.crash.ename} ${trace.crash.evalue}`}
              estimate={actions.estimate}
              onCase={actions.openCase}
              trans={trans}
            />
          )}
      </div>
      {trace.never_ran.length > 0 && ran && (
        <NeverRan
          title={
            sessions.view === 'recorded'
              ? trans.__('Cells that never ran')
              : trans.__('Cells that have not run')
          }
          cells={trace.never_ran}
          describe={describe}
          onCell={actions.goTo}
        />
      )}
    </div>
  );
}

/** Whether the findings may be seen: those of an instance once they were asked for, which its recorded trace tells. */
function findingsShown({ kind, recorded }: NotebookSessions): boolean {
  return kind === 'own' || (recorded.trace?.findings.length ?? 0) > 0;
}

/** A session step by step: the buttons, the list, the names, and at the crash why it crashed. */
function ReplayView(props: {
  replay: Replay;
  findings: IFindingsProps;
  children: React.ReactNode;
}): JSX.Element {
  const { replay, findings, children } = props;
  const { describe, trans, onCell, trace, revealed } = findings;
  const { index } = replay;
  const rows = useMemo(() => (index >= 0 ? replay.names : []), [replay, index]);
  const existing = rows.filter(({ writer }) => writer !== null).length;
  return (
    <div
      className="jp-jbl-replay"
      role="group"
      aria-label={trans.__('Replay of the session')}
      onKeyDown={event => stepByKey(replay, event)}
    >
      <ReplayBar replay={replay} describe={describe} trans={trans} />
      {children}
      <div className="jp-jbl-replay-names">
        <Section
          title={trans.__('Names')}
          more={trans.__('%1 after step %2', existing, index + 1)}
        >
          <div className="jp-jbl-replay-names-scroll">
            <NamesTable
              replay={replay}
              rows={rows}
              describe={describe}
              trans={trans}
              onCell={onCell}
            />
          </div>
        </Section>
      </div>
      {replay.execution.crash &&
        (revealed && trace.findings.length > 0 ? (
          <div className="jp-jbl-replay-why">
            <FindingView {...findings} finding={trace.findings[0]} short />
          </div>
        ) : (
          <div className="jp-jbl-replay-why">
            <WhyItCrashed {...findings} />
          </div>
        ))}
    </div>
  );
}

function NeverRan(props: {
  title: string;
  cells: readonly number[];
  describe: Describe;
  onCell: (cell: number) => void;
}): JSX.Element {
  const { title, cells, describe, onCell } = props;
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  return (
    <div className="jp-jbl-trace-never" ref={setScroller}>
      <Section title={title} more={cells.length}>
        <RowList
          id="jp-jbl-never-row"
          label={title}
          count={cells.length}
          rowHeight={ROW_HEIGHT}
          scroller={scroller}
          onOpen={index => onCell(cells[index])}
          row={index => {
            const cell = describe(cells[index]);
            return {
              key: String(cells[index]),
              className: 'jp-jbl-never-row',
              title: cell.tooltip,
              disabled: cell.deleted,
              content: (
                <>
                  <span className="jp-jbl-never-ring" aria-hidden="true" />
                  <span className="jp-jbl-trace-cell">{cell.name}</span>
                  <code className="jp-jbl-trace-source jp-jbl-cut jp-jbl-grow">
                    {cell.firstLine}
                  </code>
                </>
              )
            };
          }}
        />
      </Section>
    </div>
  );
}

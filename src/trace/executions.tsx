import type { TranslationBundle } from '@jupyterlab/translation';
import React, { useMemo } from 'react';

import { crashIcon, jumpBackIcon } from '../icons';
import type { Trace } from '../tokens';
import type { Describe } from './cell-words';
import { acrossLane, LaneStop, laneStops, readArc } from './geometry';
import { ROW_HEIGHT, VerticalLane } from './lane';
import type { SessionView } from './notebook-sessions';
import type { IReadFrom, IWouldWrite, Replay } from './replay';
import { IRow, RowList } from './row-list';
import { lostWords, nthRun } from './words';

/** Space at the right of the rows for the arrows of a replay, in CSS pixels. */
const ARCS = 48;

export interface IExecutionsProps {
  trace: Trace;
  /** Steps through the list; null while it is shown as a whole. */
  replay: Replay | null;
  view: SessionView;
  laneWidth: number;
  scroller: HTMLElement | null;
  describe: Describe;
  trans: TranslationBundle;
  onCell: (cell: number) => void;
}

/** The executions of a session in order, beside their lane. In a replay, arrows show where the current one reads from. */
export function Executions(props: IExecutionsProps): JSX.Element {
  const { trace, replay, laneWidth, scroller, describe, trans, onCell } = props;
  const order =
    props.view === 'recorded'
      ? trans.__('recorded order')
      : trans.__('order in this kernel');
  const stops = useMemo(() => laneStops(trace), [trace]);
  const rowOf = useMemo(() => rowsByPlace(stops), [stops]);
  const reads = replay?.readsFrom ?? [];
  const would = replay?.wouldWrite ?? [];
  const at = replay ? rowOf.get(replay.execution.place) : undefined;
  const onRow = (index: number) => {
    const stop = stops[index];
    if (replay && index >= stops.length) {
      onCell(would[index - stops.length].cell);
    } else if (stop.kind === 'execution') {
      if (replay) {
        replay.go(stop.execution.place - 1);
      } else {
        onCell(stop.execution.cell);
      }
    }
  };
  const row = (index: number): IRow => {
    if (index >= stops.length) {
      const x = acrossLane(
        would[index - stops.length].cell,
        trace.cell_total,
        laneWidth
      );
      return neverRow(would[index - stops.length], x, describe, trans);
    }
    const stop = stops[index];
    if (stop.kind === 'lost') {
      return lostRow(stop.count, index, trans);
    }
    return replay
      ? stepRow(stop, index === at, reads, describe)
      : executionRow(stop, describe, trans);
  };
  return (
    <div className={replay ? 'jp-jbl-replay-rows' : undefined}>
      <div className="jp-jbl-trace-axis" aria-hidden="true">
        <span>
          <span>{trans.__('first')}</span>
          <span>{trans.__('last cell')}</span>
        </span>
        <span>{order}</span>
        {replay && (
          <span className="jp-jbl-replay-axis">
            {trans.__('this step reads')}
          </span>
        )}
      </div>
      <RowList
        id="jp-jbl-trace-row"
        label={trans.__('Executions, %1', order)}
        count={stops.length + would.length}
        rowHeight={ROW_HEIGHT}
        scroller={scroller}
        row={row}
        onOpen={onRow}
        at={at}
        upTo={would.length > 0 ? stops.length + would.length - 1 : undefined}
        onMove={index => replay?.go(nearestStep(stops, index, replay))}
        beside={(first, last) => (
          <>
            <VerticalLane
              stops={stops}
              cellTotal={trace.cell_total}
              width={laneWidth}
              first={first}
              last={last}
            />
            {at !== undefined && (
              <ReadArcs
                at={at}
                rows={reads.map(({ writer }) => rowOf.get(writer.place) ?? at)}
                would={would.map((_, index) => stops.length + index)}
                count={stops.length + would.length}
              />
            )}
          </>
        )}
      />
    </div>
  );
}

/** Arrows from the current row to those it reads from, and dashed ones to what never ran. */
function ReadArcs(props: {
  at: number;
  rows: readonly number[];
  would: readonly number[];
  count: number;
}): JSX.Element {
  const { at, rows, would, count } = props;
  const arcs = rows.map(to => readArc(at, to, ROW_HEIGHT, ARCS));
  const dashed = would.map((to, index) =>
    readArc(would[index - 1] ?? at, to, ROW_HEIGHT, ARCS)
  );
  return (
    <svg
      className="jp-jbl-read-arcs"
      width={ARCS}
      height={count * ROW_HEIGHT}
      aria-hidden="true"
    >
      {arcs.map(({ path, head }, index) => (
        <g key={index} className="jp-jbl-read-arc">
          <path d={path} />
          <path className="jp-jbl-lane-head" d={head} />
        </g>
      ))}
      {dashed.map(({ path, head }, index) => (
        <g key={index} className="jp-jbl-read-arc jp-jbl-read-arc-never">
          <path d={path} />
          <path className="jp-jbl-lane-head" d={head} />
        </g>
      ))}
    </svg>
  );
}

type ExecutionStop = Extract<LaneStop, { kind: 'execution' }>;

function executionRow(
  { execution, from }: ExecutionStop,
  describe: Describe,
  trans: TranslationBundle
): IRow {
  const cell = describe(execution.cell);
  return {
    key: `place-${execution.place}`,
    className: 'jp-jbl-trace-row',
    title: cell.tooltip,
    disabled: cell.deleted,
    content: (
      <>
        <span className="jp-jbl-trace-place">{execution.place}</span>
        <span className="jp-jbl-trace-cell">{cell.name}</span>
        <code className="jp-jbl-trace-source jp-jbl-cut jp-jbl-grow">
          {cell.firstLine}
        </code>
        {execution.nth > 1 && (
          <span className="jp-jbl-trace-tag">
            {nthRun(execution.nth, trans)}
          </span>
        )}
        {from !== null && (
          <span className="jp-jbl-trace-tag">
            <jumpBackIcon.react tag="span" width="11px" aria-hidden="true" />
            {trans.__('back from %1', describe(from).number)}
          </span>
        )}
        {execution.crash && (
          <span className="jp-jbl-trace-tag jp-jbl-mark-crash">
            <crashIcon.react tag="span" width="10px" aria-hidden="true" />
            {trans.__('crash')}
          </span>
        )}
      </>
    )
  };
}

/** A row of a replay: the names that the current step reads from it stand at its end. */
function stepRow(
  { execution }: ExecutionStop,
  current: boolean,
  reads: readonly IReadFrom[],
  describe: Describe
): IRow {
  const cell = describe(execution.cell);
  const read = reads.find(({ writer }) => writer.place === execution.place);
  const classes = ['jp-jbl-trace-row'];
  if (current) {
    classes.push('jp-jbl-replay-row-current');
  }
  if (execution.crash) {
    classes.push('jp-jbl-replay-row-crash');
  }
  return {
    key: `place-${execution.place}`,
    className: classes.join(' '),
    title: cell.tooltip,
    content: (
      <>
        <span className="jp-jbl-trace-place">{execution.place}</span>
        <span className="jp-jbl-trace-cell">{cell.name}</span>
        <code className="jp-jbl-trace-source jp-jbl-cut jp-jbl-grow">
          {cell.firstLine}
        </code>
        {read && (
          <code
            className="jp-jbl-read-names jp-jbl-cut"
            title={read.names.join(', ')}
          >
            {read.names.join(', ')}
          </code>
        )}
      </>
    )
  };
}

function neverRow(
  { cell, name }: IWouldWrite,
  x: number,
  describe: Describe,
  trans: TranslationBundle
): IRow {
  const words = describe(cell);
  return {
    key: `never-${cell}`,
    className: 'jp-jbl-trace-row jp-jbl-trace-row-never',
    title: words.tooltip,
    disabled: words.deleted,
    content: (
      <>
        <span
          className="jp-jbl-never-square"
          style={{ left: x }}
          aria-hidden="true"
        />
        <span className="jp-jbl-trace-place">–</span>
        <span className="jp-jbl-trace-cell">{words.name}</span>
        <span className="jp-jbl-grow jp-jbl-cut">{trans.__('never ran')}</span>
        {name && (
          <code className="jp-jbl-read-names jp-jbl-read-names-never jp-jbl-cut">
            {name}
          </code>
        )}
      </>
    )
  };
}

function lostRow(count: number, index: number, trans: TranslationBundle): IRow {
  return {
    key: `lost-${index}`,
    className: 'jp-jbl-trace-row jp-jbl-trace-row-lost',
    title: trans.__(
      'Their cells were deleted or edited before the notebook was saved.'
    ),
    disabled: true,
    content: <span className="jp-jbl-cut">{lostWords(count, trans)}</span>
  };
}

/** Row of each execution, by its place. */
function rowsByPlace(stops: readonly LaneStop[]): Map<number, number> {
  const rows = new Map<number, number>();
  stops.forEach((stop, index) => {
    if (stop.kind === 'execution') {
      rows.set(stop.execution.place, index);
    }
  });
  return rows;
}

/** The step of a row that the keyboard moved to; lost executions are stepped over in the direction of the move. */
function nearestStep(
  stops: readonly LaneStop[],
  row: number,
  replay: Replay
): number {
  const bounded = Math.min(row, stops.length - 1);
  const stop = stops[bounded];
  if (stop.kind === 'execution') {
    return stop.execution.place - 1;
  }
  const next = stops[bounded + 1];
  const after = next?.kind === 'execution' ? next.execution.place - 1 : 0;
  return after === replay.index ? after - 1 : after;
}

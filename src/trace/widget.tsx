import type { NotebookPanel } from '@jupyterlab/notebook';
import type { ITranslator, TranslationBundle } from '@jupyterlab/translation';
import { ReactWidget, UseSignal } from '@jupyterlab/ui-components';
import React, { useMemo, useState } from 'react';

import { crashIcon, jumpBackIcon, traceIcon } from '../icons';
import { Section } from '../section';
import type { Trace } from '../tokens';
import { goToCell } from './go-to-cell';
import { LaneStop, laneStops } from './geometry';
import { ROW_HEIGHT, useWidth, VerticalLane } from './lane';
import type { TraceModel } from './model';
import { IRow, RowList } from './row-list';
import type { Traces } from './traces';
import { cellName, lostWords, nthRun, traceFacts } from './words';

/** Lines and characters of a cell's source in a tooltip. */
const TOOLTIP_LINES = 24;
const TOOLTIP_CHARACTERS = 1600;

/** Width of the lane, and the width of the panel below which it is the smaller one, in CSS pixels. */
const LANE_WIDTH = 110;
const SMALL_LANE_WIDTH = 76;
const SMALL_BELOW = 350;

/** The recorded session of the current notebook: its facts, the lane beside the list, and what never ran. */
export class TracePanel extends ReactWidget {
  constructor(
    private readonly _traces: Traces,
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

  protected override render(): JSX.Element {
    const trans = this._trans;
    return (
      <>
        <div className="jp-jbl-head">
          <h2>{trans.__('Trace')}</h2>
        </div>
        <UseSignal signal={this._traces.currentChanged}>
          {() => (
            <CurrentTrace
              panel={this._traces.current}
              traces={this._traces}
              trans={trans}
            />
          )}
        </UseSignal>
      </>
    );
  }

  private readonly _trans: TranslationBundle;
}

function CurrentTrace(props: {
  panel: NotebookPanel | null;
  traces: Traces;
  trans: TranslationBundle;
}): JSX.Element {
  const { panel, traces, trans } = props;
  const model = panel && traces.get(panel)?.model;
  if (!panel || !model) {
    return (
      <p className="jp-jbl-message">
        {trans.__(
          'Open an attempt or a variant of an instance to see in which order its cells ran.'
        )}
      </p>
    );
  }
  return (
    <UseSignal signal={model.changed}>
      {() => (
        <TraceView
          model={model}
          trans={trans}
          onCell={cell => {
            const id = model.idOf(cell);
            if (id !== null) {
              void goToCell(panel.content, id);
            }
          }}
        />
      )}
    </UseSignal>
  );
}

export interface ITraceViewProps {
  model: TraceModel;
  trans: TranslationBundle;
  /** Called with the place of a cell in the trace, 0-based. */
  onCell: (cell: number) => void;
}

/** What the panel shows of one notebook. */
export function TraceView(props: ITraceViewProps): JSX.Element {
  const { model, trans, onCell } = props;
  const { trace } = model;
  switch (model.status) {
    case 'none':
      return (
        <p className="jp-jbl-message">
          {trans.__(
            'This notebook is not part of a bench: it has no recorded session.'
          )}
        </p>
      );
    case 'loading':
      return (
        <p className="jp-jbl-message" role="status">
          {trans.__('Reading the trace…')}
        </p>
      );
    case 'failed':
      return (
        <p className="jp-jbl-message jp-jbl-message-error" role="alert">
          {model.error}
        </p>
      );
    case 'ready':
      return trace ? (
        <Session trace={trace} model={model} trans={trans} onCell={onCell} />
      ) : (
        <></>
      );
  }
}

function Session(props: ITraceViewProps & { trace: Trace }): JSX.Element {
  const { trace, model, trans, onCell } = props;
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const width = useWidth(scroller);
  const laneWidth =
    width > 0 && width < SMALL_BELOW ? SMALL_LANE_WIDTH : LANE_WIDTH;
  const stops = useMemo(() => laneStops(trace), [trace]);
  const cells = useMemo(
    () => new Map(trace.cells.map(cell => [cell.cell, cell])),
    [trace]
  );
  const describe = (cell: number): ICellWords => {
    const { first_line = '', source = '' } = cells.get(cell) ?? {};
    const place = model.placeOf(cell);
    return {
      name: place === null ? trans.__('deleted') : cellName(place, trans),
      number: (place ?? cell) + 1,
      deleted: place === null,
      firstLine: first_line,
      tooltip: bounded(source)
    };
  };
  return (
    <div
      className="jp-jbl-trace-body"
      ref={setScroller}
      style={{ '--jbl-lane': `${laneWidth}px` } as React.CSSProperties}
    >
      <p className="jp-jbl-trace-facts">
        {traceFacts(trace, trans).map(({ count, noun }) => (
          <span key={noun}>
            <b>{count}</b> {noun}
          </span>
        ))}
      </p>
      {stops.length === 0 ? (
        <p className="jp-jbl-message">
          {trans.__('No cell of this notebook ran before it was saved.')}
        </p>
      ) : (
        <>
          <div className="jp-jbl-trace-axis" aria-hidden="true">
            <span>
              <span>{trans.__('first')}</span>
              <span>{trans.__('last cell')}</span>
            </span>
            <span>{trans.__('recorded order')}</span>
          </div>
          <RowList
            id="jp-jbl-trace-row"
            label={trans.__('Executions in recorded order')}
            count={stops.length}
            rowHeight={ROW_HEIGHT}
            scroller={scroller}
            row={index => executionRow(stops[index], index, describe, trans)}
            onOpen={index => {
              const stop = stops[index];
              if (stop.kind === 'execution') {
                onCell(stop.execution.cell);
              }
            }}
            beside={(first, last) => (
              <VerticalLane
                stops={stops}
                cellTotal={trace.cell_total}
                width={laneWidth}
                first={first}
                last={last}
              />
            )}
          />
        </>
      )}
      {trace.never_ran.length > 0 && (
        <NeverRan
          cells={trace.never_ran}
          describe={describe}
          scroller={scroller}
          trans={trans}
          onCell={onCell}
        />
      )}
    </div>
  );
}

interface ICellWords {
  name: string;
  /** Its number as people count, also where it was deleted. */
  number: number;
  deleted: boolean;
  firstLine: string;
  tooltip: string;
}

function executionRow(
  stop: LaneStop,
  index: number,
  describe: (cell: number) => ICellWords,
  trans: TranslationBundle
): IRow {
  if (stop.kind === 'lost') {
    return {
      key: `lost-${index}`,
      className: 'jp-jbl-trace-row jp-jbl-trace-row-lost',
      title: trans.__(
        'Their cells were deleted or edited before the notebook was saved.'
      ),
      disabled: true,
      content: (
        <span className="jp-jbl-cut">{lostWords(stop.count, trans)}</span>
      )
    };
  }
  const { execution, from } = stop;
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

function NeverRan(props: {
  cells: readonly number[];
  describe: (cell: number) => ICellWords;
  scroller: HTMLElement | null;
  trans: TranslationBundle;
  onCell: (cell: number) => void;
}): JSX.Element {
  const { cells, describe, scroller, trans, onCell } = props;
  return (
    <Section title={trans.__('Cells that never ran')} more={cells.length}>
      <RowList
        id="jp-jbl-never-row"
        label={trans.__('Cells that never ran')}
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
  );
}

/** A source short enough for a tooltip. */
function bounded(source: string): string {
  const lines = source.split('\n');
  const text = lines.slice(0, TOOLTIP_LINES).join('\n');
  const cut = lines.length > TOOLTIP_LINES || text.length > TOOLTIP_CHARACTERS;
  return cut ? `${text.slice(0, TOOLTIP_CHARACTERS)}\n…` : text;
}

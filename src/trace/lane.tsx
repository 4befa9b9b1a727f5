import type { TranslationBundle } from '@jupyterlab/translation';
import React, { useEffect, useMemo, useState } from 'react';

import type { Trace } from '../tokens';
import {
  horizontalLane,
  ILane,
  ILaneLink,
  ILanePoint,
  LaneStop,
  laneStops,
  verticalLane
} from './geometry';
import { cellName, lostWords, traceSummary } from './words';

/** Height of a row of the list that a vertical lane stands beside, in CSS pixels. */
export const ROW_HEIGHT = 24;

const LANE_HEIGHT = 132;
/** Below this distance, labels of neighbours would touch. */
const LABEL_PITCH = 50;

/** Draws a part of a lane: the links and points of the stops from `first` up to and without `last`. */
function LaneMarks(props: {
  lane: ILane;
  first: number;
  last: number;
}): JSX.Element {
  const { lane, first, last } = props;
  // A link reaches up to the stop before, so the first link below the part is drawn, too.
  const links = lane.links.slice(Math.max(first - 1, 0), last);
  const points = lane.points.slice(first, last);
  return (
    <>
      {links.map(link => (
        <Link key={link.stop} link={link} />
      ))}
      {points.map(point => (
        <Point key={point.stop} point={point} />
      ))}
    </>
  );
}

function Link({ link }: { link: ILaneLink }): JSX.Element {
  return (
    <g className={`jp-jbl-lane-link jp-jbl-lane-link-${link.kind}`}>
      <path d={link.path} />
      {link.head && <path className="jp-jbl-lane-head" d={link.head} />}
    </g>
  );
}

function Point({ point }: { point: ILanePoint }): JSX.Element {
  const { kind, x, y, count, nth } = point;
  return (
    <g
      className={`jp-jbl-lane-point jp-jbl-lane-point-${kind}`}
      transform={`translate(${x} ${y})`}
    >
      {kind === 'crash' && <path d="M-5 -5l10 10m0 -10l-10 10" />}
      {kind === 'repeat' && (
        <>
          <circle r="7" />
          <text y="3.7">{nth}</text>
        </>
      )}
      {kind === 'lost' &&
        (count > 1 ? [-6, 6] : [0]).map(dx => (
          <circle key={dx} cx={dx} r="3.6" />
        ))}
      {(kind === 'step' || kind === 'jump') && <circle r="4.3" />}
    </g>
  );
}

/** The lane beside a list of the same stops, one row each; draws only the rows from `first` to `last`. */
export function VerticalLane(props: {
  stops: readonly LaneStop[];
  cellTotal: number;
  width: number;
  first: number;
  last: number;
}): JSX.Element {
  const { stops, cellTotal, width, first, last } = props;
  const lane = useMemo(
    () => verticalLane(stops, cellTotal, { pitch: ROW_HEIGHT, width }),
    [stops, cellTotal, width]
  );
  return (
    <svg
      className="jp-jbl-lane jp-jbl-lane-vertical"
      width={lane.width}
      height={lane.height}
      aria-hidden="true"
    >
      <LaneMarks lane={lane} first={first} last={last} />
    </svg>
  );
}

export interface IHorizontalLaneProps {
  trace: Trace;
  trans: TranslationBundle;
  /** Called with the place of a cell (0-based) that was chosen; without it the lane is a picture. */
  onCell?: (cell: number) => void;
}

/** The recorded session across a page: across is the recorded order, down the place in the notebook. */
export function HorizontalLane(props: IHorizontalLaneProps): JSX.Element {
  const { trace, trans, onCell } = props;
  const [box, setBox] = useState<HTMLElement | null>(null);
  const available = useWidth(box);
  const stops = useMemo(() => laneStops(trace), [trace]);
  // Long sessions scroll; marks never come closer than they are wide.
  const width = Math.max(available, stops.length * 22 + 44);
  const lane = useMemo(
    () =>
      horizontalLane(stops, trace.cell_total, { width, height: LANE_HEIGHT }),
    [stops, trace.cell_total, width]
  );
  const pitch =
    lane.points.length > 1 ? lane.points[1].x - lane.points[0].x : width;
  const every = Math.max(1, Math.ceil(LABEL_PITCH / pitch));
  return (
    <div className="jp-jbl-lane-page">
      <div className="jp-jbl-lane-ends" aria-hidden="true">
        <span>{trans.__('first cell')}</span>
        <span>{trans.__('last cell')}</span>
      </div>
      <div className="jp-jbl-lane-scroll" ref={setBox}>
        <svg
          className="jp-jbl-lane"
          width={width}
          height={LANE_HEIGHT}
          role="img"
          aria-label={trans.__(
            'Recorded session: %1',
            traceSummary(trace, trans)
          )}
        >
          <LaneMarks lane={lane} first={0} last={lane.points.length} />
        </svg>
        <div className="jp-jbl-lane-labels" style={{ width }}>
          {lane.points.map(({ x, stop }) =>
            stop % every === 0 || stop === stops.length - 1 ? (
              <Label
                key={stop}
                x={x}
                stop={stops[stop]}
                trans={trans}
                onCell={onCell}
              />
            ) : null
          )}
        </div>
      </div>
    </div>
  );
}

function Label(props: {
  x: number;
  stop: LaneStop;
  trans: TranslationBundle;
  onCell?: (cell: number) => void;
}): JSX.Element {
  const { x, stop, trans, onCell } = props;
  const style = { left: x };
  if (stop.kind === 'lost') {
    return (
      <span style={style} title={lostWords(stop.count, trans)}>
        {trans.__('%1 lost', stop.count)}
      </span>
    );
  }
  const { cell } = stop.execution;
  const name = cellName(cell, trans);
  return onCell ? (
    <button style={style} onClick={() => onCell(cell)}>
      {name}
    </button>
  ) : (
    <span style={style}>{name}</span>
  );
}

/** Width of an element in CSS pixels, as it changes; 0 before the first layout. */
export function useWidth(element: HTMLElement | null): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (!element) {
      return;
    }
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return width;
}

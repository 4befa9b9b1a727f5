/**
 * Where the marks of a trace stand in a lane. Numbers in, numbers and SVG paths out; no DOM.
 *
 * In a lane one direction is the recorded order, the other the place in the notebook. Lengths are in CSS pixels.
 */
import type { Trace } from '../tokens';

export type Execution = Trace['executions'][number];

/** One place in the lane: an execution, or executions that left no cell. */
export type LaneStop =
  | { kind: 'execution'; execution: Execution; from: number | null }
  | { kind: 'lost'; count: number };

/** How an execution is drawn. The crash wins over the rest, a repeat over a jump back. */
export type PointKind = 'step' | 'jump' | 'repeat' | 'crash' | 'lost';

export interface ILanePoint {
  kind: PointKind;
  x: number;
  y: number;
  /** Index of the stop. */
  stop: number;
  /** Number in the ring of a repeat. */
  nth: number;
  /** Executions that a ghost stands for. */
  count: number;
}

export interface ILaneLink {
  kind: 'forward' | 'jump' | 'lost';
  path: string;
  /** Head of the arrow of a jump back; empty for the rest. */
  head: string;
  /** Index of the stop where it ends. */
  stop: number;
}

export interface ILane {
  width: number;
  height: number;
  points: ILanePoint[];
  links: ILaneLink[];
}

export interface IVerticalOptions {
  /** Height of a row. */
  pitch: number;
  width: number;
}

export interface IHorizontalOptions {
  width: number;
  height: number;
}

/** Space for the arc of a jump back beyond its cells. */
const ARC = 24;
/** Half the size of the largest mark, a numbered ring. */
const MARK = 10;

/** The stops of a lane in recorded order: every execution, and before it the executions that were lost. */
export function laneStops(trace: Trace): LaneStop[] {
  const stops: LaneStop[] = [];
  let previous: Execution | null = null;
  for (const execution of trace.executions) {
    if (execution.lost_before > 0) {
      stops.push({ kind: 'lost', count: execution.lost_before });
    }
    const from: number | null =
      execution.jump_back && previous ? previous.cell : null;
    stops.push({ kind: 'execution', execution, from });
    previous = execution;
  }
  return stops;
}

/** The lane beside a list: down is the recorded order, across the place in the notebook. */
export function verticalLane(
  stops: readonly LaneStop[],
  cellTotal: number,
  { pitch, width }: IVerticalOptions
): ILane {
  const along = (stop: number) => stop * pitch + pitch / 2;
  const across = (cell: number) => acrossLane(cell, cellTotal, width);
  const points = place(stops, across).map(({ at, ...point }) => ({
    ...point,
    x: at,
    y: along(point.stop)
  }));
  return {
    width,
    height: stops.length * pitch,
    points,
    links: connect(points, stops, (a, b) => {
      const bulge = Math.max(a.x, b.x) + ARC;
      return {
        path: `M${n(a.x + 3)} ${n(a.y)}C${n(bulge)} ${n(a.y)} ${n(bulge)} ${n(b.y)} ${n(b.x + 9)} ${n(b.y)}`,
        head: `M${n(b.x + 5.5)} ${n(b.y)}l6.5 -4v8z`
      };
    })
  };
}

/** The lane of a page: across is the recorded order, down the place in the notebook. */
export function horizontalLane(
  stops: readonly LaneStop[],
  cellTotal: number,
  { width, height }: IHorizontalOptions
): ILane {
  const pitch =
    stops.length > 1 ? (width - 2 * MARK - ARC) / (stops.length - 1) : 0;
  const along = (stop: number) => MARK + ARC / 2 + stop * pitch;
  const down = scale(cellTotal, ARC, height - MARK);
  const points = place(stops, down).map(({ at, ...point }) => ({
    ...point,
    x: along(point.stop),
    y: at
  }));
  return {
    width,
    height,
    points,
    links: connect(points, stops, (a, b) => {
      const top = Math.min(a.y, b.y) - ARC;
      return {
        path: `M${n(a.x)} ${n(a.y)}C${n(a.x + 4)} ${n(top)} ${n(b.x - 2)} ${n(top)} ${n(b.x)} ${n(b.y - 9)}`,
        head: `M${n(b.x)} ${n(b.y - 5)}l-4.5 -7h9z`
      };
    })
  };
}

/** Where a cell stands across a vertical lane. */
export function acrossLane(
  cell: number,
  cellTotal: number,
  width: number
): number {
  return scale(cellTotal, MARK, width - ARC)(cell);
}

/** An arrow at the right of a list, from a row that reads to the row that wrote. */
export interface IReadArc {
  path: string;
  head: string;
}

/**
 * The arrow between two rows of a list.
 *
 * @param from - Index of the row that reads.
 * @param to - Index of the row that wrote.
 * @param pitch - Height of a row.
 * @param width - Space at the right of the rows; a longer way bulges more, up to this.
 */
export function readArc(
  from: number,
  to: number,
  pitch: number,
  width: number
): IReadArc {
  const y = (row: number) => row * pitch + pitch / 2;
  // A quarter of its control points' distance is not reached by the curve.
  const reach = Math.min(1, 0.35 + 0.1 * Math.abs(from - to));
  const bulge = ((width - 4) * reach) / 0.75;
  return {
    path: `M2 ${n(y(from))}C${n(bulge)} ${n(y(from))} ${n(bulge)} ${n(y(to))} 8 ${n(y(to))}`,
    head: `M2 ${n(y(to))}l7 -4v8z`
  };
}

/** Linear map of a cell's place onto [from, to]; a notebook of one cell stands at `from`. */
function scale(
  cellTotal: number,
  from: number,
  to: number
): (cell: number) => number {
  const step = cellTotal > 1 ? (to - from) / (cellTotal - 1) : 0;
  return cell => from + cell * step;
}

type Placed = Omit<ILanePoint, 'x' | 'y'> & { at: number };

/** Place each stop by its cell; lost executions stand half-way between their neighbours. */
function place(
  stops: readonly LaneStop[],
  across: (cell: number) => number
): Placed[] {
  return stops.map((stop, index) => {
    if (stop.kind === 'lost') {
      const next = cellAt(stops, index + 1) ?? 0;
      const before = cellAt(stops, index - 1) ?? next;
      const at = (across(before) + across(next)) / 2;
      return { kind: 'lost', at, stop: index, nth: 0, count: stop.count };
    }
    const { execution } = stop;
    const at = across(execution.cell);
    const kind = pointKind(execution);
    return { kind, at, stop: index, nth: execution.nth, count: 1 };
  });
}

function pointKind(execution: Execution): PointKind {
  if (execution.crash) {
    return 'crash';
  }
  if (execution.nth > 1) {
    return 'repeat';
  }
  return execution.jump_back ? 'jump' : 'step';
}

function cellAt(stops: readonly LaneStop[], index: number): number | null {
  const stop = stops[index];
  return stop?.kind === 'execution' ? stop.execution.cell : null;
}

/** Connect neighbours; `arc` draws a jump back. Nothing is known of the way to and from lost executions. */
function connect(
  points: readonly ILanePoint[],
  stops: readonly LaneStop[],
  arc: (a: ILanePoint, b: ILanePoint) => Pick<ILaneLink, 'path' | 'head'>
): ILaneLink[] {
  return points.slice(1).map((b, index) => {
    const a = points[index];
    const stop = stops[b.stop];
    if (a.kind === 'lost' || b.kind === 'lost') {
      return { kind: 'lost', stop: b.stop, head: '', path: straight(a, b, 0) };
    }
    if (stop.kind === 'execution' && stop.execution.jump_back) {
      return { kind: 'jump', stop: b.stop, ...arc(a, b) };
    }
    // The line stops short of the cross so that the cross stays readable.
    const gap = b.kind === 'crash' ? 9 : 0;
    return {
      kind: 'forward',
      stop: b.stop,
      head: '',
      path: straight(a, b, gap)
    };
  });
}

function straight(a: ILanePoint, b: ILanePoint, gap: number): string {
  const length = Math.hypot(b.x - a.x, b.y - a.y);
  const part = length > gap ? 1 - gap / length : 0;
  const x = a.x + (b.x - a.x) * part;
  const y = a.y + (b.y - a.y) * part;
  return `M${n(a.x)} ${n(a.y)}L${n(x)} ${n(y)}`;
}

/** A number for a path: two decimals are enough for the eye and keep the document small. */
function n(value: number): string {
  return String(Math.round(value * 100) / 100);
}

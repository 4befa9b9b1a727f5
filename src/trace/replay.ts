/** Steps through a session: where one stands, what each step read and wrote, and which names there are. No DOM. */
import { ISignal, Signal } from '@lumino/signaling';

import type { Finding, SessionFlow, Trace } from '../tokens';
import type { Execution } from './geometry';

type StepFlow = SessionFlow['steps'][number];

/** What a step did with a name. `maybe`: the crashing step was to write it and may not have got so far. */
export type NameUse =
  'read' | 'missing' | 'written' | 'changed' | 'deleted' | 'maybe';

/** A name as it stands after a step. */
export interface INameRow {
  name: string;
  /** What the current step did with it; null: nothing. */
  use: NameUse | null;
  /** The execution that last wrote or changed it; null where none did. */
  writer: Execution | null;
}

/** Names that the current step takes from an earlier one. */
export interface IReadFrom {
  writer: Execution;
  names: string[];
}

/** A cell that never ran and that the crash is for want of. */
export interface IWouldWrite {
  cell: number;
  /** The name that it would write; null for a cell that is needed on the way there. */
  name: string | null;
}

export class Replay {
  constructor(
    readonly trace: Trace,
    flow: SessionFlow,
    at = trace.executions.length - 1
  ) {
    for (const step of flow.steps) {
      this._flow.set(step.place, step);
    }
    this._index = this._bounded(at);
  }

  /** Number of steps. */
  get length(): number {
    return this.trace.executions.length;
  }

  /** The current step, 0-based. */
  get index(): number {
    return this._index;
  }

  get execution(): Execution {
    return this.trace.executions[this._index];
  }

  /** The execution before the current one; null for the first. */
  get previous(): Execution | null {
    return this.trace.executions[this._index - 1] ?? null;
  }

  get atEnd(): boolean {
    return this._index === this.length - 1;
  }

  /** Whether the steps go on by themselves. */
  get playing(): boolean {
    return this._playing;
  }

  /** Emitted when the step changed, or playing began or ended. */
  get changed(): ISignal<this, void> {
    return this._changed;
  }

  /** Go to a step, 0-based; beyond the ends, to the end. Playing ends. */
  go(index: number): void {
    this._playing = false;
    this._index = this._bounded(index);
    this._changed.emit();
  }

  /** Begin to play, from the start where the end was reached; or stop. */
  togglePlaying(): void {
    this._playing = !this._playing;
    if (this._playing && this.atEnd) {
      this._index = 0;
    }
    this._changed.emit();
  }

  /** One step of playing; it ends with the last step. */
  tick(): void {
    if (!this._playing) {
      return;
    }
    this._index = this._bounded(this._index + 1);
    this._playing = !this.atEnd;
    this._changed.emit();
  }

  /** Names that the current step wrote or changed. A crashing step names none: how far it came is not always known. */
  get written(): string[] {
    const { flow } = this;
    return this.execution.crash
      ? []
      : unique([...flow.writes, ...flow.changes]);
  }

  /** The earlier steps that the current one reads from, latest first. */
  get readsFrom(): IReadFrom[] {
    const names = new Map<number, string[]>();
    for (const { name, place } of this.flow.reads) {
      if (place !== null) {
        names.set(place, [...(names.get(place) ?? []), name]);
      }
    }
    return this.trace.executions
      .filter(({ place }) => names.has(place))
      .map(writer => ({ writer, names: names.get(writer.place) ?? [] }))
      .reverse();
  }

  /** At the crash, what the findings name of cells that never ran: the decisive one first. Empty at other steps. */
  get wouldWrite(): IWouldWrite[] {
    if (!this.execution.crash) {
      return [];
    }
    const neverRan = new Set(this.trace.never_ran);
    const found = new Map<number, IWouldWrite>();
    for (const finding of this.trace.findings) {
      finding.cells.forEach((cell, index) => {
        if (neverRan.has(cell) && !found.has(cell)) {
          found.set(cell, { cell, name: index === 0 ? finding.name : null });
        }
      });
    }
    return [...found.values()];
  }

  /** The names that exist after the current step: first those that the step is about, then the latest written. */
  get names(): INameRow[] {
    const writers = new Map<string, Execution>();
    for (const execution of this.trace.executions.slice(0, this._index + 1)) {
      const { writes, changes, deletes } = this._flowOf(execution);
      deletes.forEach(name => writers.delete(name));
      if (!execution.crash) {
        [...writes, ...changes]
          .filter(name => !deletes.includes(name))
          .forEach(name => writers.set(name, execution));
      }
    }
    const uses = this._uses();
    const rows = unique([...uses.keys(), ...writers.keys()]).map(name => ({
      name,
      use: uses.get(name) ?? null,
      writer: writers.get(name) ?? null
    }));
    return rows.sort(
      (a, b) =>
        rank(a) - rank(b) ||
        (b.writer?.place ?? 0) - (a.writer?.place ?? 0) ||
        a.name.localeCompare(b.name)
    );
  }

  private get flow(): StepFlow {
    return this._flowOf(this.execution);
  }

  private _flowOf({ place, cell }: Execution): StepFlow {
    return (
      this._flow.get(place) ?? {
        place,
        cell,
        reads: [],
        writes: [],
        changes: [],
        deletes: []
      }
    );
  }

  /** What the current step did with each of its names. */
  private _uses(): Map<string, NameUse> {
    const { reads, writes, changes, deletes } = this.flow;
    const { crash } = this.execution;
    const uses = new Map<string, NameUse>();
    for (const { name, place } of reads) {
      uses.set(name, place === null ? 'missing' : 'read');
    }
    for (const name of changes) {
      uses.set(name, crash ? (uses.get(name) ?? 'maybe') : 'changed');
    }
    for (const name of writes) {
      uses.set(name, crash ? (uses.get(name) ?? 'maybe') : 'written');
    }
    deletes.forEach(name => uses.set(name, 'deleted'));
    return uses;
  }

  private _bounded(index: number): number {
    return Math.max(0, Math.min(this.length - 1, index));
  }

  private _index: number;
  private _playing = false;
  private readonly _flow = new Map<number, StepFlow>();
  private readonly _changed = new Signal<this, void>(this);
}

/** The cells of a finding that never ran, in document order: what has to run before the crash cell. */
export function neverRanIn(finding: Finding, trace: Trace): number[] {
  const neverRan = new Set(trace.never_ran);
  return finding.cells.filter(cell => neverRan.has(cell)).sort((a, b) => a - b);
}

const RANKS: readonly (NameUse | null)[] = [
  'missing',
  'written',
  'changed',
  'deleted',
  'maybe',
  'read',
  null
];

function rank({ use }: INameRow): number {
  return RANKS.indexOf(use);
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)];
}

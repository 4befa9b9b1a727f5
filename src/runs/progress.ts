/** Where a run is, made from its plan and its events. */
import type { RunEvent, RunRecord } from '../client';
import type { CheckResult, Outcome, RunSummary, Target } from '../tokens';

/**
 * What became of one execution of the plan. `failed` is an execution that raised an exception, `unreached` one that
 * the run never came to.
 */
export type StepState = 'waiting' | 'running' | 'done' | 'failed' | 'unreached';

export interface IRunStep {
  /** Place of the cell among all cells, 0-based. */
  cell: number;
  /** Which execution of this cell it is, 1-based. */
  nth: number;
  source: string;
  state: StepState;
  /** Seconds that it took; null before it is finished. */
  seconds: number | null;
  /** When it began, in seconds since the run began; null before. */
  startedAt: number | null;
}

/** One run as it is shown. Times on the wall clock are in milliseconds, as of `Date.now()`. */
export class RunProgress {
  /**
   * @param summary - The run as the server names it.
   * @param cells - Ids of the notebook's cells when the run began, by place; empty where they aren't known.
   */
  constructor(summary: RunSummary, cells: readonly string[] = []) {
    this.id = summary.run;
    this.target = summary.target;
    this.environment = summary.environment;
    this.started = new Date(summary.started);
    this.cells = cells;
    this._outcome = summary.outcome;
  }

  readonly id: string;
  readonly target: Target;
  readonly environment: string;
  readonly started: Date;
  readonly cells: readonly string[];

  /** Whether a person asked to cancel it. */
  cancelling = false;

  /** The judgement of an attempt, where the run was a check and has ended. */
  check: CheckResult | null = null;

  /** A sentence on why its end could not be learnt. */
  problem = '';

  get steps(): readonly IRunStep[] {
    return this._steps;
  }

  /** How the order came about, where it isn't the recorded one. */
  get note(): string {
    return this._note;
  }

  /** Steps at the beginning that an earlier run made. */
  get resumed(): number {
    return this._resumed;
  }

  /** Bound of the whole run, in seconds; null before the plan is known. */
  get bound(): number | null {
    return this._bound;
  }

  get outcome(): Outcome | null {
    return this._outcome;
  }

  /** Whether it goes on, as far as is known. */
  get running(): boolean {
    return this._outcome === null && this.problem === '';
  }

  /** Executions that are finished. */
  get finished(): number {
    return this._steps.filter(({ seconds }) => seconds !== null).length;
  }

  /** Index of the execution in progress; null before the first and after the last. */
  get current(): number | null {
    const index = this._steps.findIndex(({ state }) => state === 'running');
    return index < 0 ? null : index;
  }

  /** Seconds since it began, at a time on the wall clock; null before its first event. */
  elapsed(now: number): number | null {
    if (this._outcome) {
      return this._outcome.seconds;
    }
    return this._zero === null ? null : Math.max(0, (now - this._zero) / 1000);
  }

  /** Take the plan and the events so far from a record. */
  load(record: RunRecord, now: number): void {
    this._steps = record.plan.steps.map(({ cell, nth, source }) => ({
      cell,
      nth,
      source,
      state: 'waiting',
      seconds: null,
      startedAt: null
    }));
    this._note = record.plan.note ?? '';
    this._bound = record.limits.run;
    for (const event of record.events) {
      this.apply(event, now);
    }
    if (record.outcome) {
      this.finish(record.outcome);
    }
  }

  /**
   * Take an event. Taking one twice makes no difference, as a stream that is followed again begins anew.
   *
   * @returns Whether what is shown of the run changed.
   */
  apply(event: RunEvent, now: number): boolean {
    const zero = now - event.at * 1000;
    this._zero = this._zero === null ? zero : Math.min(this._zero, zero);
    switch (event.type) {
      case 'cell_started':
        return this._change(event.step, step =>
          step.seconds === null
            ? { ...step, state: 'running', startedAt: event.at }
            : step
        );
      case 'cell_finished':
        return this._change(event.step, step => ({
          ...step,
          state: event.ok ? 'done' : 'failed',
          seconds: event.seconds
        }));
      case 'kernel_ready':
        this._resumed = event.resumed;
        return true;
      case 'ended':
        return true;
      case 'output':
        return false;
    }
  }

  finish(outcome: Outcome): void {
    this._outcome = outcome;
    this._steps = this._steps.map(step =>
      step.state === 'waiting' || step.state === 'running'
        ? { ...step, state: 'unreached' }
        : step
    );
  }

  private _change(
    index: number,
    change: (step: IRunStep) => IRunStep
  ): boolean {
    const step = this._steps[index];
    if (!step) {
      return false;
    }
    this._steps = [...this._steps];
    this._steps[index] = change(step);
    return true;
  }

  private _steps: IRunStep[] = [];
  private _note = '';
  private _resumed = 0;
  private _bound: number | null = null;
  private _outcome: Outcome | null;
  /** When the run began on the wall clock of this page. */
  private _zero: number | null = null;
}

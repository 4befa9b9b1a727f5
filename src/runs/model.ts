import { ISignal, Signal } from '@lumino/signaling';

import type { LabClient } from '../client';
import type {
  IPlace,
  IRuns,
  ITraces,
  Outcome,
  RunSummary,
  Target
} from '../tokens';
import { RunProgress } from './progress';

/** What is known of a notebook right before it is run. */
export interface IPrepared {
  /** Ids of the cells in the order in which the person ran them; empty where that isn't known. */
  order: string[];
  /** Ids of the notebook's cells by place; empty where it isn't open. */
  cells: string[];
  /** What ran in the person's kernel, with sources and failures; null where that isn't known. */
  session: ReturnType<ITraces['record']>;
  place: IPlace;
}

/** Starts runs, follows them, and knows those before. */
export class RunsModel implements IRuns {
  constructor(private readonly _options: RunsModel.IOptions) {}

  /** The run that is shown in full: the newest, or one that was chosen from those before. */
  get shown(): RunProgress | null {
    return this._shown;
  }

  /** Runs on record beside the one shown, newest first. */
  get earlier(): readonly RunSummary[] {
    return this._records.filter(({ run }) => run !== this._shown?.id);
  }

  /** A sentence on what went wrong with the last thing asked for; empty when nothing did. */
  get problem(): string {
    return this._problem;
  }

  /** Whether a run is being prepared and not yet accepted by the server. */
  get starting(): boolean {
    return this._starting;
  }

  get changed(): ISignal<this, void> {
    return this._changed;
  }

  async start(target: Target, order?: string[]): Promise<void> {
    await this._start(target, prepared => {
      const ran = order ?? prepared.order;
      return this._options.client.startRun(
        target,
        prepared.place,
        target.attempt !== null && ran.length > 0 ? ran : null
      );
    });
  }

  async check(target: Target): Promise<void> {
    await this._start(target, ({ place, session }) =>
      this._options.client.startCheck(target, place, session)
    );
  }

  private async _start(
    target: Target,
    begin: (prepared: IPrepared) => Promise<RunSummary>
  ): Promise<void> {
    this._starting = true;
    this._problem = '';
    this._options.activate();
    this._changed.emit();
    try {
      const prepared = await this._options.prepare(target);
      const summary = await begin(prepared);
      const run = new RunProgress(summary, prepared.cells);
      this._records = [summary, ...this._records];
      this._followed.set(run.id, run);
      this._shown = run;
      void this._follow(run);
    } catch (error) {
      this._problem = sentence(error);
    }
    this._starting = false;
    this._changed.emit();
  }

  latest(target: Target): Outcome | null {
    return this._latest.get(keyOf(target)) ?? null;
  }

  /** Cancel a run; its outcome comes as that of any other. */
  async cancel(run: RunProgress): Promise<void> {
    if (run.cancelling || !run.running) {
      return;
    }
    run.cancelling = true;
    this._changed.emit();
    try {
      await this._options.client.cancelRun(run.id);
    } catch (error) {
      run.cancelling = false;
      this._problem = sentence(error);
      this._changed.emit();
    }
  }

  /** Read the list of runs on record. */
  async refresh(): Promise<void> {
    try {
      this._records = await this._options.client.runs();
    } catch (error) {
      this._problem = sentence(error);
    }
    this._changed.emit();
  }

  /** After the page was loaded anew: show the latest check of an attempt, unless a run is shown already. */
  async recall(target: Target): Promise<void> {
    const isFree = () => this._shown === null && !this._starting;
    if (target.attempt === null || !isFree()) {
      return;
    }
    try {
      const { client } = this._options;
      const result = await client.latestCheck(target, target.attempt);
      if (result && isFree()) {
        this._records = await client.runs();
        if (isFree()) {
          await this.open(result.run);
        }
      }
    } catch {
      // Nobody asked for it: whoever looks for an earlier run is told then.
    }
  }

  /** Show a run on record in full. */
  async open(id: string): Promise<void> {
    let run = this._followed.get(id);
    if (!run) {
      const summary = this._records.find(({ run }) => run === id);
      if (!summary) {
        return;
      }
      run = new RunProgress(summary);
      this._followed.set(id, run);
      void this._follow(run);
    }
    this._shown = run;
    this._changed.emit();
  }

  /** Stop following runs. The runs themselves go on. */
  dispose(): void {
    this._stop.abort();
    Signal.clearData(this);
  }

  /** Follow a run to its outcome; a stream that breaks is taken up again once. */
  private async _follow(run: RunProgress): Promise<void> {
    const { client } = this._options;
    try {
      run.load(await client.run(run.id), Date.now());
      this._changed.emit();
      if (run.outcome && run.target.attempt !== null) {
        // Only the stream says what a check found.
        await this._readStream(run, false);
      }
      for (let tries = 0; tries < 2 && !run.outcome; tries++) {
        await this._readStream(run, tries > 0);
      }
      if (!run.outcome) {
        run.load(await client.run(run.id), Date.now());
      }
      if (!run.outcome) {
        run.problem = this._options.lost;
      }
    } catch (error) {
      run.problem = sentence(error);
    }
    if (!this._stop.signal.aborted) {
      this._noteOutcome(run);
      this._changed.emit();
    }
  }

  /** Take what a stream says; only the last try tells why it broke. */
  private async _readStream(run: RunProgress, last: boolean): Promise<void> {
    try {
      const { signal } = this._stop;
      for await (const message of this._options.client.runMessages(
        run.id,
        signal
      )) {
        if (message.type === 'outcome') {
          run.finish(message.outcome);
          return;
        }
        if (message.type === 'check') {
          run.check = message.result;
          this._changed.emit();
          continue;
        }
        if (run.apply(message.event, Date.now())) {
          this._changed.emit();
        }
      }
    } catch (error) {
      if (last) {
        throw error;
      }
    }
  }

  private _noteOutcome(run: RunProgress): void {
    const { outcome } = run;
    if (!outcome) {
      return;
    }
    this._records = this._records.map(summary =>
      summary.run === run.id ? { ...summary, outcome } : summary
    );
    this._latest.set(keyOf(run.target), outcome);
  }

  private _shown: RunProgress | null = null;
  private _records: RunSummary[] = [];
  private _problem = '';
  private _starting = false;
  private readonly _followed = new Map<string, RunProgress>();
  private readonly _latest = new Map<string, Outcome>();
  private readonly _stop = new AbortController();
  private readonly _changed = new Signal<this, void>(this);
}

export namespace RunsModel {
  export interface IOptions {
    client: Pick<
      LabClient,
      | 'startRun'
      | 'startCheck'
      | 'latestCheck'
      | 'run'
      | 'runs'
      | 'cancelRun'
      | 'runMessages'
    >;
    /** Saves the notebook that is to be run, as the server reads it from disk. */
    prepare: (target: Target) => Promise<IPrepared>;
    /** Brings the panel to the front. */
    activate: () => void;
    /** What to say of a run whose end can't be learnt. */
    lost: string;
  }
}

function keyOf({ bench, id, variant, attempt }: Target): string {
  return JSON.stringify([bench, id, variant, attempt]);
}

function sentence(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

import { ServerConnection } from '@jupyterlab/services';

import type { components } from './api';
import { EventStreamParser, IStreamEvent } from './event-stream';
import { requestJSON, requestRaw, routeURL } from './request';
import type {
  Attempt,
  BenchInfo,
  CheckResult,
  Comparison,
  CurationJob,
  CurationRequest,
  Diagnosis,
  EnvironmentName,
  FetchJob,
  FetchOffer,
  FetchProgress,
  IInstanceKey,
  ImageJob,
  ImageProgress,
  InstancePage,
  InstanceSystems,
  InstanceView,
  IPlace,
  LoadedSystem,
  NotebookRef,
  NotebookEstimate,
  NotebookTrace,
  Outcome,
  Predicted,
  PredictionView,
  Progress,
  Replay,
  Reveal,
  RunSummary,
  SessionFlow,
  Standing,
  SystemList,
  Target,
  Trace,
  Trial,
  VariantName,
  VariantView
} from './tokens';

type Schemas = components['schemas'];

export type Dimension = Schemas['Facet']['dimension'];
export type RunRecord = Schemas['RunRecord'];
export type RunEvent = RunRecord['events'][number];
export type Version = Schemas['Version'];

/** Values of one dimension are alternatives, dimensions add up; so do systems, which are named by their keys. */
export type InstanceFilter = { query: string } & Record<
  Dimension | Standing,
  string[]
>;

/** One of an instance's trajectories by its name, or any file by its path. */
export type TrajectoryRef =
  { name: string; path: null } | { name: null; path: string };

/** What the event stream of a run says. */
export type RunMessage =
  | { type: 'run'; event: RunEvent }
  | { type: 'check'; result: CheckResult }
  | { type: 'outcome'; outcome: Outcome };

/** Where something takes place, as the routes take it. */
function placeFields({ environment, kernel, allowNetwork }: IPlace) {
  return {
    environment,
    // A container has a kernel of its own.
    kernel: environment === 'local' ? kernel : null,
    allow_network: allowNetwork
  };
}

/** The routes of the server extension, one typed method each; all reject with a `LabResponseError`. */
export class LabClient {
  constructor(
    readonly settings: ServerConnection.ISettings = ServerConnection.makeSettings()
  ) {}

  version(): Promise<Version> {
    return this._get(['version']);
  }

  async benches(): Promise<BenchInfo[]> {
    const list = await this._get<Schemas['BenchList']>(['benches']);
    return list.benches;
  }

  /** Add a folder on the server as a bench. */
  addBench(path: string, name: string | null = null): Promise<BenchInfo> {
    return this._post(['benches'], { path, name });
  }

  /** A part of the filtered list, with the counts of every filter. */
  instances(
    bench: string,
    filter: InstanceFilter,
    offset: number,
    limit: number,
    signal?: AbortSignal
  ): Promise<InstancePage> {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(filter)) {
      for (const one of Array.isArray(value) ? value : [value]) {
        if (one) {
          query.append(name, one);
        }
      }
    }
    query.set('offset', String(offset));
    query.set('limit', String(limit));
    return this._get(['instances', bench], query, signal);
  }

  instance({ bench, id }: IInstanceKey): Promise<InstanceView> {
    return this._get(['instances', bench, id]);
  }

  /** What a kernel lacks to run an instance, in a sentence; null where it lacks nothing. */
  async lacking(
    { bench, id }: IInstanceKey,
    kernel: string | null
  ): Promise<string | null> {
    const query = new URLSearchParams(kernel === null ? {} : { kernel });
    const answer = await this._get<Schemas['Lacking']>(
      ['instances', bench, id, 'lacking'],
      query
    );
    return answer.sentence;
  }

  variant(
    { bench, id }: IInstanceKey,
    variant: VariantName
  ): Promise<VariantView> {
    return this._get(['instances', bench, id, 'variants', variant]);
  }

  variantTrace(
    { bench, id }: IInstanceKey,
    variant: VariantName
  ): Promise<Trace> {
    return this._get(['instances', bench, id, 'variants', variant, 'trace']);
  }

  /** What each recorded execution read and wrote. */
  variantFlow(
    { bench, id }: IInstanceKey,
    variant: VariantName
  ): Promise<SessionFlow> {
    return this._get(['instances', bench, id, 'variants', variant, 'flow']);
  }

  diagnosis({ bench, id }: IInstanceKey): Promise<Diagnosis> {
    return this._get(['instances', bench, id, 'diagnosis']);
  }

  /**
   * Note that a person chose to see a part of the answer; gives back all that is revealed.
   *
   * @param attempt - The attempt during which they did; null: the latest.
   */
  async reveal(
    { bench, id }: IInstanceKey,
    what: Reveal,
    attempt: number | null = null
  ): Promise<Reveal[]> {
    const reveals = await this._post<Schemas['Reveals']>(['reveals'], {
      bench,
      id,
      what,
      attempt
    });
    return reveals.revealed;
  }

  /** The systems that are loaded for a bench, with their share right by label. */
  systems(bench: string): Promise<SystemList> {
    return this._get(['systems'], new URLSearchParams({ bench }));
  }

  /** Cancel the grading of a bench's systems. */
  cancelGrading(bench: string): Promise<SystemList> {
    const route = routeURL(this.settings, 'grading');
    return requestJSON<SystemList>(
      `${route}?${new URLSearchParams({ bench })}`,
      { method: 'DELETE' },
      this.settings
    );
  }

  /** Grade the systems whose grading was cancelled. */
  gradeSystems(bench: string): Promise<SystemList> {
    return this._post(['grading'], { bench });
  }

  /** Load a system by the paths of its files. */
  addSystem(
    bench: string,
    paths: string[],
    name: string | null
  ): Promise<LoadedSystem> {
    return this._post(['systems'], { bench, paths, name });
  }

  /** Resolves to what was done, in a sentence. */
  async removeSystem(key: string): Promise<string> {
    const { sentence } = await requestJSON<Schemas['Unloaded']>(
      routeURL(this.settings, 'systems', key),
      { method: 'DELETE' },
      this.settings
    );
    return sentence;
  }

  /** What the loaded systems said about an instance. */
  instanceSystems({ bench, id }: IInstanceKey): Promise<InstanceSystems> {
    return this._get(['instances', bench, id, 'systems']);
  }

  /** What an agent did, step by step. */
  replay(source: TrajectoryRef, episode: number): Promise<Replay> {
    return this._post(['trajectories'], { ...source, episode });
  }

  async attempts({ bench, id }: IInstanceKey): Promise<Attempt[]> {
    const query = new URLSearchParams({ bench, id });
    const list = await this._get<Schemas['AttemptList']>(['attempts'], query);
    return list.attempts;
  }

  /**
   * Resume the latest attempt, or start one where there is none or a fresh one is asked for.
   *
   * @param place - Where the kernel of a new notebook runs.
   */
  startAttempt(
    { bench, id }: IInstanceKey,
    fresh: boolean,
    place: IPlace
  ): Promise<Attempt> {
    const body = { bench, id, new: fresh, ...placeFields(place) };
    return this._post(['attempts'], body);
  }

  attempt({ bench, id }: IInstanceKey, number: number): Promise<Attempt> {
    return this._get(['attempts', bench, id, String(number)]);
  }

  /** Take an attempt up again, which is noted in the progress. */
  resumeAttempt({ bench, id }: IInstanceKey, number: number): Promise<Attempt> {
    return this._post(['attempts', bench, id, String(number)], {});
  }

  /** What came of the latest check of an attempt; null where there was none. */
  async latestCheck(
    { bench, id }: IInstanceKey,
    number: number
  ): Promise<CheckResult | null> {
    const latest = await this._get<Schemas['LatestCheck']>([
      'attempts',
      bench,
      id,
      String(number),
      'check'
    ]);
    return latest.result;
  }

  /** What the person predicted before the first run of an attempt. */
  prediction(
    { bench, id }: IInstanceKey,
    number: number
  ): Promise<PredictionView> {
    return this._get(['attempts', bench, id, String(number), 'prediction']);
  }

  /** Keep a prediction, once and before the first run. */
  predict(
    { bench, id }: IInstanceKey,
    number: number,
    predicted: Predicted
  ): Promise<PredictionView> {
    return this._post(
      ['attempts', bench, id, String(number), 'prediction'],
      predicted
    );
  }

  /** What a person did in a bench, and how far they got. */
  progress(bench: string): Promise<Progress> {
    return this._get(['progress'], new URLSearchParams({ bench }));
  }

  /** The progress in all benches as a file to keep. */
  exportProgress(format: 'csv' | 'json'): Promise<Schemas['ProgressExport']> {
    return this._get(['progress', 'export'], new URLSearchParams({ format }));
  }

  /** Forget the progress in a bench; gives back what was done, in a sentence. */
  async removeProgress(bench: string): Promise<string> {
    const query = new URLSearchParams({ bench });
    const removed = await requestJSON<Schemas['Removed']>(
      `${routeURL(this.settings, 'progress')}?${query.toString()}`,
      { method: 'DELETE' },
      this.settings
    );
    return removed.sentence;
  }

  /** The recorded trace, with the ids of the attempt's cells. */
  attemptTrace({ bench, id }: IInstanceKey, number: number): Promise<Trace> {
    return this._get(['attempts', bench, id, String(number), 'trace']);
  }

  /** What each recorded execution read and wrote. */
  attemptFlow(
    { bench, id }: IInstanceKey,
    number: number
  ): Promise<SessionFlow> {
    return this._get(['attempts', bench, id, String(number), 'flow']);
  }

  /** The traces of any notebook: from its saved counts, and from what ran in a kernel. */
  notebookTrace(
    asked: Schemas['TraceRequest'],
    signal?: AbortSignal
  ): Promise<NotebookTrace> {
    return this._post(['traces'], asked, signal);
  }

  /** The labels of a notebook's crash, estimated, and cases that are like it. */
  estimate(asked: Schemas['EstimateRequest']): Promise<NotebookEstimate> {
    return this._post(['estimates'], asked);
  }

  /** What to send to a kernel so that it tries a cell in a copy of its session. */
  tryCell(asked: Schemas['TrialRequest']): Promise<Schemas['TrialMessage']> {
    return this._post(['trials'], asked);
  }

  /** What the kernel's reply to that means. */
  readTrial(told: Schemas['TrialReply']): Promise<Trial> {
    return this._post(['trials', 'replies'], told);
  }

  compare(
    left: NotebookRef,
    right: NotebookRef,
    signal?: AbortSignal
  ): Promise<Comparison> {
    return this._post(['comparisons'], { left, right }, signal);
  }

  /** Runs on record, newest first; of one instance if a key is given. */
  async runs(key?: IInstanceKey): Promise<RunSummary[]> {
    const query = new URLSearchParams(key && { bench: key.bench, id: key.id });
    const list = await this._get<Schemas['RunList']>(['runs'], query);
    return list.runs;
  }

  /**
   * Start a run.
   *
   * @param order - For an attempt: ids of the cells in the order in which the person ran them.
   */
  startRun(
    target: Target,
    place: IPlace,
    order: string[] | null = null
  ): Promise<RunSummary> {
    return this._post(['runs'], { target, order, ...placeFields(place) });
  }

  /**
   * Start a check of an attempt; it is followed like a run.
   *
   * @param session - What the person ran in their kernel, where that is known.
   */
  startCheck(
    target: Target,
    place: IPlace,
    session: Schemas['SessionRecord'] | null = null
  ): Promise<RunSummary> {
    const { bench, id, attempt } = target;
    const body = { bench, id, attempt, session, ...placeFields(place) };
    return this._post(['checks'], body);
  }

  /** Whether kernels can run in containers, and what goes on with their image. */
  environments(): Promise<Schemas['Environments']> {
    return this._get(['environments']);
  }

  /**
   * The kernel that a notebook of an instance gets.
   *
   * @param allowNetwork - Null where the person hasn't been asked; rejects where they have to be.
   */
  instanceKernel(
    { bench, id }: IInstanceKey,
    environment: EnvironmentName,
    kernel: string | null,
    allowNetwork: boolean | null
  ): Promise<Schemas['InstanceKernel']> {
    const body = { bench, id, environment, kernel };
    return this._post(['kernels'], { ...body, allow_network: allowNetwork });
  }

  /**
   * Build, pull or try the image of container kernels.
   *
   * @param agreed - Whether the person agrees that much is fetched.
   * @param image - What to pull, as the plan names it.
   */
  startImageJob(
    action: ImageJob['action'],
    agreed: boolean,
    image: string | null = null
  ): Promise<ImageJob> {
    return this._post(['image'], { action, agreed, image });
  }

  /** What a pull would fetch, and the question before it. */
  pullPlan(): Promise<Schemas['PullPlan']> {
    return this._get(['image', 'pull']);
  }

  cancelImageJob(): Promise<ImageJob> {
    return requestJSON(
      routeURL(this.settings, 'image'),
      { method: 'DELETE' },
      this.settings
    );
  }

  /** Follow what goes on with the image to its end; ends early when the signal aborts. */
  async *imageProgress(signal: AbortSignal): AsyncGenerator<ImageProgress> {
    for await (const { event, data } of this._events(
      ['image', 'events'],
      signal
    )) {
      if (event === 'image') {
        yield JSON.parse(data) as ImageProgress;
      }
    }
  }

  /** What of the published data set can be fetched; the hub is asked, which takes its time. */
  fetchOffer(): Promise<FetchOffer> {
    return this._get(['fetch']);
  }

  /**
   * Fetch instances of it: the person agreed to sizes and licences.
   *
   * @param ids - None means all.
   */
  startFetch(ids: string[], notebooksOnly: boolean): Promise<FetchJob> {
    return this._post(['fetch'], {
      ids,
      notebooks_only: notebooksOnly,
      agreed: true
    });
  }

  cancelFetch(): Promise<FetchJob> {
    return requestJSON(
      routeURL(this.settings, 'fetch'),
      { method: 'DELETE' },
      this.settings
    );
  }

  /** Follow the download to its end; ends early when the signal aborts, at once where there is none. */
  async *fetchProgress(signal: AbortSignal): AsyncGenerator<FetchProgress> {
    for await (const { event, data } of this._events(
      ['fetch', 'events'],
      signal
    )) {
      if (event === 'fetch') {
        yield JSON.parse(data) as FetchProgress;
      }
    }
  }

  /** Make an instance of a notebook's crash, or accept a draft. */
  startCuration(asked: CurationRequest): Promise<CurationJob> {
    return this._post(['curation'], asked);
  }

  cancelCuration(): Promise<CurationJob> {
    return requestJSON(
      routeURL(this.settings, 'curation'),
      { method: 'DELETE' },
      this.settings
    );
  }

  /** Follow the making of an instance to its end; ends early when the signal aborts. */
  async *curationJobs(signal: AbortSignal): AsyncGenerator<CurationJob> {
    for await (const { event, data } of this._events(
      ['curation', 'events'],
      signal
    )) {
      if (event === 'curation') {
        yield JSON.parse(data) as CurationJob;
      }
    }
  }

  /** Write labels that a person chose into a bench of their own; resolves to what was done, in a sentence. */
  async settleLabels(
    { bench, id }: IInstanceKey,
    labels: Record<string, string>,
    diagnosis: string | null
  ): Promise<string> {
    const { sentence } = await this._post<Schemas['Settled']>(
      ['curation', 'labels'],
      { bench, id, labels, diagnosis }
    );
    return sentence;
  }

  run(run: string): Promise<RunRecord> {
    return this._get(['runs', run]);
  }

  cancelRun(run: string): Promise<RunSummary> {
    return requestJSON(
      routeURL(this.settings, 'runs', run),
      { method: 'DELETE' },
      this.settings
    );
  }

  /** Follow a run from its start to its outcome; ends early when the signal aborts. */
  async *runMessages(
    run: string,
    signal: AbortSignal
  ): AsyncGenerator<RunMessage> {
    for await (const { event, data } of this._events(
      ['runs', run, 'events'],
      signal
    )) {
      if (event === 'run') {
        yield { type: 'run', event: JSON.parse(data) as RunEvent };
      } else if (event === 'check') {
        yield { type: 'check', result: JSON.parse(data) as CheckResult };
      } else if (event === 'outcome') {
        yield { type: 'outcome', outcome: JSON.parse(data) as Outcome };
      }
    }
  }

  private async *_events(
    parts: string[],
    signal: AbortSignal
  ): AsyncGenerator<IStreamEvent> {
    const response = await requestRaw(
      routeURL(this.settings, ...parts),
      { headers: { Accept: 'text/event-stream' }, signal },
      this.settings
    );
    if (!response.body) {
      return;
    }
    const reader = response.body.getReader();
    const decoder = new TextDecoder();
    const parser = new EventStreamParser();
    try {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) {
          return;
        }
        yield* parser.push(decoder.decode(value, { stream: true }));
      }
    } catch (error) {
      if (!signal.aborted) {
        throw error;
      }
    } finally {
      // Also when whoever follows stops early.
      reader.cancel().catch(() => undefined);
    }
  }

  private _get<T>(
    parts: string[],
    query?: URLSearchParams,
    signal?: AbortSignal
  ): Promise<T> {
    const text = query?.toString();
    const url = routeURL(this.settings, ...parts) + (text ? `?${text}` : '');
    return requestJSON<T>(url, { method: 'GET', signal }, this.settings);
  }

  private _post<T>(
    parts: string[],
    body: object,
    signal?: AbortSignal
  ): Promise<T> {
    const init = { method: 'POST', body: JSON.stringify(body), signal };
    return requestJSON<T>(
      routeURL(this.settings, ...parts),
      init,
      this.settings
    );
  }
}

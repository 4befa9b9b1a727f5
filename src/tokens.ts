/**
 * The services that the plugins give each other.
 *
 * Names follow the project's words: bench, instance, variant, attempt, trace, run.
 */
import { NotebookPanel } from '@jupyterlab/notebook';
import { Token } from '@lumino/coreutils';
import { ISignal } from '@lumino/signaling';

import type { components } from './api';

type Schemas = components['schemas'];

export type Attempt = Schemas['Attempt'];
export type BenchInfo = Schemas['BenchInfo'];
export type CellNeed = Schemas['CellNeed'];
export type CheckResult = Schemas['CheckResult'];
export type Comparison = Schemas['Comparison'];
export type ContainerStatus = Schemas['ContainerStatus'];
export type CurationJob = Schemas['CurationJob'];
export type CurationRequest = Schemas['CurationRequest'];
export type CurationResult = Schemas['CurationResult'];
export type Diagnosis = Schemas['Diagnosis'];
export type EnvironmentName = RunSummary['environment'];
export type FetchJob = Schemas['FetchJob'];
export type FetchOffer = Schemas['FetchOffer'];
export type FetchProgress = Schemas['FetchProgress'];
export type Finding = Schemas['Finding'];
export type Hint = Schemas['Hint'];
export type ImageJob = Schemas['ImageJob'];
export type ImageProgress = Schemas['ImageProgress'];
export type InstancePage = Schemas['ListedInstances'];
export type InstanceSystems = Schemas['InstanceSystems'];
export type InstanceSummary = Schemas['InstanceSummary'];
export type InstanceView = Schemas['InstanceView'];
export type LoadedSystem = Schemas['LoadedSystem'];
export type NameChange = Schemas['NameChange'];
export type NotebookEstimate = Schemas['NotebookEstimate'];
export type NotebookRef = Schemas['NotebookRef'];
export type NotebookTrace = Schemas['NotebookTrace'];
export type Outcome = Schemas['Outcome'];
export type Predicted = Schemas['PredictionRequest'];
export type PredictionView = Schemas['PredictionView'];
export type Progress = Schemas['Progress'];
export type ProgressState = Progress['instances'][number]['state'];
export type Replay = Schemas['Replay'];
export type Reveal = Schemas['Reveals']['revealed'][number];
export type RunSummary = Schemas['RunSummary'];
export type SessionFlow = Schemas['SessionFlow'];
export type SessionRecord = Schemas['SessionRecord'];
export type Standing = SystemMark['standing'];
export type SystemFacet = Schemas['SystemFacet'];
export type SystemList = Schemas['SystemList'];
export type SystemMark = Schemas['SystemMark'];
export type SystemOnInstance = Schemas['SystemOnInstance'];
export type Target = Schemas['Target'];
export type Trace = Schemas['Trace'];
export type TrajectoryRow = Schemas['TrajectoryRow'];
export type Trial = Schemas['Trial'];
export type VariantName = Schemas['VariantInfo']['name'];
export type VariantView = Schemas['VariantView'];

/** Which instance, of which bench. */
export interface IInstanceKey {
  bench: string;
  id: string;
}

/** What a notebook panel shows: an attempt or a read-only variant of an instance. */
export interface IShown extends IInstanceKey {
  attempt?: number;
  variant?: VariantName;
}

/** Opens the parts of an instance in the main area. */
export interface IInstances {
  /** The page that shows the crash and its trace, with the ways on. */
  openPage(key: IInstanceKey): Promise<void>;
  /** Create or resume an attempt and show it as an ordinary notebook with its kernel. */
  openAttempt(key: IInstanceKey, fresh?: boolean): Promise<NotebookPanel>;
  /** Show a variant, read-only and without a kernel, beside what is open. */
  openVariant(key: IInstanceKey, variant: VariantName): Promise<void>;
  /**
   * Ask before showing a part of the answer; resolves to whether it may be shown.
   *
   * @param attempt - The attempt during which it is asked for; the latest if left out.
   */
  reveal(key: IInstanceKey, what: Reveal, attempt?: number): Promise<boolean>;
  /** What the bench's kernel lacks to run an instance, and how it gets it; null where it lacks nothing. */
  lacking(key: IInstanceKey): Promise<string | null>;
  /** What a notebook panel shows; null for a notebook of someone's own. */
  shown(panel: NotebookPanel): IShown | null;
  /** Say that something became of an instance: a run of it ended, say. */
  touch(key: IInstanceKey): void;
  /** An instance's reveals, attempts or progress changed. */
  readonly changed: ISignal<IInstances, IInstanceKey>;
}

export const IInstances = new Token<IInstances>(
  'junobench-lab:IInstances',
  'Opens the page, attempts and variants of a benchmark instance.'
);

/** The recorded session of a notebook, and what has run in its kernel since. */
export interface ITraces {
  /** Trace of what a panel shows; null until loaded and for notebooks without one. */
  trace(panel: NotebookPanel): Trace | null;
  /** Show the trace panel for a notebook. */
  show(panel: NotebookPanel): void;
  /** Ids of the cells in the order in which they ran in this kernel; empty after a restart. */
  session(panel: NotebookPanel): string[];
  /** The same with sources and failures, as the server takes it; null where nothing is known to have run. */
  record(panel: NotebookPanel): Schemas['SessionRecord'] | null;
}

export const ITraces = new Token<ITraces>(
  'junobench-lab:ITraces',
  'Traces of notebooks: the recorded order and the order in this kernel.'
);

/** Starts runs and follows them. */
export interface IRuns {
  /** Run a variant or an attempt; shows the runs panel. */
  start(target: Target, order?: string[]): Promise<void>;
  /** Check an attempt; shows the runs panel. */
  check(target: Target): Promise<void>;
  /** The latest outcome of a target in this lab session. */
  latest(target: Target): Outcome | null;
  /** A run began, moved on or ended. */
  readonly changed: ISignal<IRuns, void>;
}

export const IRuns = new Token<IRuns>(
  'junobench-lab:IRuns',
  'Runs variants and attempts and follows their events.'
);

/** Where runs and the kernel of an instance take place. */
export interface IPlace {
  environment: EnvironmentName;
  /** Name of the kernelspec that is set or that the container has; null: the server's default. */
  kernel: string | null;
  /** Whether the person agreed that the instance's container gets a network. */
  allowNetwork: boolean;
}

/** Chooses where kernels run: on this machine itself or in containers. */
export interface IEnvironments {
  /**
   * Where runs of an instance take place: as chosen, but local where no container can be had.
   *
   * Asks the person where the instance wants a network.
   */
  place(key: IInstanceKey): Promise<IPlace>;
  /** The kernel of a notebook of the instance, given the one that it has; null: it may keep that. */
  kernel(key: IInstanceKey, place: IPlace, has: string): Promise<string | null>;
  /** What was chosen for an instance, or for all of them. */
  chosen(key: IInstanceKey | null): EnvironmentName;
}

export const IEnvironments = new Token<IEnvironments>(
  'junobench-lab:IEnvironments',
  'Chooses where kernels run: on this machine itself or in containers.'
);

/** The systems whose predictions are shown beside the instances. */
export interface ISystems {
  /** Load a system's files, as paths on the contents root; rejects where they can't be used. */
  load(
    bench: string,
    paths: string[],
    name: string | null
  ): Promise<LoadedSystem>;
  /** Show a system no longer; resolves to what was done, in a sentence. */
  unload(key: string): Promise<string>;
  /** End the judging of a bench's systems, and judge what was cancelled. */
  cancelGrading(bench: string): Promise<void>;
  grade(bench: string): Promise<void>;
  /** Tell everybody that what was being judged is known now. */
  graded(): void;
  /** A system was loaded, unloaded or judged. */
  readonly changed: ISignal<ISystems, void>;
}

export const ISystems = new Token<ISystems>(
  'junobench-lab:ISystems',
  'Loads systems, whose predictions are shown beside the instances.'
);

/** Opens comparisons of two notebooks. */
export interface IComparisons {
  open(left: NotebookRef, right: NotebookRef): Promise<void>;
}

export const IComparisons = new Token<IComparisons>(
  'junobench-lab:IComparisons',
  'Compares two notebooks: sequence, then source.'
);

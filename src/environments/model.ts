import { ISignal, Signal } from '@lumino/signaling';

import type { LabClient } from '../client';
import { LabResponseError } from '../request';
import type { LabSettings } from '../settings';
import type {
  ContainerStatus,
  EnvironmentName,
  IEnvironments,
  IInstanceKey,
  IPlace
} from '../tokens';

/** What was chosen, for all instances and for single ones, and whether it can be had. */
export class EnvironmentsModel implements IEnvironments {
  constructor(private readonly _options: EnvironmentsModel.IOptions) {
    _options.settings.changed.connect(() => this._changed.emit());
  }

  /** Whether containers can be had, as Docker said last; null before it was asked. */
  get status(): ContainerStatus | null {
    return this._status;
  }

  /** Why Docker couldn't be asked; empty where it could. */
  get problem(): string {
    return this._problem;
  }

  /** The instance whose notebook is in front; null: none. */
  get current(): IInstanceKey | null {
    return this._current;
  }

  set current(key: IInstanceKey | null) {
    if (key?.bench !== this._current?.bench || key?.id !== this._current?.id) {
      this._current = key;
      this._changed.emit();
    }
  }

  get changed(): ISignal<this, void> {
    return this._changed;
  }

  chosen(key: IInstanceKey | null): EnvironmentName {
    return this.own(key) ?? this._options.settings.current.environment;
  }

  /** What was chosen for an instance alone; null: nothing. */
  own(key: IInstanceKey | null): EnvironmentName | null {
    const { environments } = this._options.settings.current;
    return key ? (environments[nameOf(key)] ?? null) : null;
  }

  /** Choose for all instances without a choice of their own. */
  async choose(environment: EnvironmentName): Promise<void> {
    await this._options.settings.choose('environment', environment);
    await this._askWhereNeeded();
  }

  /** Choose for one instance; null: as for all. */
  async chooseFor(
    key: IInstanceKey,
    environment: EnvironmentName | null
  ): Promise<void> {
    const { settings } = this._options;
    const others = Object.entries(settings.current.environments).filter(
      ([name]) => name !== nameOf(key)
    );
    await settings.choose(
      'environments',
      Object.fromEntries(
        environment === null ? others : [...others, [nameOf(key), environment]]
      )
    );
    await this._askWhereNeeded();
  }

  /** Ask Docker; what is wrong with the question itself is in `problem`. */
  async refresh(): Promise<void> {
    try {
      const told = await this._options.client.environments();
      this._status = told.container;
      this._problem = '';
      if (told.job && told.job.ended === null) {
        this._options.onJob();
      }
    } catch (error) {
      this._status = null;
      this._problem = error instanceof Error ? error.message : String(error);
    }
    this._changed.emit();
  }

  async place(key: IInstanceKey): Promise<IPlace> {
    const { settings } = this._options;
    await settings.ready;
    const local: IPlace = {
      environment: 'local',
      kernel: settings.kernel(key.bench),
      allowNetwork: false
    };
    if (this.chosen(key) === 'local') {
      return local;
    }
    await this.refresh();
    if (!this._status?.ready) {
      if (!this._told) {
        this._told = true;
        this._options.tellFallback(this._status?.advice ?? this._problem);
      }
      return local;
    }
    this._told = false;
    return this._inContainer(key);
  }

  async kernel(
    key: IInstanceKey,
    place: IPlace,
    has: string
  ): Promise<string | null> {
    const { kernel, replaces } = await this._options.client.instanceKernel(
      key,
      place.environment,
      place.kernel,
      place.allowNetwork
    );
    return replaces.includes(has) ? kernel : null;
  }

  private async _inContainer(key: IInstanceKey): Promise<IPlace> {
    const { ask, client, settings } = this._options;
    const name = nameOf(key);
    let allowNetwork = settings.current.networks.includes(name);
    const found = (allowed: boolean | null) =>
      client.instanceKernel(key, 'container', null, allowed);
    let kernel: string;
    try {
      kernel = (await found(allowNetwork || null)).kernel;
    } catch (error) {
      if (
        !(error instanceof LabResponseError) ||
        error.kind !== 'NetworkNotAllowed'
      ) {
        throw error;
      }
      allowNetwork = await ask(error.message);
      if (allowNetwork) {
        const { networks } = settings.current;
        await settings.choose('networks', [...networks, name]);
      }
      kernel = (await found(allowNetwork)).kernel;
    }
    await this._options.require(kernel);
    return { environment: 'container', kernel, allowNetwork };
  }

  /** Docker is asked only once somebody wants containers. */
  private async _askWhereNeeded(): Promise<void> {
    if (this.chosen(this._current) === 'container') {
      await this.refresh();
    }
  }

  private _status: ContainerStatus | null = null;
  private _problem = '';
  private _current: IInstanceKey | null = null;
  private _told = false;
  private readonly _changed = new Signal<this, void>(this);
}

export namespace EnvironmentsModel {
  export interface IOptions {
    client: Pick<LabClient, 'environments' | 'instanceKernel'>;
    settings: Pick<
      LabSettings,
      'ready' | 'current' | 'changed' | 'kernel' | 'choose'
    >;
    /** Whether an instance's container may have the network that it wants, as the sentence says. */
    ask: (sentence: string) => Promise<boolean>;
    /** Makes the lab know a kernel that may have been installed since it started. */
    require: (kernel: string) => Promise<void>;
    /** Says that local kernels are used in the place of containers, and why. */
    tellFallback: (reason: string) => void;
    /** Something goes on with the image, maybe since before the page was loaded. */
    onJob: () => void;
  }
}

/** The instance as the settings name it. */
function nameOf({ bench, id }: IInstanceKey): string {
  return `${bench}/${id}`;
}

import { ISettingRegistry } from '@jupyterlab/settingregistry';
import type { JSONValue } from '@lumino/coreutils';
import { ISignal, Signal } from '@lumino/signaling';

import type { EnvironmentName } from './tokens';

/** The settings of the extension (schema/plugin.json describes them). */
export interface ILabSettings {
  /** Name of a bench -> name of a kernel. */
  kernels: Readonly<Record<string, string>>;
  /** Where kernels run, unless an instance says otherwise. */
  environment: EnvironmentName;
  /** bench/instance -> where its kernels run. */
  environments: Readonly<Record<string, EnvironmentName>>;
  /** Instances, as bench/instance, whose containers may have a network. */
  networks: readonly string[];
  openOnClick: 'page' | 'attempt';
  confirmReveal: boolean;
  /** Whether a person is asked what they think before the first run. */
  askForPrediction: boolean;
  /** How long a trial of a cell may take. */
  trialSeconds: number;
}

/** A setting that the lab writes itself, as a person chooses in the interface. */
export type ChosenSetting = 'environment' | 'environments' | 'networks';

const SCHEMA = 'junobench-lab:plugin';

/** Settings from what a person wrote; what is missing or makes no sense takes its default. */
export function toSettings(
  composite: Readonly<Record<string, unknown>>
): ILabSettings {
  const {
    kernels,
    openOnClick,
    confirmReveal,
    askForPrediction,
    trialSeconds
  } = composite;
  const named = entriesOf(kernels).filter(
    (entry): entry is [string, string] =>
      typeof entry[1] === 'string' && entry[1] !== ''
  );
  return {
    kernels: Object.fromEntries(named),
    environment: isEnvironment(composite.environment)
      ? composite.environment
      : 'local',
    environments: Object.fromEntries(
      entriesOf(composite.environments).filter(
        (entry): entry is [string, EnvironmentName] => isEnvironment(entry[1])
      )
    ),
    networks: Array.isArray(composite.networks)
      ? composite.networks.filter(
          (name): name is string => typeof name === 'string'
        )
      : [],
    openOnClick: openOnClick === 'attempt' ? 'attempt' : 'page',
    confirmReveal: confirmReveal !== false,
    askForPrediction: askForPrediction !== false,
    trialSeconds:
      typeof trialSeconds === 'number' && trialSeconds > 0 ? trialSeconds : 2
  };
}

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null
    ? Object.entries(value)
    : [];
}

function isEnvironment(value: unknown): value is EnvironmentName {
  return value === 'local' || value === 'container';
}

/** The settings as they are now; the defaults until they are loaded, and where there is no registry. */
export class LabSettings {
  constructor(registry: ISettingRegistry | null) {
    this.ready = registry ? this._load(registry) : Promise.resolve();
  }

  /** Resolves when the settings are loaded; never rejects. */
  readonly ready: Promise<void>;

  get changed(): ISignal<this, void> {
    return this._changed;
  }

  get current(): ILabSettings {
    return this._current;
  }

  /** The kernel that is set for a bench; null: the default kernel. */
  kernel(bench: string): string | null {
    return this._current.kernels[bench] ?? null;
  }

  /** Keep a choice; without a registry, for as long as the page is open. */
  async choose<Name extends ChosenSetting>(
    name: Name,
    value: ILabSettings[Name]
  ): Promise<void> {
    this._current = { ...this._current, [name]: value };
    this._changed.emit();
    await this._kept?.set(name, value as JSONValue);
  }

  private async _load(registry: ISettingRegistry): Promise<void> {
    try {
      const settings = await registry.load(SCHEMA);
      this._kept = settings;
      const update = () => {
        this._current = toSettings(settings.composite);
        this._changed.emit();
      };
      settings.changed.connect(update);
      update();
    } catch (error) {
      // The lab works with the defaults; the browser's log says why.
      console.warn('The settings of JunoBench Lab could not be loaded.', error);
    }
  }

  private readonly _changed = new Signal<this, void>(this);
  private _current = toSettings({});
  private _kept: ISettingRegistry.ISettings | null = null;
}

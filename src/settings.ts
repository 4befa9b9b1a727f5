import { ISettingRegistry } from '@jupyterlab/settingregistry';
import { ISignal, Signal } from '@lumino/signaling';

/** The settings of the extension (schema/plugin.json describes them). */
export interface ILabSettings {
  /** Name of a bench -> name of a kernel. */
  kernels: Readonly<Record<string, string>>;
  openOnClick: 'page' | 'attempt';
  confirmReveal: boolean;
  /** How long a trial of a cell may take. */
  trialSeconds: number;
}

const SCHEMA = 'junobench-lab:plugin';

/** Settings from what a person wrote; what is missing or makes no sense takes its default. */
export function toSettings(
  composite: Readonly<Record<string, unknown>>
): ILabSettings {
  const { kernels, openOnClick, confirmReveal, trialSeconds } = composite;
  const named =
    typeof kernels === 'object' && kernels !== null
      ? Object.entries(kernels).filter(
          (entry): entry is [string, string] =>
            typeof entry[1] === 'string' && entry[1] !== ''
        )
      : [];
  return {
    kernels: Object.fromEntries(named),
    openOnClick: openOnClick === 'attempt' ? 'attempt' : 'page',
    confirmReveal: confirmReveal !== false,
    trialSeconds:
      typeof trialSeconds === 'number' && trialSeconds > 0 ? trialSeconds : 2
  };
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

  private async _load(registry: ISettingRegistry): Promise<void> {
    try {
      const settings = await registry.load(SCHEMA);
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
}

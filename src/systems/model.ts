import { ISignal, Signal } from '@lumino/signaling';

import type { LabClient } from '../client';
import { OfBench } from '../of-bench';
import type { LoadedSystem, SystemList } from '../tokens';

export type SystemChart = SystemList['charts'][number];

/** Milliseconds between two looks at a grading that goes on. */
const BETWEEN_LOOKS = 1000;

/** The systems that are loaded for one bench. */
export class SystemsModel extends OfBench<SystemList> {
  constructor(private readonly _client: Pick<LabClient, 'systems'>) {
    super();
  }

  /** A grading that went on has ended. */
  get graded(): ISignal<this, void> {
    return this._graded;
  }

  /** While one is being graded, it is asked again and again how far that is. */
  override async refresh(): Promise<void> {
    await super.refresh();
    clearTimeout(this._next);
    if (this.isDisposed) {
      return;
    }
    const grading = this.systems.some(system => system.grading !== null);
    if (grading) {
      this._next = setTimeout(() => void this.refresh(), BETWEEN_LOOKS);
    } else if (this._grading) {
      this._graded.emit();
    }
    this._grading = grading;
  }

  override dispose(): void {
    clearTimeout(this._next);
    super.dispose();
  }

  /** Empty until they are loaded. */
  get systems(): readonly LoadedSystem[] {
    return this.value?.systems ?? [];
  }

  get charts(): readonly SystemChart[] {
    return this.value?.charts ?? [];
  }

  protected load(bench: string): Promise<SystemList> {
    return this._client.systems(bench);
  }

  private readonly _graded = new Signal<this, void>(this);
  private _grading = false;
  private _next: ReturnType<typeof setTimeout> | undefined;
}

import type { LabClient } from '../client';
import { OfBench } from '../of-bench';
import type { LoadedSystem, SystemList } from '../tokens';

export type SystemChart = SystemList['charts'][number];

/** The systems that are loaded for one bench. */
export class SystemsModel extends OfBench<SystemList> {
  constructor(private readonly _client: Pick<LabClient, 'systems'>) {
    super();
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
}

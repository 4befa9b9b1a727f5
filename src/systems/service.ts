import { ISignal, Signal } from '@lumino/signaling';

import type { LabClient } from '../client';
import type { ISystems, LoadedSystem } from '../tokens';

/** Loads and unloads systems; the server keeps which ones there are. */
export class Systems implements ISystems {
  constructor(
    private readonly _client: Pick<
      LabClient,
      'addSystem' | 'removeSystem' | 'cancelGrading' | 'gradeSystems'
    >
  ) {}

  get changed(): ISignal<ISystems, void> {
    return this._changed;
  }

  async load(
    bench: string,
    paths: string[],
    name: string | null
  ): Promise<LoadedSystem> {
    const system = await this._client.addSystem(bench, paths, name);
    this._changed.emit();
    return system;
  }

  async unload(key: string): Promise<string> {
    const said = await this._client.removeSystem(key);
    this._changed.emit();
    return said;
  }

  async cancelGrading(bench: string): Promise<void> {
    await this._client.cancelGrading(bench);
    this._changed.emit();
  }

  async grade(bench: string): Promise<void> {
    await this._client.gradeSystems(bench);
    this._changed.emit();
  }

  graded(): void {
    this._changed.emit();
  }

  private readonly _changed = new Signal<ISystems, void>(this);
}

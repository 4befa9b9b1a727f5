import type { LabClient } from '../client';
import { OfBench } from '../of-bench';
import type { Progress, ProgressState } from '../tokens';

type Client = Pick<LabClient, 'progress' | 'exportProgress' | 'removeProgress'>;

/** A person's progress in one bench. */
export class ProgressModel extends OfBench<Progress> {
  constructor(private readonly _client: Client) {
    super();
  }

  /** Null until it is loaded. */
  get progress(): Progress | null {
    return this.value;
  }

  /** How far a person got with an instance of the bench; null while that isn't known. */
  state(id: string): ProgressState | null {
    const { value } = this;
    if (value !== this._stated) {
      this._stated = value;
      this._states = new Map(
        value?.instances.map(({ id, state }) => [id, state])
      );
    }
    return value && (this._states.get(id) ?? 'new');
  }

  /** The progress in all benches as a file. */
  async file(format: 'csv' | 'json'): Promise<File> {
    const { name, text } = await this._client.exportProgress(format);
    const type = format === 'csv' ? 'text/csv' : 'application/json';
    return new File([text], name, { type });
  }

  /** Forget the progress in the bench; resolves to what was done, in a sentence. */
  async remove(): Promise<string> {
    const said = this.bench
      ? await this._client.removeProgress(this.bench)
      : '';
    await this.refresh();
    return said;
  }

  protected load(bench: string): Promise<Progress> {
    return this._client.progress(bench);
  }

  /** Whose states are in the map. */
  private _stated: Progress | null = null;
  private _states = new Map<string, ProgressState>();
}

import type { LabClient } from '../client';
import { FollowedModel } from '../followed';
import type { ImageJob, ImageProgress } from '../tokens';

/** What goes on with the image of container kernels: a build, a pull or a trial, one at a time. */
export class ImageModel extends FollowedModel<ImageProgress> {
  constructor(
    private readonly _client: Pick<
      LabClient,
      'startImageJob' | 'cancelImageJob' | 'imageProgress'
    >,
    lost: string
  ) {
    super(lost);
  }

  /** The part of the layers that is here. */
  get part(): number | null {
    let done = 0;
    let total = 0;
    for (const layer of this.progress?.layers ?? []) {
      done += layer.total === null ? 0 : (layer.done ?? 0);
      total += layer.total ?? 0;
    }
    return total > 0 ? Math.min(1, done / total) : null;
  }

  /** Begin; rejects where the server refuses. `agreed`: the person agreed that much is fetched. */
  async start(
    action: ImageJob['action'],
    agreed: boolean,
    image: string | null = null
  ): Promise<void> {
    const job = await this._client.startImageJob(action, agreed, image);
    this.begin({ job, layers: [], lines: [] });
  }

  protected stream(signal: AbortSignal): AsyncGenerator<ImageProgress> {
    return this._client.imageProgress(signal);
  }

  protected askToCancel(): Promise<ImageJob> {
    return this._client.cancelImageJob();
  }
}

import type { LabClient } from '../client';
import { FollowedModel } from '../followed';
import type { FetchJob, FetchOffer, FetchProgress } from '../tokens';

/** What a person chose to fetch. */
export type FetchWhat = 'notebooks' | 'chosen' | 'everything';

/** The download of the published data set, one at a time. */
export class FetchModel extends FollowedModel<FetchProgress> {
  constructor(
    private readonly _client: Pick<
      LabClient,
      'startFetch' | 'cancelFetch' | 'fetchProgress'
    >,
    lost: string
  ) {
    super(lost);
  }

  /** The part of the bytes that came. */
  get part(): number | null {
    const { done, total } = this.progress ?? { done: 0, total: null };
    return total ? Math.min(1, Math.max(0, done / total)) : null;
  }

  /** Whether the server fetches already, begun on another page, say; it is followed then. */
  async goesOn(): Promise<boolean> {
    const look = new AbortController();
    try {
      for await (const { job } of this._client.fetchProgress(look.signal)) {
        if (job.ended === null) {
          void this.follow();
          return true;
        }
        return false;
      }
    } finally {
      look.abort();
    }
    return false;
  }

  /** Fetch what the person agreed to; rejects where the server refuses. */
  async start(choice: FetchChoice): Promise<void> {
    const job = await this._client.startFetch(
      choice.ids,
      choice.what === 'notebooks'
    );
    this.begin({
      job,
      path: null,
      done: 0,
      total: null,
      files_done: 0,
      files: 0
    });
  }

  protected stream(signal: AbortSignal): AsyncGenerator<FetchProgress> {
    return this._client.fetchProgress(signal);
  }

  protected askToCancel(): Promise<FetchJob> {
    return this._client.cancelFetch();
  }
}

/** What is chosen of an offer, and how much that is. */
export class FetchChoice {
  constructor(
    private readonly _offer: FetchOffer,
    readonly what: FetchWhat = 'notebooks',
    private readonly _chosen: ReadonlySet<string> = new Set()
  ) {}

  /** Ids to ask for; none means all. */
  get ids(): string[] {
    return this.what === 'chosen' ? [...this._chosen] : [];
  }

  /** Bytes that aren't here yet. */
  get missing(): number {
    switch (this.what) {
      case 'notebooks':
        return this._offer.notebooks.missing;
      case 'everything':
        return this._offer.everything.missing;
      case 'chosen':
        return this._offer.instances
          .filter(({ id }) => this._chosen.has(id))
          .reduce((sum, { everything }) => sum + everything.missing, 0);
    }
  }

  /** Whether there is anything to ask for; what is here by its size may be damaged, and is looked at once more. */
  get isSomething(): boolean {
    return this.what !== 'chosen' || this._chosen.size > 0;
  }

  get fits(): boolean {
    return this.missing < this._offer.free;
  }

  has(id: string): boolean {
    return this._chosen.has(id);
  }

  asked(what: FetchWhat): FetchChoice {
    return new FetchChoice(this._offer, what, this._chosen);
  }

  toggled(id: string): FetchChoice {
    const chosen = new Set(this._chosen);
    if (!chosen.delete(id)) {
      chosen.add(id);
    }
    return new FetchChoice(this._offer, 'chosen', chosen);
  }
}

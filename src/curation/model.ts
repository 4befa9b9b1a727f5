import type { LabClient } from '../client';
import { FollowedModel } from '../followed';
import type {
  CurationJob,
  CurationRequest,
  CurationResult,
  IInstanceKey
} from '../tokens';

/** How far the making of an instance is. */
export interface ICurationProgress {
  job: CurationJob;
}

/** The instance that is being made, one at a time. */
export class CurationModel extends FollowedModel<ICurationProgress> {
  constructor(
    private readonly _client: Pick<
      LabClient,
      'startCuration' | 'cancelCuration' | 'curationJobs' | 'settleLabels'
    >,
    lost: string
  ) {
    super(lost);
  }

  /** Nobody can say beforehand how many runs it takes. */
  get part(): null {
    return null;
  }

  get result(): CurationResult | null {
    return this.progress?.job.result ?? null;
  }

  /** Begin; rejects where the server refuses. */
  async start(asked: CurationRequest): Promise<void> {
    const job = await this._client.startCuration(asked);
    this.begin({ job });
  }

  /** Write labels that the person chose, and the diagnosis unless null; resolves to what was done, in a sentence. */
  settle(
    key: IInstanceKey,
    labels: Record<string, string>,
    diagnosis: string | null
  ): Promise<string> {
    return this._client.settleLabels(key, labels, diagnosis);
  }

  protected async *stream(
    signal: AbortSignal
  ): AsyncGenerator<ICurationProgress> {
    for await (const job of this._client.curationJobs(signal)) {
      // A draft is no good end yet: what it lacks has to be read.
      yield { job: { ...job, ok: job.result?.accepted ?? job.ok } };
    }
  }

  protected askToCancel(): Promise<CurationJob> {
    return this._client.cancelCuration();
  }
}

/** Labels and diagnosis of an instance that was made: proposed, and what the person makes of them. */
export class LabelChoice {
  constructor(
    private readonly _result: CurationResult,
    private readonly _chosen: Readonly<Record<string, string>> = {},
    private readonly _diagnosis: string = _result.record.diagnosis
  ) {}

  get diagnosis(): string {
    return this._diagnosis;
  }

  /** The diagnosis, where the person changed it. */
  get changedDiagnosis(): string | null {
    const written = this._diagnosis.trim();
    return written === this._result.record.diagnosis ? null : written;
  }

  /** All labels, each with its value now and with the values that there are. */
  get rows(): ILabelRow[] {
    const { record, values } = this._result;
    return Object.entries(values).map(([label, known]) => {
      const estimate = record.proposed[label];
      const saved = record.chosen[label] ?? estimate?.value ?? '';
      const value = this._chosen[label] ?? saved;
      return {
        label,
        value,
        values: known.includes(value) || !value ? known : [value, ...known],
        reason:
          value === estimate?.value ? (estimate?.reasons[0] ?? null) : null
      };
    });
  }

  /** What differs from what is saved. */
  get changed(): Record<string, string> {
    return { ...this._chosen };
  }

  with(label: string, value: string): LabelChoice {
    const { record } = this._result;
    const saved = record.chosen[label] ?? record.proposed[label]?.value ?? '';
    const chosen = { ...this._chosen };
    if (value === saved || !value) {
      delete chosen[label];
    } else {
      chosen[label] = value;
    }
    return new LabelChoice(this._result, chosen, this._diagnosis);
  }

  withDiagnosis(diagnosis: string): LabelChoice {
    return new LabelChoice(this._result, this._chosen, diagnosis);
  }
}

export interface ILabelRow {
  label: string;
  /** Empty where nothing is proposed. */
  value: string;
  values: readonly string[];
  /** Why it is proposed; null where the person chose another value. */
  reason: string | null;
}

import type { FetchJob, FetchOffer, FetchProgress } from '../../tokens';

export function job(more: Partial<FetchJob> = {}): FetchJob {
  return {
    notebooks_only: true,
    started: '2026-01-01T00:00:00Z',
    ended: null,
    ok: null,
    cancelled: false,
    sentence: null,
    bench: null,
    ...more
  };
}

export function progress(more: Partial<FetchProgress> = {}): FetchProgress {
  return {
    job: job(),
    path: null,
    done: 0,
    total: null,
    files_done: 0,
    files: 0,
    ...more
  };
}

function instance(id: string, licence: string | null, size: number) {
  return {
    id,
    notebooks: { size: 10, missing: 10 },
    everything: { size, missing: size - 10 },
    sources: [{ title: 'Data', url: null, licence }]
  };
}

export const OFFER: FetchOffer = {
  source: 'a-lab/crashes',
  folder: '/data/junobench',
  free: 5000,
  notebooks: { size: 20, missing: 20 },
  everything: { size: 9010, missing: 8990 },
  instances: [
    instance('pandas_1', 'CC0-1.0', 1010),
    instance('torch_2', null, 8000)
  ]
};

import { ServerConnection } from '@jupyterlab/services';

import { LabClient } from '../client';

interface IRequest {
  method: string;
  url: string;
  body: string;
}

/** A client whose server gives one answer to everything and keeps what it was asked. */
function clientOf(answer: () => Response): [LabClient, IRequest[]] {
  const requests: IRequest[] = [];
  const settings = ServerConnection.makeSettings({
    baseUrl: 'http://localhost/',
    fetch: async (input, init) => {
      const request =
        input instanceof Request ? input : new Request(input, init);
      requests.push({
        method: request.method,
        url: request.url.replace(/[?&]\d+$/, ''),
        body: await request.clone().text()
      });
      return answer();
    }
  });
  return [new LabClient(settings), requests];
}

const json =
  (body: object, status = 200) =>
  () =>
    new Response(JSON.stringify(body), { status });

const FILTER = {
  query: 'key error',
  library: ['NumPy', 'pandas'],
  crash_type: [],
  root_cause: [],
  stage: [],
  pattern: [],
  right: [],
  wrong: []
};

const KEY = { bench: 'my bench', id: 'ferry-reviews' };

describe('the client', () => {
  it('repeats a filter with several values, and leaves empty ones out', async () => {
    const [client, requests] = clientOf(json({}));
    await client.instances('starter', FILTER, 100, 50);
    const url = new URL(requests[0].url);
    expect(url.pathname).toBe('/junobench-lab/api/instances/starter');
    expect(url.searchParams.getAll('library')).toEqual(['NumPy', 'pandas']);
    expect(url.searchParams.get('query')).toBe('key error');
    expect(url.searchParams.get('offset')).toBe('100');
    expect(url.searchParams.get('limit')).toBe('50');
    expect(url.searchParams.has('stage')).toBe(false);
  });

  it('escapes each part of an address', async () => {
    const [client, requests] = clientOf(json({}));
    await client.instance({ bench: 'a/b', id: '../c' });
    expect(requests[0].url).toContain('/instances/a%2Fb/..%2Fc');
  });

  it('asks for a fresh attempt with the kernel that was set', async () => {
    const [client, requests] = clientOf(json({}));
    await client.startAttempt(KEY, true, {
      environment: 'local',
      kernel: 'pinned',
      allowNetwork: false
    });
    expect(requests[0].method).toBe('POST');
    expect(JSON.parse(requests[0].body)).toEqual({
      bench: 'my bench',
      id: 'ferry-reviews',
      new: true,
      kernel: 'pinned',
      environment: 'local',
      allow_network: false
    });
  });

  it('rejects with the sentence of the server', async () => {
    const [client] = clientOf(
      json({ message: 'There is no bench "x".', kind: 'UnknownBench' }, 404)
    );
    await expect(client.instance(KEY)).rejects.toMatchObject({
      message: 'There is no bench "x".',
      kind: 'UnknownBench',
      status: 404
    });
  });
});

/** A body as of a server that sends these pieces, each when it is asked for. */
function streamed(
  pieces: string[],
  onCancel: () => void = () => undefined
): Response {
  const encoder = new TextEncoder();
  const rest = [...pieces];
  const reader = {
    read: async () => {
      const piece = rest.shift();
      return piece === undefined
        ? { done: true, value: undefined }
        : { done: false, value: encoder.encode(piece) };
    },
    cancel: async () => onCancel()
  };
  return { ok: true, body: { getReader: () => reader } } as unknown as Response;
}

describe('the messages of a run', () => {
  const started = { type: 'cell_started', at: 0.5, step: 0, cell: 1 };
  const outcome = { verdict: 'no_crash', sentence: 'Nothing crashed.' };

  it('are events and at last the outcome', async () => {
    const [client] = clientOf(() =>
      streamed([
        `event: run\ndata: ${JSON.stringify(started)}\n\nevent: out`,
        `come\ndata: ${JSON.stringify(outcome)}\n\n`
      ])
    );
    const messages = [];
    for await (const message of client.runMessages(
      'r1',
      new AbortController().signal
    )) {
      messages.push(message);
    }
    expect(messages).toEqual([
      { type: 'run', event: started },
      { type: 'outcome', outcome }
    ]);
  });

  it('let go of the connection when nobody listens any more', async () => {
    let cancelled = false;
    const [client] = clientOf(() =>
      streamed(
        [`event: run\ndata: ${JSON.stringify(started)}\n\n`, 'data: more'],
        () => {
          cancelled = true;
        }
      )
    );
    for await (const _ of client.runMessages(
      'r1',
      new AbortController().signal
    )) {
      break;
    }
    expect(cancelled).toBe(true);
  });
});

import { Signal } from '@lumino/signaling';

import { LabResponseError } from '../../request';
import { type ILabSettings, toSettings } from '../../settings';
import type { ContainerStatus, EnvironmentName } from '../../tokens';
import { EnvironmentsModel } from '../model';

const FERRY = { bench: 'starter', id: 'ferry-reviews' };
const TRAM = { bench: 'starter', id: 'tram-delays' };

export function status(more: Partial<ContainerStatus> = {}): ContainerStatus {
  return {
    ready: true,
    problem: null,
    message: 'Docker 27, image light',
    advice: null,
    image: 'light',
    size: 1,
    id: 'sha256:1',
    transport: 'ipc',
    ...more
  };
}

const OFF = status({
  ready: false,
  problem: 'docker',
  advice: 'Docker does not answer; start it.'
});

/** Settings that are kept in memory. */
class Settings {
  constructor(composite: Record<string, unknown> = {}) {
    this.current = toSettings(composite);
  }

  current: ILabSettings;
  readonly ready = Promise.resolve();
  readonly changed = new Signal<never, void>(this as never);

  kernel(bench: string): string | null {
    return this.current.kernels[bench] ?? null;
  }

  async choose(name: string, value: unknown): Promise<void> {
    this.current = { ...this.current, [name]: value };
  }
}

/** A server whose instances want a network or not. */
class Server {
  constructor(
    public container: ContainerStatus = status(),
    private readonly _network = false
  ) {}

  asked = 0;

  async environments() {
    this.asked++;
    return { container: this.container, job: null };
  }

  async instanceKernel(
    _: object,
    environment: EnvironmentName,
    kernel: string | null,
    allowed: boolean | null
  ) {
    if (environment === 'local') {
      return { kernel: kernel ?? 'python3', replaces: ['boxed'] };
    }
    if (this._network && allowed === null) {
      throw new LabResponseError(
        'It wants a network.',
        403,
        'NetworkNotAllowed'
      );
    }
    const networked = this._network && allowed;
    return {
      kernel: networked ? 'boxed-network' : 'boxed',
      replaces: ['python3']
    };
  }
}

function make(
  server: Server,
  settings: Settings,
  answer = false
): { model: EnvironmentsModel; told: string[]; asked: string[] } {
  const told: string[] = [];
  const asked: string[] = [];
  const model = new EnvironmentsModel({
    client: server,
    settings,
    ask: async sentence => {
      asked.push(sentence);
      return answer;
    },
    require: async () => undefined,
    tellFallback: reason => told.push(reason),
    onJob: () => undefined
  });
  return { model, told, asked };
}

describe('EnvironmentsModel', () => {
  it('never asks Docker where local kernels are chosen', async () => {
    const server = new Server();
    const settings = new Settings({ kernels: { starter: 'pins' } });
    const { model } = make(server, settings);
    expect(await model.place(FERRY)).toEqual({
      environment: 'local',
      kernel: 'pins',
      allowNetwork: false
    });
    await model.choose('local');
    expect(server.asked).toBe(0);
  });

  it('takes the choice for an instance before the one for all, until it is taken back', async () => {
    const { model } = make(new Server(), new Settings());
    await model.choose('container');
    await model.chooseFor(FERRY, 'local');
    expect([model.chosen(FERRY), model.chosen(TRAM)]).toEqual([
      'local',
      'container'
    ]);
    await model.chooseFor(FERRY, null);
    expect(model.chosen(FERRY)).toBe('container');
    expect((await model.place(FERRY)).environment).toBe('container');
  });

  it('goes on with local kernels where Docker is off, and says so once', async () => {
    const server = new Server(OFF);
    const { model, told } = make(
      server,
      new Settings({ environment: 'container' })
    );
    expect((await model.place(FERRY)).environment).toBe('local');
    expect((await model.place(TRAM)).environment).toBe('local');
    expect(told).toEqual(['Docker does not answer; start it.']);
  });

  it('says so again when Docker had come back meanwhile', async () => {
    const server = new Server(OFF);
    const { model, told } = make(
      server,
      new Settings({ environment: 'container' })
    );
    await model.place(FERRY);
    server.container = status();
    expect((await model.place(FERRY)).environment).toBe('container');
    server.container = OFF;
    await model.place(FERRY);
    expect(told).toHaveLength(2);
  });

  it('asks once for a network and keeps a yes', async () => {
    const settings = new Settings({ environment: 'container' });
    const { model, asked } = make(new Server(status(), true), settings, true);
    for (let time = 0; time < 2; time++) {
      expect(await model.place(FERRY)).toEqual({
        environment: 'container',
        kernel: 'boxed-network',
        allowNetwork: true
      });
    }
    expect(asked).toEqual(['It wants a network.']);
    expect(settings.current.networks).toEqual(['starter/ferry-reviews']);
  });

  it('gives no network after a no, and asks again the next time', async () => {
    const settings = new Settings({ environment: 'container' });
    const { model, asked } = make(new Server(status(), true), settings);
    for (let time = 0; time < 2; time++) {
      expect((await model.place(FERRY)).allowNetwork).toBe(false);
    }
    expect(asked).toHaveLength(2);
    expect(settings.current.networks).toEqual([]);
  });

  it('leaves a notebook the kernel that a person gave it, and replaces one of another environment', async () => {
    const { model } = make(new Server(), new Settings());
    const place = await model.place(FERRY);
    expect(await model.kernel(FERRY, place, 'my-own')).toBeNull();
    expect(await model.kernel(FERRY, place, 'boxed')).toBe('python3');
  });
});

import type { RunMessage } from '../../client';
import type { CheckResult, IPlace, Target } from '../../tokens';
import { RunsModel } from '../model';
import {
  asMessage,
  ATTEMPT,
  finished,
  outcome,
  record,
  started,
  summary
} from './records';

const LOCAL: IPlace = {
  environment: 'local',
  kernel: null,
  allowNetwork: false
};
const CONTAINER: IPlace = {
  environment: 'container',
  kernel: null,
  allowNetwork: true
};

type Client = RunsModel.IOptions['client'];

/** A server with one run, whose event stream is given: each array is what one connection says before it ends. */
class Server implements Client {
  constructor(private readonly _streams: (RunMessage | Error)[][]) {}

  readonly orders: (string[] | null)[] = [];
  readonly places: IPlace[] = [];
  readonly cancelled: string[] = [];
  connections = 0;
  ended = record('r1');

  async startRun(target: Target, place: IPlace, order: string[] | null = null) {
    this.orders.push(order);
    this.places.push(place);
    return summary('r1', target);
  }

  async run() {
    return this.ended;
  }

  async startCheck(target: Target) {
    return summary('r1', target);
  }

  /** The newest check on record; null where there is none. */
  checked: CheckResult | null = null;

  async latestCheck() {
    return this.checked;
  }

  async runs() {
    return [summary('r1'), summary('r0', ATTEMPT, outcome('no_crash'))];
  }

  async cancelRun(run: string) {
    this.cancelled.push(run);
    return summary(run);
  }

  async *runMessages() {
    for (const message of this._streams[this.connections++] ?? []) {
      if (message instanceof Error) {
        throw message;
      }
      yield message;
    }
  }
}

function make(
  server: Client,
  more: Partial<RunsModel.IOptions> = {}
): RunsModel {
  return new RunsModel({
    client: server,
    prepare: async () => ({
      order: [],
      cells: [],
      session: null,
      place: LOCAL
    }),
    activate: () => undefined,
    lost: 'The connection was lost.',
    ...more
  });
}

/** Wait until the run that is shown has ended or its end can't be learnt. */
async function ended(model: RunsModel): Promise<void> {
  while (!model.shown || model.shown.running) {
    await new Promise(resolve => setTimeout(resolve, 0));
  }
}

const DONE: RunMessage = { type: 'outcome', outcome: outcome('no_crash') };
const BROKEN = new Error('The Jupyter server does not answer.');

describe('RunsModel', () => {
  it('keeps what a check found beside the outcome of its run', async () => {
    const result = { run: 'r1', level: 'runs' } as CheckResult;
    const model = make(new Server([[{ type: 'check', result }, DONE]]));
    await model.check(ATTEMPT);
    await ended(model);
    expect(model.shown?.check).toBe(result);
    expect(model.shown?.outcome?.verdict).toBe('no_crash');
  });

  it('shows a check at once that is yet to be confirmed, and what comes of it', async () => {
    const first = { run: 'r1', confirmed: false } as CheckResult;
    const last = { run: 'r1', confirmed: true } as CheckResult;
    const model = make(
      new Server([
        [
          { type: 'check', result: first },
          { type: 'check', result: last },
          DONE
        ]
      ])
    );
    const shown: [boolean | undefined, boolean | undefined][] = [];
    model.changed.connect(() => {
      shown.push([model.shown?.check?.confirmed, model.shown?.running]);
    });
    await model.check(ATTEMPT);
    await ended(model);
    expect(shown).toContainEqual([false, true]);
    expect(shown[shown.length - 1]).toEqual([true, false]);
  });

  it('shows the latest check of an attempt again after the page was loaded anew', async () => {
    const result = { run: 'r1', level: 'runs' } as CheckResult;
    const server = new Server([[{ type: 'check', result }, DONE]]);
    const model = make(server);
    await model.recall(ATTEMPT);
    expect(model.shown).toBeNull();
    server.checked = result;
    await model.recall(ATTEMPT);
    await ended(model);
    expect(model.shown?.check).toBe(result);
  });

  it('leaves a run that is shown in its place when another attempt comes to the front', async () => {
    const server = new Server([[DONE]]);
    const model = make(server);
    await model.start(ATTEMPT);
    await ended(model);
    const { shown } = model;
    server.checked = { run: 'r0', level: 'runs' } as CheckResult;
    await model.recall({ ...ATTEMPT, attempt: 2 });
    expect(model.shown).toBe(shown);
  });

  it('follows a run to its outcome', async () => {
    const model = make(
      new Server([
        [asMessage(started(0, 1, 1)), asMessage(finished(0, 1, 2)), DONE]
      ])
    );
    await model.start(ATTEMPT);
    await ended(model);
    expect(model.shown?.steps[0].state).toBe('done');
    expect(model.latest(ATTEMPT)?.verdict).toBe('no_crash');
  });

  it('takes up a broken stream again, once', async () => {
    const server = new Server([
      [asMessage(started(0, 1, 1)), BROKEN],
      [asMessage(started(0, 1, 1)), asMessage(finished(0, 1, 2)), DONE]
    ]);
    const model = make(server);
    await model.start(ATTEMPT);
    await ended(model);
    expect(server.connections).toBe(2);
    expect(model.shown?.outcome?.verdict).toBe('no_crash');
    expect(model.shown?.problem).toBe('');
  });

  it('says so when the stream breaks twice', async () => {
    const server = new Server([[BROKEN], [BROKEN]]);
    const model = make(server);
    await model.start(ATTEMPT);
    await ended(model);
    expect(server.connections).toBe(2);
    expect(model.shown?.problem).toBe('The Jupyter server does not answer.');
  });

  it('takes the outcome from the record where the stream ended without one', async () => {
    const server = new Server([[], []]);
    const model = make(server);
    await model.start(ATTEMPT);
    server.ended = { ...record('r1'), outcome: outcome('timeout') };
    await ended(model);
    expect(model.shown?.outcome?.verdict).toBe('timeout');
  });

  it('passes on the order in which the person ran the cells, where it is known, and where to run', async () => {
    const server = new Server([[DONE], [DONE], [DONE]]);
    await make(server).start(ATTEMPT);
    await make(server, {
      prepare: async () => ({
        order: ['b', 'a'],
        cells: ['a', 'b'],
        session: null,
        place: CONTAINER
      })
    }).start(ATTEMPT);
    await make(server, {
      prepare: async () => ({
        order: ['b', 'a'],
        cells: ['a', 'b'],
        session: null,
        place: CONTAINER
      })
    }).start({ ...ATTEMPT, attempt: null, variant: 'reproduced' });
    expect(server.orders).toEqual([null, ['b', 'a'], null]);
    expect(server.places).toEqual([LOCAL, CONTAINER, CONTAINER]);
  });

  it('says in words why a run was refused', async () => {
    const server = new Server([]);
    server.startRun = async () => {
      throw new Error('There is no kernel named "r". Choose another.');
    };
    const model = make(server);
    await model.start(ATTEMPT);
    expect(model.problem).toBe('There is no kernel named "r". Choose another.');
    expect(model.starting).toBe(false);
    expect(model.shown).toBeNull();
  });

  it('does not run what could not be saved', async () => {
    const server = new Server([]);
    const model = make(server, {
      prepare: () => Promise.reject(new Error('The disk is full.'))
    });
    await model.start(ATTEMPT);
    expect(server.orders).toEqual([]);
    expect(model.problem).toBe('The disk is full.');
  });

  it('asks the server once to cancel', async () => {
    const server = new Server([]);
    let say: (message: RunMessage) => void = () => undefined;
    server.runMessages = async function* () {
      yield await new Promise<RunMessage>(resolve => (say = resolve));
    };
    const model = make(server);
    await model.start(ATTEMPT);
    const run = model.shown;
    expect(run).not.toBeNull();
    if (run) {
      await Promise.all([model.cancel(run), model.cancel(run)]);
    }
    expect(server.cancelled).toEqual(['r1']);
    say({
      type: 'outcome',
      outcome: outcome('infrastructure', { cancelled: true })
    });
    await ended(model);
    expect(model.shown?.outcome?.cancelled).toBe(true);
  });

  it('lists the runs before the one shown', async () => {
    const model = make(new Server([[DONE]]));
    await model.refresh();
    expect(model.earlier.map(({ run }) => run)).toEqual(['r1', 'r0']);
    await model.open('r0');
    await ended(model);
    expect(model.earlier.map(({ run }) => run)).toEqual(['r1']);
  });
});

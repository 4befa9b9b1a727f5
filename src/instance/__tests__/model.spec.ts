import { Signal } from '@lumino/signaling';

import type { IInstanceKey, InstanceView } from '../../tokens';
import { InstanceModel } from '../model';

/** A server whose views hold no more than which instance they are of. */
class Server {
  asked: string[] = [];
  fails: Error | null = null;

  async instance({ bench, id }: IInstanceKey): Promise<InstanceView> {
    this.asked.push(id);
    if (this.fails) {
      throw this.fails;
    }
    return { reveals: { bench, id } } as unknown as InstanceView;
  }
}

function setUp(): {
  server: Server;
  model: InstanceModel;
  changed: Signal<object, IInstanceKey>;
} {
  const server = new Server();
  const changed = new Signal<object, IInstanceKey>({});
  return {
    server,
    changed,
    model: new InstanceModel({ client: server, changed })
  };
}

const FERRY = { bench: 'starter', id: 'ferry-reviews' };
const TRAM = { bench: 'starter', id: 'tram-delays' };

describe('the model of an instance', () => {
  it('loads anew when something of its instance changed, and of no other', async () => {
    const { server, model, changed } = setUp();
    await model.show(FERRY);
    changed.emit(TRAM);
    changed.emit({ ...FERRY });
    expect(server.asked).toEqual(['ferry-reviews', 'ferry-reviews']);
  });

  it('says what went wrong, and shows nothing of the instance before', async () => {
    const { server, model } = setUp();
    await model.show(FERRY);
    server.fails = new Error('The notebook is cut off.');
    await model.show(TRAM);
    expect(model.view).toBeNull();
    expect(model.error).toBe('The notebook is cut off.');
  });

  it('shows the instance that was asked for last, whichever answer comes last', async () => {
    const { model } = setUp();
    await Promise.all([model.show(FERRY), model.show(TRAM)]);
    expect(model.view?.reveals.id).toBe('tram-delays');
  });

  it('goes back to the crash cell with another instance', async () => {
    const { model } = setUp();
    await model.show(FERRY);
    model.cell = 3;
    await model.show(FERRY);
    expect(model.cell).toBe(3);
    await model.show(TRAM);
    expect(model.cell).toBeNull();
  });

  it('asks for nothing once it is disposed', async () => {
    const { server, model, changed } = setUp();
    await model.show(FERRY);
    model.dispose();
    changed.emit(FERRY);
    expect(server.asked).toHaveLength(1);
  });
});

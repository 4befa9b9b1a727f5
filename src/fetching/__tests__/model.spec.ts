import type { FetchProgress } from '../../tokens';
import { FetchChoice, FetchModel } from '../model';
import { OFFER, job, progress } from './told';

/** A server that tells these steps. */
function server(...steps: FetchProgress[]) {
  return {
    startFetch: jest.fn(async () => job()),
    cancelFetch: jest.fn(async () => job()),
    async *fetchProgress() {
      yield* steps;
    }
  };
}

function ended(model: FetchModel): Promise<{ ok: boolean; sentence: string }> {
  return new Promise(resolve => model.ended.connect((_, end) => resolve(end)));
}

describe('FetchModel', () => {
  const last = progress({
    done: 30,
    total: 40,
    job: job({ ended: '2026-01-01T00:01:00Z', ok: true, sentence: 'Here.' })
  });

  it('asks for what was chosen and ends with the sentence of the server', async () => {
    const asked = server(progress({ done: 10, total: 40 }), last);
    const model = new FetchModel(asked, 'lost');
    expect(model.part).toBeNull();
    const end = ended(model);
    await model.start(new FetchChoice(OFFER).toggled('torch_2'));
    expect(await end).toEqual({ ok: true, sentence: 'Here.' });
    expect(asked.startFetch).toHaveBeenCalledWith(['torch_2'], false);
    expect(model.part).toBe(0.75);
  });

  it('leaves out input data where only notebooks are wanted', async () => {
    const asked = server(last);
    const model = new FetchModel(asked, 'lost');
    const end = ended(model);
    await model.start(new FetchChoice(OFFER));
    await end;
    expect(asked.startFetch).toHaveBeenCalledWith([], true);
  });

  it('finds a download that goes on already, and follows it', async () => {
    const model = new FetchModel(server(progress(), last), 'lost');
    const end = ended(model);
    expect(await model.goesOn()).toBe(true);
    expect((await end).ok).toBe(true);
  });

  it('finds nothing where none was begun, and none where it has ended', async () => {
    for (const asked of [server(), server(last)]) {
      const model = new FetchModel(asked, 'lost');
      expect(await model.goesOn()).toBe(false);
      expect(model.running).toBe(false);
    }
  });
});

describe('FetchChoice', () => {
  it('begins with notebooks, and knows how much is still to come', () => {
    const choice = new FetchChoice(OFFER);
    expect([choice.what, choice.ids, choice.missing]).toEqual([
      'notebooks',
      [],
      20
    ]);
    expect(choice.asked('everything').missing).toBe(8990);
  });

  it('adds up the instances that are chosen, and asks for none where there is none', () => {
    const none = new FetchChoice(OFFER, 'chosen');
    expect([none.isSomething, none.missing]).toEqual([false, 0]);
    const both = none.toggled('pandas_1').toggled('torch_2');
    expect([both.ids, both.missing, both.isSomething]).toEqual([
      ['pandas_1', 'torch_2'],
      1000 + 7990,
      true
    ]);
    expect(both.toggled('torch_2').ids).toEqual(['pandas_1']);
  });

  it('tells what does not fit on the disk', () => {
    expect(new FetchChoice(OFFER).fits).toBe(true);
    expect(new FetchChoice(OFFER, 'everything').fits).toBe(false);
  });
});

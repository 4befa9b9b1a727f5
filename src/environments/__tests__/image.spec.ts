import type { ImageProgress } from '../../tokens';
import { ImageModel } from '../image';

export function progress(more: Partial<ImageProgress> = {}): ImageProgress {
  return { job: job(), layers: [], lines: [], ...more };
}

function job(more: Partial<ImageProgress['job']> = {}): ImageProgress['job'] {
  return {
    action: 'pull',
    started: '2026-01-01T00:00:00Z',
    ended: null,
    ok: null,
    cancelled: false,
    sentence: null,
    ...more
  };
}

function layer(name: string, done: number | null, total: number | null) {
  return { words: `${name} Downloading`, layer: name, done, total };
}

/** A server that tells these steps and then what `last` throws, if anything. */
function server(steps: ImageProgress[], last?: Error) {
  return {
    cancelled: 0,
    async startImageJob() {
      return job();
    },
    async cancelImageJob() {
      this.cancelled++;
      return job();
    },
    async *imageProgress() {
      yield* steps;
      if (last) {
        throw last;
      }
    }
  };
}

async function ended(
  model: ImageModel
): Promise<{ ok: boolean; sentence: string }> {
  return new Promise(resolve => model.ended.connect((_, end) => resolve(end)));
}

describe('ImageModel', () => {
  it('adds up the layers whose size is known', async () => {
    const model = new ImageModel(
      server([
        progress({
          layers: [layer('a', 10, 40), layer('b', 50, 60), layer('c', 7, null)]
        })
      ]),
      'lost'
    );
    expect(model.part).toBeNull();
    const end = ended(model);
    await model.start('pull', true);
    await end;
    expect(model.part).toBe(0.6);
  });

  it('ends with the sentence of the server', async () => {
    const last = job({
      ended: '2026-01-01T00:01:00Z',
      ok: true,
      sentence: 'Ready.'
    });
    const model = new ImageModel(server([progress({ job: last })]), 'lost');
    const end = ended(model);
    await model.start('pull', true);
    expect(await end).toEqual({ ok: true, sentence: 'Ready.' });
    expect(model.running).toBe(false);
  });

  it('says so where the connection is lost', async () => {
    for (const [last, sentence] of [
      [undefined, 'lost'],
      [new Error('No answer.'), 'No answer.']
    ] as const) {
      const model = new ImageModel(server([progress()], last), 'lost');
      const end = ended(model);
      await model.start('build', true);
      expect(await end).toEqual({ ok: false, sentence });
    }
  });

  it('asks the server once to cancel, and only while something goes on', async () => {
    const steps = server([]);
    let go: () => void = () => undefined;
    steps.imageProgress = async function* () {
      yield progress();
      await new Promise<void>(resolve => (go = resolve));
    };
    const model = new ImageModel(steps, 'lost');
    await model.cancel();
    const end = ended(model);
    await model.start('pull', true);
    await Promise.all([model.cancel(), model.cancel()]);
    await new Promise(resolve => setTimeout(resolve, 0));
    go();
    await end;
    await model.cancel();
    expect(steps.cancelled).toBe(1);
  });
});

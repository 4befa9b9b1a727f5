import { Dialog } from '@jupyterlab/apputils';
import { nullTranslator } from '@jupyterlab/translation';
import React from 'react';

import { Mounted } from '../../__tests__/mounted';
import type {
  CurationJob,
  CurationRequest,
  CurationResult
} from '../../tokens';
import { CurationDialogs } from '../dialogs';
import { Made } from '../labels';
import { CurationModel, LabelChoice } from '../model';
import { WishFields, type IWish } from '../wish';
import { dataWords, jobWords, orderWords, titleWords } from '../words';

const trans = nullTranslator.load('junobench_lab');

function result(more: Partial<CurationResult> = {}): CurationResult {
  return {
    bench: 'mine',
    id: 'tides',
    accepted: true,
    values: {
      library: ['NumPy', 'pandas'],
      stage: ['training', 'data preparation'],
      ml_bug: ['ML bug', 'python bug']
    },
    record: {
      format: 1,
      id: 'tides',
      made: '2026-01-01T00:00:00Z',
      notebook: 'Tides.ipynb',
      sha256: 'ab',
      signature: { ename: 'KeyError', template: "'_'", names: [], line: 1 },
      order: {
        recorded: 7,
        kept: 3,
        minimal: true,
        runs: 9,
        assumed: false
      },
      data_choice: 'sampled',
      data: [],
      proposed: {
        library: { value: 'pandas', confidence: 0.9, reasons: ['It called.'] },
        stage: { value: 'training', confidence: 0.4, reasons: ['It fits.'] }
      },
      chosen: {},
      diagnosis: 'A key is missing.',
      diagnosis_proposed: true,
      accepted: true,
      sentence: 'All is well.'
    },
    ...more
  };
}

function job(more: Partial<CurationJob> = {}): CurationJob {
  return {
    path: 'Tides.ipynb',
    started: '2026-01-01T00:00:00Z',
    step: null,
    ended: null,
    ok: null,
    cancelled: false,
    sentence: null,
    result: null,
    ...more
  };
}

/** A server that tells these jobs. */
function server(jobs: CurationJob[]) {
  return {
    settled: [] as unknown[],
    startCuration: async (_: CurationRequest) => job(),
    cancelCuration: async () => job(),
    async settleLabels(key: unknown, labels: unknown) {
      this.settled.push([key, labels]);
      return 'Saved.';
    },
    async *curationJobs() {
      yield* jobs;
    }
  };
}

async function endOf(model: CurationModel) {
  const end = new Promise<{ ok: boolean; sentence: string }>(resolve =>
    model.ended.connect((_, told) => resolve(told))
  );
  await model.start({ path: 'Tides.ipynb', bench: 'mine', data: 'sampled' });
  return end;
}

describe('CurationModel', () => {
  const over = { ended: '2026-01-01T00:01:00Z', ok: true };

  it('ends well where the instance is part of the bench', async () => {
    const made = result();
    const model = new CurationModel(
      server([job(), job({ ...over, sentence: 'Well.', result: made })]),
      'lost'
    );
    expect(await endOf(model)).toEqual({ ok: true, sentence: 'Well.' });
    expect(model.result).toBe(made);
  });

  it('does not end well where it stays a draft', async () => {
    const draft = result({ accepted: false });
    const model = new CurationModel(
      server([job({ ...over, sentence: 'No fix yet.', result: draft })]),
      'lost'
    );
    expect(await endOf(model)).toEqual({ ok: false, sentence: 'No fix yet.' });
    expect(model.result).toBe(draft);
  });

  it('says so where the connection is lost before the end', async () => {
    const model = new CurationModel(server([job()]), 'lost');
    expect(await endOf(model)).toEqual({ ok: false, sentence: 'lost' });
  });
});

describe('LabelChoice', () => {
  it('shows what is proposed and why', () => {
    expect(new LabelChoice(result()).rows).toEqual([
      {
        label: 'library',
        value: 'pandas',
        values: ['NumPy', 'pandas'],
        reason: 'It called.'
      },
      {
        label: 'stage',
        value: 'training',
        values: ['training', 'data preparation'],
        reason: 'It fits.'
      },
      {
        label: 'ml_bug',
        value: '',
        values: ['ML bug', 'python bug'],
        reason: null
      }
    ]);
  });

  it('keeps only what differs from what is saved', () => {
    const changed = new LabelChoice(result())
      .with('stage', 'data preparation')
      .with('ml_bug', 'ML bug');
    expect(changed.changed).toEqual({
      stage: 'data preparation',
      ml_bug: 'ML bug'
    });
    expect(changed.rows[1].reason).toBeNull();
    expect(changed.with('stage', 'training').changed).toEqual({
      ml_bug: 'ML bug'
    });
  });

  it('keeps a diagnosis beside the labels, where it differs', () => {
    const choice = new LabelChoice(result());
    expect(choice.changedDiagnosis).toBeNull();
    expect(
      choice.withDiagnosis(' A key is missing.\n').changedDiagnosis
    ).toBeNull();
    const changed = choice
      .withDiagnosis('The column has another name. ')
      .with('ml_bug', 'ML bug');
    expect(changed.changedDiagnosis).toBe('The column has another name.');
    expect(changed.changed).toEqual({ ml_bug: 'ML bug' });
    expect(choice.withDiagnosis('').changedDiagnosis).toBe('');
  });

  it('offers a library that the data set lacks, where it is proposed', () => {
    const made = result();
    made.record.proposed.library.value = 'polars';
    expect(new LabelChoice(made).rows[0].values).toContain('polars');
  });
});

describe('the dialogs', () => {
  let mounted: Mounted;
  beforeEach(() => {
    mounted = new Mounted();
  });
  afterEach(() => mounted.unmount());

  it('ask for folder, name, repair and data', () => {
    const wish: IWish = { bench: 'mine', id: '', fixed: '', data: 'sampled' };
    const asked: IWish[] = [];
    mounted.render(
      <WishFields
        wish={wish}
        onChange={next => asked.push(next)}
        onChoose={null}
        trans={trans}
      />
    );
    expect(mounted.texts('button')).toEqual([]);
    expect(
      Array.from(mounted.host.querySelectorAll('input'), ({ name }) => name)
    ).toEqual([
      'bench',
      'id',
      'fixed',
      ...Array<string>(3).fill('jp-jbl-curation-data')
    ]);
    mounted.click('input[type=radio]', 1);
    expect(asked).toEqual([{ ...wish, data: 'synthetic' }]);
  });

  it('show what was made, each label with its reason', () => {
    const made = result();
    mounted.render(
      <Made
        result={made}
        choice={new LabelChoice(made)}
        onChange={() => undefined}
        trans={trans}
      />
    );
    expect(mounted.texts('li')).toEqual(['3 of 7 executions are needed.']);
    expect(mounted.host.querySelector('textarea')?.value).toBe(
      'A key is missing.'
    );
    expect(
      Array.from(mounted.host.querySelectorAll('select'), ({ value }) => value)
    ).toEqual(['pandas', 'training', '']);
    expect(mounted.texts('.jp-jbl-quiet')).toEqual(['It called.', 'It fits.']);
  });
});

describe('choosing among the files', () => {
  // The lab draws its dialogs when it gets to it, not when the test says so.
  const acting = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
  beforeAll(() => {
    acting.IS_REACT_ACT_ENVIRONMENT = false;
  });
  afterAll(() => {
    acting.IS_REACT_ACT_ENVIRONMENT = true;
  });

  const dialog = () =>
    document.querySelector<HTMLElement>('.jp-Dialog') ?? document.body;
  const input = (name: string) =>
    dialog().querySelector<HTMLInputElement>(`input[name=${name}]`);
  /** Wait until something is so. */
  const until = async (holds: () => boolean) => {
    for (let turn = 0; turn < 500 && !holds(); turn++) {
      await new Promise(resolve => setTimeout(resolve, 10));
    }
    expect(holds()).toBe(true);
  };
  const click = (label: string) => {
    const button = Array.from(
      dialog().querySelectorAll<HTMLElement>('button')
    ).find(
      node => (node.getAttribute('aria-label') ?? node.textContent) === label
    );
    button?.click();
  };

  it('brings the dialog back with what was chosen, and with what was typed', async () => {
    const asked: CurationRequest[] = [];
    const model = new CurationModel(
      {
        ...server([]),
        startCuration: async wish => {
          asked.push(wish);
          return job();
        }
      },
      'lost'
    );
    const chosen: [string, string][] = [];
    const answers = ['work/Tides repaired.ipynb', null];
    const dialogs = new CurationDialogs(
      model,
      async () => undefined,
      async (what, beside) => {
        // The lab shows no second dialog before the first has gone.
        expect(document.querySelector('.jp-Dialog')).toBeNull();
        chosen.push([what, beside]);
        return answers.shift() ?? null;
      },
      trans
    );
    const path = 'work/Tides.ipynb';
    const made = dialogs
      .make(path, async () => ({ path, session: null, kernel: null }))
      // The dialogs that follow are taken away in the end, which they take for a failure.
      .catch(() => undefined);
    await until(() => input('fixed') !== null);
    const bench = input('bench');
    Object.getOwnPropertyDescriptor(
      HTMLInputElement.prototype,
      'value'
    )?.set?.call(bench, 'my tides');
    bench?.dispatchEvent(new Event('input', { bubbles: true }));

    click('Browse for the repaired notebook');
    await until(() => input('fixed')?.value === 'work/Tides repaired.ipynb');
    expect(input('bench')?.value).toBe('my tides');
    // Whoever chooses nothing after all keeps what was there.
    click('Browse for the folder');
    await until(() => chosen.length === 2 && input('bench') !== null);
    expect(input('bench')?.value).toBe('my tides');
    expect(chosen).toEqual([
      ['fixed', path],
      ['bench', path]
    ]);

    click('Make It');
    await until(() => asked.length === 1);
    Dialog.flush();
    await made;
    expect(asked).toEqual([
      expect.objectContaining({
        path,
        bench: 'my tides',
        fixed: 'work/Tides repaired.ipynb',
        draft: null
      })
    ]);
  });
});

describe('words', () => {
  it('say how far it is', () => {
    expect(jobWords(null, trans)).toBe('Beginning');
    const step = {
      type: 'step' as const,
      stage: 'order' as const,
      sentence: 'Looking',
      runs: 1
    };
    expect(jobWords(job({ step }), trans)).toBe('Looking (1 run)');
    expect(jobWords(job({ step: { ...step, runs: 4 } }), trans)).toBe(
      'Looking (4 runs)'
    );
  });

  it('tell a draft from an instance, and what may not be the shortest', () => {
    expect(titleWords(result(), trans)).toBe('tides is part of your bench');
    const draft = result({ accepted: false });
    draft.record.order.minimal = false;
    expect(titleWords(draft, trans)).toBe('tides stays a draft');
    expect(orderWords(draft, trans)).toMatch(/maybe not all of them/);
    draft.record.order.assumed = true;
    expect(orderWords(draft, trans)).toMatch(
      /a part of the order is a guess that crashes alike\.$/
    );
  });

  it('tell made-up data and what could not be made up', () => {
    const change = {
      path: 'a.csv',
      what: 'rows',
      before: 90,
      after: 5,
      synthetic: true,
      note: ''
    };
    expect(dataWords(change, trans)).toBe('a.csv: 5 of 90 rows, made up.');
    expect(
      dataWords({ ...change, synthetic: false, note: 'Kept.' }, trans)
    ).toBe('a.csv: 5 of 90 rows. Kept.');
  });
});

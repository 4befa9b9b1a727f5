import { nullTranslator } from '@jupyterlab/translation';
import React from 'react';

import { Mounted } from '../../__tests__/mounted';
import type { CurationJob, CurationResult } from '../../tokens';
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
    startCuration: async () => job(),
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
        trans={trans}
      />
    );
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
    expect(mounted.texts('li')).toEqual([
      '3 of 7 executions are needed.',
      'A key is missing.'
    ]);
    expect(
      Array.from(mounted.host.querySelectorAll('select'), ({ value }) => value)
    ).toEqual(['pandas', 'training', '']);
    expect(mounted.texts('.jp-jbl-quiet')).toEqual(['It called.', 'It fits.']);
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

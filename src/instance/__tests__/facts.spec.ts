import { nullTranslator } from '@jupyterlab/translation';

import type { InstanceView, Trace } from '../../tokens';
import { headerFacts, targetOf } from '../header-facts';
import { attemptIn } from '../shown';
import { exceptionOf, placeOf, sizeWords, variantWords } from '../words';

const trans = nullTranslator.load('junobench_lab');

const PATH = 'junobench/starter/tram-delays/attempt-2/tram-delays.ipynb';

function trace(line: number | null = 2): Trace {
  return {
    executions: [],
    cells: [],
    crash: {
      cell: 28,
      place: 12,
      line,
      ename: 'NameError',
      evalue: "name 'x' is not defined\nand more"
    },
    cell_total: 33,
    lost: 0,
    jumps_back: 0,
    repeats: 0,
    never_ran: [],
    findings: []
  };
}

function view(traced: Trace | null = trace()): InstanceView {
  return {
    instance: {
      summary: {
        id: 'tram-delays',
        bench: 'starter',
        ok: true,
        labels: {
          library: 'notebook-specific',
          crash_type: 'variable not found',
          root_cause: null,
          stage: 'training',
          ml_bug: null,
          pattern: null
        },
        crash: { ename: 'nameerror', evalue: 'as labelled' },
        notebook_specific: true,
        needs_network: false,
        problems: []
      },
      variants: [],
      data: [],
      sources: [],
      notebook_url: null,
      readme: null,
      extra: {}
    },
    trace: traced,
    cells: {},
    attempts: [
      {
        bench: 'starter',
        id: 'tram-delays',
        number: 2,
        path: PATH,
        started: '2025-01-01T10:00:00Z',
        left_out: 0
      }
    ],
    reveals: {
      bench: 'starter',
      id: 'tram-delays',
      revealed: [],
      allowed: true
    },
    hints: [],
    progress: {
      bench: 'starter',
      id: 'tram-delays',
      state: 'tried',
      attempts: [],
      hints: [],
      seconds: 0
    }
  };
}

const ATTEMPT = { bench: 'starter', id: 'tram-delays', attempt: 2 };

describe('the header of an attempt', () => {
  it('shows the exception as the notebook does, and the labels that the server lets through', () => {
    const facts = headerFacts(view(), ATTEMPT, PATH);
    expect(facts).toMatchObject({
      exception: "NameError: name 'x' is not defined",
      stage: 'training',
      library: 'notebook-specific',
      notebookSpecific: true,
      crashType: 'variable not found',
      rootCause: null
    });
  });

  it('tells a copy of the notebook from the attempt itself', () => {
    expect(headerFacts(view(), ATTEMPT, PATH).isCopy).toBe(false);
    expect(headerFacts(view(), ATTEMPT, 'copy.ipynb').isCopy).toBe(true);
  });
});

describe('what a notebook is', () => {
  it('is read from its metadata', () => {
    expect(attemptIn(ATTEMPT)).toEqual(ATTEMPT);
  });

  it('is nothing of a bench where the metadata are missing or make no sense', () => {
    for (const metadata of [
      undefined,
      null,
      'x',
      {},
      { ...ATTEMPT, attempt: '2' }
    ]) {
      expect(attemptIn(metadata)).toBeNull();
    }
  });

  it('is the target of its runs', () => {
    expect(targetOf(ATTEMPT)).toEqual({ ...ATTEMPT, variant: null });
  });
});

describe('the words for an instance', () => {
  it('name the exception of the sheet where the notebook can not be read', () => {
    expect(exceptionOf(view(null))).toBe('nameerror: as labelled');
  });

  it('count cells from 1', () => {
    expect(placeOf(trace(), trans)).toBe('cell 29, line 2');
    expect(placeOf(trace(null), trans)).toBe('cell 29');
  });

  it('say where the reproduced variant crashes', () => {
    expect(variantWords('reproduced', trace(), trans)).toBe(
      'crashes in cell 29, line 2'
    );
  });

  it('give sizes in the unit that suits them', () => {
    expect(sizeWords(999)).toBe('999 B');
    expect(sizeWords(61_331)).toBe('61 kB');
    expect(sizeWords(1_500_000)).toBe('1.5 MB');
  });
});

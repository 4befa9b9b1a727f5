import { nullTranslator } from '@jupyterlab/translation';
import React from 'react';

import { Mounted } from '../../__tests__/mounted';
import { FetchChoice, type FetchModel } from '../model';
import { Offer } from '../offer';
import { FetchProgressBar } from '../progress';
import { fetchWords } from '../words';
import { OFFER, job, progress } from './told';

const trans = nullTranslator.load('junobench_lab');

describe('the offer', () => {
  let page: Mounted;
  let choice: FetchChoice;

  beforeEach(() => {
    page = new Mounted();
    choice = new FetchChoice(OFFER);
    page.render(
      <Offer
        offer={OFFER}
        first={choice}
        onChoice={next => {
          choice = next;
        }}
        trans={trans}
      />
    );
  });

  afterEach(() => page.unmount());

  it('shows size and licence of every instance', () => {
    expect(page.texts('tbody tr td')).toEqual([
      'pandas_1',
      '1.0 kB, 1.0 kB to fetch',
      'CC0-1.0',
      'torch_2',
      '8.0 kB, 8.0 kB to fetch',
      'unknown'
    ]);
    expect(page.texts('fieldset label')[0]).toContain('20 B');
  });

  it('says how much is fetched and how much is free', () => {
    expect(page.texts('[role=status]')).toEqual([
      '20 B to fetch, 5.0 kB free.'
    ]);
    page.click('input[type=radio]', 2);
    expect(choice.what).toBe('everything');
    expect(page.texts('[role=status]')[0]).toContain('does not fit');
  });

  it('chooses instances, which takes all of them from the other ways', () => {
    page.click('input[type=radio]', 1);
    expect(page.texts('[role=status]')).toEqual([
      'Choose at least one instance.'
    ]);
    page.click('input[type=checkbox]');
    expect(choice.ids).toEqual(['pandas_1']);
    expect(page.texts('[role=status]')).toEqual([
      '1.0 kB to fetch, 5.0 kB free.'
    ]);
  });
});

describe('the progress', () => {
  function shown(more: object): FetchModel {
    return {
      running: true,
      cancelling: false,
      part: null,
      progress: null,
      ...more
    } as unknown as FetchModel;
  }

  it.each([
    [progress(), 'Looking at what is here'],
    [progress({ files: 3 }), 'Fetching JunoBench'],
    [
      progress({ done: 1500, total: 4000, files: 3, files_done: 1 }),
      'Fetching JunoBench: 1.5 kB of 4.0 kB, 1 of 3 files'
    ]
  ])('says in words how far it is', (told, words) => {
    expect(fetchWords(shown({ progress: told }), trans)).toBe(words);
  });

  it('has a bar, the file, and at the end what came of it', () => {
    const page = new Mounted();
    const told = progress({ path: 'benchmark/x', done: 1, total: 4 });
    page.render(
      <FetchProgressBar
        model={shown({ progress: told, part: 0.25 })}
        trans={trans}
      />
    );
    const bar = page.host.querySelector('[role=progressbar]');
    expect(bar?.getAttribute('aria-valuenow')).toBe('25');
    expect(page.host.textContent).toContain('benchmark/x');
    const end = progress({ job: job({ sentence: 'Stopped.' }) });
    page.render(
      <FetchProgressBar model={shown({ progress: end })} trans={trans} />
    );
    expect(page.texts('[role=status]')).toEqual(['Stopped.']);
    page.unmount();
  });
});

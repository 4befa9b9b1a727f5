import { nullTranslator } from '@jupyterlab/translation';
import React, { act } from 'react';

import { Mounted } from '../../__tests__/mounted';
import { ActiveFilters } from '../../catalog/filters';
import { CatalogModel } from '../../catalog/model';
import type { InstanceFilter } from '../../client';
import { LabResponseError } from '../../request';
import type { InstancePage, LoadedSystem } from '../../tokens';
import { RowMarks } from '../marks';
import { SystemsModel } from '../model';
import { SystemsSection } from '../section';
import { letterOf } from '../words';
import { FACETS, listOf, OURS, THEIRS } from './systems';

const trans = nullTranslator.load('junobench_lab');

const PAGE: InstancePage = {
  bench: 'starter',
  instances: [],
  matched: 3,
  total: 3,
  offset: 0,
  facets: [],
  problems: [],
  systems: FACETS,
  marks: { tides: [{ key: 'ours-labels', standing: 'right' }] }
};

/** A server that notes the filters that it is asked for. */
class Server {
  asked: InstanceFilter[] = [];
  unloaded = false;

  async benches() {
    return [
      {
        name: 'starter',
        title: 'Starter',
        path: '',
        instances: 3,
        problems: []
      }
    ];
  }

  async instances(_: string, filter: InstanceFilter): Promise<InstancePage> {
    this.asked.push(filter);
    if (this.unloaded && filter.right.length + filter.wrong.length > 0) {
      throw new LabResponseError('No such system.', 404, 'UnknownSystem');
    }
    return PAGE;
  }
}

describe('the section of systems', () => {
  let server: Server;
  let catalog: CatalogModel;
  let model: SystemsModel;
  let mounted: Mounted;
  let loaded: LoadedSystem[];
  const actions = {
    load: jest.fn(),
    shares: jest.fn(),
    unload: jest.fn(),
    cancelGrading: jest.fn(),
    grade: jest.fn()
  };

  beforeEach(async () => {
    jest.clearAllMocks();
    server = new Server();
    loaded = [OURS, THEIRS];
    catalog = new CatalogModel({ client: server, searchDelay: 0 });
    await catalog.refresh();
    model = new SystemsModel({ systems: async () => listOf(loaded) });
    await model.choose('starter');
    mounted = new Mounted();
  });

  afterEach(() => mounted.unmount());

  const render = () =>
    mounted.render(
      <>
        <ActiveFilters model={catalog} trans={trans} />
        <SystemsSection
          catalog={catalog}
          model={model}
          actions={actions}
          trans={trans}
        />
      </>
    );

  it('filters by one that is right and another that is wrong', async () => {
    render();
    expect(
      mounted.texts('.jp-jbl-system-filter').map(text => text.trim())
    ).toEqual(['2', '1', '1', '2']);
    await act(async () => mounted.click('.jp-jbl-system-filter', 0));
    await act(async () => mounted.click('.jp-jbl-system-filter', 3));
    const last = server.asked[server.asked.length - 1];
    expect([last.right, last.wrong]).toEqual([
      ['ours-labels'],
      ['theirs-labels']
    ]);
    render();
    expect(mounted.texts('.jp-jbl-chip-filter')).toEqual([
      'A right',
      'B wrong'
    ]);
    expect(
      mounted.host
        .querySelectorAll('.jp-jbl-system-filter')[3]
        .getAttribute('aria-pressed')
    ).toBe('true');
  });

  it('takes a choice for its opposite, and back', async () => {
    await catalog.chooseStanding('ours-labels', 'right');
    await catalog.chooseStanding('ours-labels', 'wrong');
    expect(catalog.standing('ours-labels')).toBe('wrong');
    expect(server.asked[server.asked.length - 1].right).toEqual([]);
    await catalog.chooseStanding('ours-labels', null);
    expect(catalog.isFiltered).toBe(false);
  });

  it('forgets what a system had to be once it is unloaded elsewhere', async () => {
    await catalog.chooseStanding('ours-labels', 'right');
    server.unloaded = true;
    await catalog.reread();
    expect(catalog.error).toBeNull();
    expect(catalog.isFiltered).toBe(false);
  });

  it('tells what could not be used of a file', () => {
    render();
    expect(mounted.texts('.jp-jbl-system-problems li')).toEqual(
      THEIRS.problems
    );
  });

  it('loads, unloads and shows shares', () => {
    render();
    mounted.click('.jp-jbl-systems .jp-jbl-link', 0);
    mounted.click('.jp-jbl-systems .jp-jbl-link', 1);
    mounted.click('.jp-jbl-system-unload', 1);
    expect(actions.load).toHaveBeenCalledTimes(1);
    expect(actions.shares).toHaveBeenCalledTimes(1);
    expect(actions.unload).toHaveBeenCalledWith('theirs-labels');
  });

  it('is folded until a system is there', async () => {
    loaded = [];
    await model.refresh();
    render();
    expect(mounted.texts('.jp-jbl-systems')).toEqual([]);
    loaded = [OURS];
    await act(async () => model.refresh());
    expect(mounted.texts('.jp-jbl-system-list > li')).toHaveLength(1);
  });

  it('says how far the judging is until it has ended, and cancels it', async () => {
    jest.useFakeTimers();
    const graded = jest.fn();
    model.graded.connect(graded);
    const waiting = { ...OURS, right: 0, wrong: 0 };
    loaded = [
      {
        ...waiting,
        sentence: 'being judged: 1,200 of 10,000 crashes looked at',
        grading: { done: 1200, total: 10_000 }
      },
      { ...THEIRS, grading: { done: 0, total: 10_000 } }
    ];
    await model.refresh();
    render();
    const bar = mounted.host.querySelector('progress');
    expect([bar?.value, bar?.max]).toEqual([1200, 10_000]);
    expect(mounted.host.textContent).toContain('1,200 of 10,000');
    expect(
      mounted.texts('.jp-jbl-system-filter').map(text => text.trim())
    ).toEqual(['', '', '', '']);
    const filter = mounted.host.querySelector('.jp-jbl-system-filter');
    expect(filter).toHaveProperty('disabled', true);
    mounted.click('.jp-jbl-system-grading .jp-jbl-link');
    expect(actions.cancelGrading).toHaveBeenCalledTimes(1);
    loaded = [OURS, THEIRS];
    await act(async () => jest.advanceTimersByTimeAsync(1000));
    expect(graded).toHaveBeenCalledTimes(1);
    expect(mounted.host.querySelector('progress')).toBeNull();
    // It isn't asked for any more.
    loaded = [];
    await act(async () => jest.advanceTimersByTimeAsync(60_000));
    expect(model.systems).toHaveLength(2);
    jest.useRealTimers();
  });

  it('judges what was cancelled when it is asked to', async () => {
    loaded = [{ ...OURS, right: 0, wrong: 0, unjudged: true }, THEIRS];
    await model.refresh();
    render();
    mounted.click('.jp-jbl-systems .jp-jbl-link', 0);
    expect(actions.grade).toHaveBeenCalledTimes(1);
  });

  it('marks a row with the letters of the systems that were judged', () => {
    mounted.render(
      <RowMarks
        systems={catalog.systems}
        marks={catalog.marks('tides')}
        trans={trans}
      />
    );
    expect(mounted.texts('.jp-jbl-row-marks [aria-hidden]')[0]).toBe('A');
    expect(mounted.texts('.jp-jbl-sr')).toEqual(['ours (labels): right']);
    expect(catalog.marks('ferries')).toEqual([]);
  });
});

test('systems have letters, then numbers', () => {
  expect([0, 25, 26].map(letterOf)).toEqual(['A', 'Z', '27']);
});

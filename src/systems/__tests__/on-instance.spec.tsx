import { nullTranslator } from '@jupyterlab/translation';
import { Signal } from '@lumino/signaling';
import React, { act } from 'react';

import { Mounted } from '../../__tests__/mounted';
import type { InstanceSystems, InstanceView } from '../../tokens';
import { SystemsBeside } from '../beside';
import { foldAll, SystemsOnInstance } from '../on-instance';
import { SAID } from './systems';

const trans = nullTranslator.load('junobench_lab');
const language = async () => null;

describe('systems beside an instance', () => {
  let mounted: Mounted;
  const reveal = jest.fn();
  const replay = jest.fn();

  beforeEach(() => {
    mounted = new Mounted();
    foldAll();
  });

  afterEach(() => mounted.unmount());

  const show = (shown: InstanceSystems) =>
    mounted.render(
      <SystemsOnInstance
        shown={shown}
        language={language}
        onReveal={reveal}
        onReplay={replay}
        trans={trans}
      />
    );

  it('tells part by part what was right', () => {
    show(SAID);
    expect(mounted.texts('.jp-jbl-said-part')).toEqual([
      'pandasright',
      'key errorwrong',
      'cells 1, 2'
    ]);
  });

  it('does not take the best of several runs for all of them', () => {
    const [, repair] = SAID.systems;
    const runs = [0, 1].map(run => ({ ...repair.said[0], run }));
    const sentence = 'wrong by the majority of 2 runs';
    const several = {
      ...repair,
      standing: 'wrong' as const,
      said: runs,
      sentence
    };
    show({ ...SAID, systems: [several] });
    expect(mounted.texts('summary')).toEqual([
      'ours repair wrong by the majority of 2 runs, best run Passes the check'
    ]);
  });

  it('keeps what may be the answer folded, until somebody unfolds it', () => {
    const open = () =>
      Array.from(
        mounted.host.querySelectorAll('details'),
        details => details.open
      );
    show(SAID);
    expect(open()).toEqual([false, false]);
    const [first] = mounted.host.querySelectorAll('details');
    first.open = true;
    act(() => {
      first.dispatchEvent(new Event('toggle'));
    });
    // On the pages of other crashes, too.
    mounted.unmount();
    mounted = new Mounted();
    show(SAID);
    expect(open()).toEqual([true, false]);
  });

  it('tells how far a repair got, and which cell it changes', () => {
    show(SAID);
    expect(mounted.texts('.jp-jbl-said .jp-jbl-chip')).toEqual([
      'Passes the check'
    ]);
    expect(mounted.texts('.jp-jbl-patch > p')).toEqual(['cell 2, changed']);
  });

  it('says why it shows nothing, and asks for the reference fix', () => {
    show({
      hidden: 'Hidden while you work on it.',
      systems: [],
      trajectories: []
    });
    expect(mounted.host.textContent).toContain('Hidden while you work on it.');
    mounted.click('.jp-jbl-link');
    expect(reveal).toHaveBeenCalledTimes(1);
  });

  it('takes no place where no system is loaded', () => {
    show({ hidden: null, systems: [], trajectories: [] });
    expect(mounted.host.innerHTML).toBe('');
  });

  it('lists what agents did, each with the way to see it', () => {
    show({
      hidden: null,
      systems: [],
      trajectories: [
        {
          name: 'tides-1.json',
          agent: 'me',
          began: '2026-01-01T00:00:00Z',
          steps: 7,
          seconds: 3,
          level: 'runs',
          sentence: 'It runs.'
        }
      ]
    });
    expect(mounted.texts('h2')).toEqual(['Agentswhat they did, step by step']);
    mounted.click('.jp-jbl-link');
    expect(replay).toHaveBeenCalledWith('tides-1.json');
  });

  it('asks anew when a system is loaded', async () => {
    const changed = new Signal<object, void>({});
    const answers = [{ hidden: null, systems: [], trajectories: [] }, SAID];
    const ask = jest.fn(async () => answers.shift() ?? SAID);
    const summary = { bench: 'starter', id: 'tides' };
    const view = { instance: { summary } } as unknown as InstanceView;
    const source = { ask, changed };
    await act(async () =>
      mounted.render(
        <SystemsBeside
          source={source}
          view={view}
          language={language}
          onReveal={reveal}
          onReplay={replay}
          trans={trans}
        />
      )
    );
    expect(mounted.texts('.jp-jbl-said')).toEqual([]);
    await act(async () => changed.emit());
    expect(mounted.texts('.jp-jbl-said')).toHaveLength(2);
    expect(ask).toHaveBeenCalledWith(summary);
  });
});

import { nullTranslator } from '@jupyterlab/translation';
import React from 'react';

import { Mounted } from '../../__tests__/mounted';
import type { InstancePage, InstanceSummary } from '../../tokens';
import { InstanceList } from '../list';
import { progressClient } from '../../progress/__tests__/progress';
import { ProgressModel } from '../../progress/model';
import { CatalogModel } from '../model';

const COUNT = 10_000;

function row(index: number): InstanceSummary {
  return {
    id: `i${index}`,
    bench: 'starter',
    ok: true,
    labels: {
      library: index % 2 ? 'pandas' : 'notebook-specific',
      crash_type: 'key error',
      root_cause: null,
      stage: null,
      ml_bug: null,
      pattern: null
    },
    crash: null,
    notebook_specific: index % 2 === 0,
    needs_network: false,
    problems: []
  };
}

const client = {
  benches: async () => [
    {
      name: 'starter',
      title: 'Starter bench',
      path: '',
      instances: COUNT,
      problems: []
    }
  ],
  instances: async (
    bench: string,
    _filter: unknown,
    offset: number,
    limit: number
  ): Promise<InstancePage> => ({
    bench,
    instances: Array.from({ length: limit }, (_, i) => row(offset + i)),
    matched: COUNT,
    total: COUNT,
    offset,
    facets: [],
    problems: [],
    systems: [],
    marks: {}
  })
};

describe('the list of instances', () => {
  let mounted: Mounted;
  let model: CatalogModel;
  let progress: ProgressModel;
  let shown: boolean[];
  let opened: number;

  const LIST = '[role=listbox]';
  const ROW = '[role=option]';
  const rows = () => mounted.host.querySelectorAll(ROW);
  const draw = () =>
    mounted.render(
      <InstanceList
        model={model}
        progress={progress}
        trans={nullTranslator.load('junobench_lab')}
        onShow={clicked => shown.push(clicked)}
        onOpen={() => opened++}
      />
    );
  const press = (key: string) => {
    mounted.press(LIST, key);
    draw();
  };

  beforeEach(async () => {
    // jsdom has none: the list stays without height, and draws the rows beyond its edge.
    globalThis.ResizeObserver ??= class {
      observe(): void {}
      unobserve(): void {}
      disconnect(): void {}
    };
    shown = [];
    opened = 0;
    model = new CatalogModel({ client });
    await model.refresh();
    progress = new ProgressModel(progressClient({ i1: 'passes', i2: 'tried' }));
    await progress.choose('starter');
    mounted = new Mounted();
    draw();
  });

  afterEach(() => mounted.unmount());

  it('marks the rows of instances that were begun, in words', () => {
    expect(mounted.texts('.jp-jbl-state').slice(0, 2)).toEqual([
      'passes',
      'tried'
    ]);
    expect(rows()[0].querySelector('.jp-jbl-state')).toBeNull();
  });

  it('draws few rows of many, and says how many there are', () => {
    expect(rows().length).toBeLessThan(30);
    expect(rows()[0].getAttribute('aria-setsize')).toBe(String(COUNT));
    expect(rows()[0].getAttribute('aria-posinset')).toBe('1');
  });

  it('marks a notebook-specific instance in words', () => {
    const [first, second] = mounted.texts(ROW);
    expect(first).toContain('notebook');
    expect(second).not.toContain('notebook');
  });

  it('moves with the arrow keys and names the row for a screen reader', () => {
    press('ArrowDown');
    press('ArrowDown');
    expect(model.selected?.id).toBe('i2');
    const id = mounted.host
      .querySelector(LIST)
      ?.getAttribute('aria-activedescendant');
    expect(document.getElementById(id ?? '')?.textContent).toContain('i2');
    expect(shown).toEqual([false, false]);
  });

  it('goes to both ends, and not beyond them', () => {
    press('ArrowUp');
    expect(model.active).toBe(0);
    press('End');
    expect(model.active).toBe(COUNT - 1);
    press('ArrowDown');
    expect(model.active).toBe(COUNT - 1);
    press('Home');
    expect(model.active).toBe(0);
  });

  it('opens the row with Enter, and shows it with the space bar', () => {
    press('Enter');
    expect(opened).toBe(1);
    press(' ');
    expect(shown).toEqual([true]);
  });

  it('leaves other keys to the lab', () => {
    const event = new KeyboardEvent('keydown', {
      key: 'x',
      bubbles: true,
      cancelable: true
    });
    mounted.host.querySelector(LIST)?.dispatchEvent(event);
    expect(event.defaultPrevented).toBe(false);
  });

  it('shows a row that is clicked, and opens it with a double click', () => {
    mounted.click(ROW, 2);
    expect(model.selected?.id).toBe('i2');
    expect(shown).toEqual([true]);
    rows()[2].dispatchEvent(new MouseEvent('dblclick', { bubbles: true }));
    expect(opened).toBe(1);
  });
});

import { nullTranslator } from '@jupyterlab/translation';
import React, { act } from 'react';

import { Mounted } from '../../__tests__/mounted';
import type { Trace } from '../../tokens';
import { HorizontalLane } from '../lane';
import { TraceModel } from '../model';
import { TraceView } from '../widget';
import { longTrace, sampleTrace } from './traces';

const trans = nullTranslator.load('junobench_lab');

let mounted: Mounted;

beforeEach(() => {
  mounted = new Mounted();
});

afterEach(() => mounted.unmount());

async function show(
  trace: Trace,
  ids: string[],
  onCell: (cell: number) => void = () => undefined
): Promise<TraceModel> {
  const model = new TraceModel();
  await model.load(
    async () => trace,
    () => ids
  );
  mounted.render(<TraceView model={model} trans={trans} onCell={onCell} />);
  return model;
}

const IDS = [0, 1, 2, 3, 4, 5].map(index => `cell-${index}`);

const LIST = '[role="listbox"]';

function rows(): string[] {
  return mounted.texts('.jp-jbl-trace-row');
}

describe('TraceView', () => {
  it('lists the executions in recorded order and says what is special about each', async () => {
    await show(sampleTrace(), IDS);
    expect(rows()).toEqual([
      '1cell 1import numpy as np',
      '2cell 3x = 1',
      '3cell 2x = x + 1back from 3',
      '2 executions lost',
      '4cell 2x = x + 12nd run',
      '5cell 5print(x)crash'
    ]);
  });

  it('counts executions, jumps back, repeats and losses', async () => {
    await show(sampleTrace(), IDS);
    expect(mounted.texts('.jp-jbl-trace-facts > span')).toEqual([
      '5 executions',
      '1 jump back',
      '1 repeat',
      '2 lost'
    ]);
  });

  it('lists the cells that never ran', async () => {
    await show(sampleTrace(), IDS);
    expect(mounted.texts('.jp-jbl-never-row')).toEqual(['cell 4y = 2']);
  });

  it('shows the source of a cell as a tooltip', async () => {
    await show(sampleTrace(), IDS);
    const crash =
      mounted.host.querySelectorAll<HTMLElement>('.jp-jbl-trace-row')[5];
    expect(crash.title).toBe('print(x)\nprint(y)');
  });

  it('counts cells as they stand in the notebook now, and names deleted ones', async () => {
    const model = await show(sampleTrace(), IDS);
    act(() => model.setOrder(['new', ...IDS.filter(id => id !== 'cell-2')]));
    mounted.render(
      <TraceView model={model} trans={trans} onCell={() => undefined} />
    );
    expect(rows()[0]).toContain('cell 2');
    expect(rows()[1]).toContain('deleted');
  });

  it('opens the cell of a row by mouse and by keyboard', async () => {
    const opened: number[] = [];
    await show(sampleTrace(), IDS, cell => opened.push(cell));
    mounted.click('.jp-jbl-trace-row', 1);
    mounted.press(LIST, 'ArrowDown');
    mounted.press(LIST, 'Enter');
    mounted.press(LIST, 'End');
    mounted.press(LIST, 'Enter');
    expect(opened).toEqual([2, 1, 4]);
  });

  it('opens nothing for lost executions', async () => {
    const opened: number[] = [];
    await show(sampleTrace(), IDS, cell => opened.push(cell));
    mounted.click('.jp-jbl-trace-row-lost');
    expect(opened).toEqual([]);
  });

  it('draws only the rows in view of a long session', async () => {
    await show(longTrace(1000), []);
    expect(rows().length).toBeGreaterThan(10);
    expect(rows().length).toBeLessThan(100);
    expect(
      mounted.host.querySelectorAll('.jp-jbl-lane-point').length
    ).toBeLessThan(100);
  });

  it('says in words why a trace could not be read', async () => {
    const model = new TraceModel();
    await model.load(
      () => Promise.reject(new Error('This instance has no such variant.')),
      () => []
    );
    mounted.render(
      <TraceView model={model} trans={trans} onCell={() => undefined} />
    );
    expect(mounted.texts('[role="alert"]')).toEqual([
      'This instance has no such variant.'
    ]);
  });

  it('says so for a notebook without a recorded session', () => {
    mounted.render(
      <TraceView
        model={new TraceModel()}
        trans={trans}
        onCell={() => undefined}
      />
    );
    expect(mounted.host.textContent).toContain('no recorded session');
  });
});

describe('HorizontalLane', () => {
  it('tells a screen reader what it shows', () => {
    mounted.render(<HorizontalLane trace={sampleTrace()} trans={trans} />);
    expect(
      mounted.host.querySelector('[role="img"]')?.getAttribute('aria-label')
    ).toBe(
      'Recorded session: 5 executions, 1 jump back, 1 repeat, 2 lost, crash in cell 5'
    );
  });

  it('has a button for each cell when cells can be chosen', () => {
    const chosen: number[] = [];
    mounted.render(
      <HorizontalLane
        trace={{
          ...sampleTrace(),
          executions: sampleTrace().executions.slice(0, 2)
        }}
        trans={trans}
        onCell={cell => chosen.push(cell)}
      />
    );
    mounted.click('button', 1);
    expect(chosen).toEqual([2]);
  });
});

import { nullTranslator } from '@jupyterlab/translation';
import { MessageLoop } from '@lumino/messaging';
import { Widget } from '@lumino/widgets';
import { act } from 'react';

import '../../__tests__/mounted';
import { LabResponseError } from '../../request';
import type { Replay } from '../../tokens';
import { CellAt, TrajectoryModel } from '../model';
import { TrajectoryWidget } from '../widget';

const cell = (id: string, source: number, more = {}): CellAt => ({
  id,
  type: 'code',
  source,
  output: null,
  count: null,
  ran: 'given',
  ...more
});

const step = (
  number: number,
  words: string,
  more: Partial<Replay['steps'][number]>
): Replay['steps'][number] => ({
  step: number,
  at: number,
  seconds: 0.5,
  action: 'run',
  words,
  ok: true,
  came: 'Done.',
  detail: '',
  cell: null,
  cells: null,
  ...more
});

const REPLAY: Replay = {
  bench: 'starter',
  id: 'tides',
  agent: 'me',
  began: '2026-01-01T00:00:00Z',
  seconds: 65,
  level: 'passes_check',
  sentence: 'It passes the check.',
  confined: true,
  note: null,
  episodes: ['tides, by me'],
  texts: ['x = 1', 'print(y)', 'y = 2', 'NameError'],
  begin: [cell('a', 0), cell('b', 1)],
  steps: [
    step(1, 'Run cell 2', {
      ok: false,
      came: 'Cell 2: NameError',
      detail: 'NameError',
      cell: 1,
      cells: [cell('a', 0), cell('b', 1, { ran: 'failed', output: 3 })]
    }),
    step(2, 'Edit cell 1', {
      action: 'edit',
      detail: 'y = 2',
      cell: 0,
      cells: [
        cell('a', 2, { ran: 'edited' }),
        cell('b', 1, { ran: 'failed', output: 3 })
      ]
    }),
    step(3, 'Submit', { action: 'submit', came: 'It passes the check.' })
  ]
};

describe('the trajectory of an agent', () => {
  let widget: TrajectoryWidget;
  let model: TrajectoryModel;
  let fails: Error | null;
  let told: Replay;
  let asked: number[];
  const openInstance = jest.fn();

  const texts = (selector: string): string[] =>
    Array.from(
      widget.node.querySelectorAll(selector),
      element => element.textContent ?? ''
    );
  const press = (key: string): void => {
    const event = new KeyboardEvent('keydown', { key, bubbles: true });
    act(() => {
      widget.node.querySelector('.jp-jbl-way')?.dispatchEvent(event);
    });
  };

  beforeEach(async () => {
    fails = null;
    told = REPLAY;
    asked = [];
    model = new TrajectoryModel(
      {
        replay: async (_, episode) => {
          asked.push(episode);
          if (fails) {
            throw fails;
          }
          return told;
        }
      },
      { name: null, path: 'way.json' }
    );
    widget = new TrajectoryWidget({
      model,
      language: async () => null,
      openInstance,
      translator: nullTranslator
    });
    await act(async () => {
      Widget.attach(widget, document.body);
      await model.load();
      MessageLoop.flush();
    });
  });

  afterEach(() => act(() => widget.dispose()));

  it('chooses among the episodes of a file, also beside one that is hidden', async () => {
    expect(texts('select')).toEqual([]);
    told = {
      ...REPLAY,
      agent: 'other',
      episodes: ['tides, by me', 'tides, by other', 'ferries, by me']
    };
    model.goTo(2);
    await act(async () => model.choose(1));
    expect(texts('option')).toEqual([
      '1 of 3: tides, by me',
      '2 of 3: tides, by other',
      '3 of 3: ferries, by me'
    ]);
    expect([widget.title.label, model.current]).toEqual(['tides, by other', 0]);
    fails = new LabResponseError('It may tell the answer.', 403, 'NotRevealed');
    const select = widget.node.querySelector('select');
    expect(select?.value).toBe('1');
    await act(async () => {
      if (select) {
        select.value = '2';
        select.dispatchEvent(new Event('change', { bubbles: true }));
      }
    });
    expect(texts('[role="alert"]')[0]).toContain('It may tell the answer.');
    expect(widget.node.querySelector('select')?.value).toBe('2');
    expect(asked).toEqual([0, 1, 2]);
  });

  it('begins with the notebook as it was given', () => {
    expect(widget.title.label).toBe('tides, by me');
    expect(texts('.jp-jbl-way-cell > pre')).toEqual(['x = 1', 'print(y)']);
    expect(texts('.jp-jbl-trajectory-head')[0]).toContain('3 steps in 1:05');
    expect(texts('.jp-jbl-trajectory-head .jp-jbl-chip')).toEqual([
      'Passes the check'
    ]);
  });

  it('says that a kernel could have read the reference', async () => {
    expect(texts('.jp-jbl-trajectory-head')[0]).not.toContain('confined');
    told = { ...REPLAY, confined: false };
    await act(async () => model.load());
    expect(texts('.jp-jbl-trajectory-head')[0]).toContain(
      'Its kernel was not confined'
    );
  });

  it('shows the source of a trial as what was tried', async () => {
    const tried = step(1, 'Try another source for cell 1', {
      action: 'preflight',
      came: 'Would run, in 9 ms.',
      detail: 'x = 2',
      cells: REPLAY.begin
    });
    told = { ...REPLAY, steps: [tried] };
    await act(async () => model.load());
    press('ArrowDown');
    expect(texts('.jp-jbl-way-told summary')).toEqual(['What was tried']);
    expect(texts('.jp-jbl-way-told pre')).toEqual(['x = 2']);
  });

  it('takes the focus to its steps, also those that come later', async () => {
    const later = new TrajectoryWidget({
      model: new TrajectoryModel(
        { replay: async () => REPLAY },
        { name: 'way.json', path: null }
      ),
      language: async () => null,
      openInstance,
      translator: nullTranslator
    });
    await act(async () => {
      Widget.attach(later, document.body);
      MessageLoop.sendMessage(later, Widget.Msg.ActivateRequest);
    });
    expect(document.activeElement).toBe(later.node);
    await act(async () => later.model.load());
    expect(document.activeElement?.className).toBe('jp-jbl-way');
    act(() => later.dispose());
  });

  it('goes from step to step by keyboard, and stays within them', () => {
    press('ArrowUp');
    expect(model.current).toBe(0);
    press('ArrowDown');
    expect(texts('[aria-selected="true"]')[0]).toContain('Run cell 2');
    expect(texts('.jp-jbl-way-cell.jp-mod-active header')).toEqual([
      'cell 2failed'
    ]);
    expect(texts('.jp-jbl-way-output')).toEqual(['NameError']);
    press('End');
    press('ArrowDown');
    expect(model.current).toBe(3);
    press('Home');
    expect(model.current).toBe(0);
  });

  it('knows what an edit has changed', () => {
    press('ArrowDown');
    press('ArrowDown');
    const [edited, other] = model.cells ?? [];
    expect(model.sourceBefore(edited)).toBe('x = 1');
    expect(model.sourceBefore(other)).toBeNull();
    expect(model.sourceBefore(cell('new', 2))).toBe('');
    expect(texts('.jp-jbl-way-cell header')[0]).toContain(
      'not run since the edit'
    );
  });

  it('says so where the cells are not known', () => {
    press('End');
    expect(texts('.jp-jbl-way-at')[0]).toContain('are not known');
  });

  it('tells what the agent was told', () => {
    act(() => model.goTo(1));
    expect(texts('.jp-jbl-way-told')[0]).toContain('Cell 2: NameError');
    expect(texts('.jp-jbl-way-told pre')).toEqual(['NameError']);
    act(() => model.goTo(2));
    expect(texts('.jp-jbl-way-told pre')).toEqual([]);
  });

  it('leads to the instance', () => {
    act(() =>
      widget.node
        .querySelector<HTMLElement>('.jp-jbl-trajectory-head button')
        ?.click()
    );
    expect(openInstance).toHaveBeenCalledWith({
      bench: 'starter',
      id: 'tides'
    });
  });

  it('says what went wrong, and tries again', async () => {
    fails = new LabResponseError('It may tell the answer.', 403, 'NotRevealed');
    await act(async () => model.load());
    expect(texts('[role="alert"]')[0]).toContain('It may tell the answer.');
    fails = null;
    await act(async () => {
      widget.node.querySelector<HTMLElement>('[role="alert"] button')?.click();
    });
    expect(texts('[role="alert"]')).toEqual([]);
  });
});

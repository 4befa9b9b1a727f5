import type { NotebookPanel } from '@jupyterlab/notebook';
import { nullTranslator } from '@jupyterlab/translation';
import { MessageLoop } from '@lumino/messaging';
import { Signal } from '@lumino/signaling';
import { Widget } from '@lumino/widgets';
import React, { act } from 'react';

import { Mounted } from '../../__tests__/mounted';
import type { CellNeed, Trace } from '../../tokens';
import { HorizontalLane } from '../lane';
import { NotebookSessions } from '../notebook-sessions';
import type { ITraceActions } from '../session-view';
import type { Traces } from '../traces';
import { TracePanel, TraceView } from '../widget';
import { explainedTrace, longTrace, sampleTrace, traced } from './traces';

const trans = nullTranslator.load('junobench_lab');

let mounted: Mounted;

beforeEach(() => {
  mounted = new Mounted();
});

afterEach(() => mounted.unmount());

/** What was asked for, in words: "go to 3", "run 3, 4", "reveal", "replay". */
let asked: string[];

const actions: ITraceActions = {
  goTo: cell => asked.push(`go to ${cell}`),
  run: cells => asked.push(`run ${cells.join(', ')}`),
  reveal: () => asked.push('reveal'),
  replay: () => asked.push('replay'),
  estimate: () => Promise.reject(new Error()),
  openCase: ({ id }) => asked.push(`open ${id}`)
};

function render(
  sessions: NotebookSessions,
  activeCell: string | null = null
): void {
  mounted.render(
    <TraceView
      sessions={sessions}
      activeCell={activeCell}
      actions={actions}
      trans={trans}
    />
  );
}

async function show(
  trace: Trace,
  ids: string[],
  kind: NotebookSessions['kind'] = 'attempt'
): Promise<NotebookSessions> {
  asked = [];
  const sessions = new NotebookSessions();
  sessions.kind = kind;
  await sessions.recorded.load(
    async () => traced(trace),
    () => ids
  );
  render(sessions);
  return sessions;
}

/** What the panel knows of notebooks, with one of them in front. */
class Notebooks {
  readonly currentChanged = new Signal<this, void>(this);
  readonly watchingChanged = new Signal<this, void>(this);
  readonly watching = true;
  private readonly _known = new Map<NotebookPanel, NotebookSessions>();
  current: NotebookPanel | null = null;

  get(panel: NotebookPanel): NotebookSessions | null {
    return this._known.get(panel) ?? null;
  }

  /** Bring a notebook to the front whose trace isn't read yet. */
  open(id: string): NotebookSessions {
    const content = { activeCell: null, activeCellChanged: new Signal({}) };
    const panel = { id, content } as unknown as NotebookPanel;
    const sessions = new NotebookSessions();
    this._known.set(panel, sessions);
    this.current = panel;
    this.currentChanged.emit();
    return sessions;
  }
}

describe('the panel', () => {
  it('shows the trace of each notebook that comes to the front, once it is read', async () => {
    const notebooks = new Notebooks();
    const panel = new TracePanel(
      notebooks as unknown as Traces,
      () => actions,
      nullTranslator
    );
    act(() => {
      Widget.attach(panel, document.body);
      MessageLoop.flush();
    });
    for (const id of ['first', 'second']) {
      let sessions = new NotebookSessions();
      act(() => {
        sessions = notebooks.open(id);
      });
      expect(panel.node.textContent).toContain('Reading the trace');
      await act(async () =>
        sessions.recorded.load(
          async () => traced(sampleTrace()),
          () => IDS
        )
      );
      expect(panel.node.textContent).not.toContain('Reading the trace');
      expect(panel.node.textContent).toContain('5 executions');
    }
    act(() => panel.dispose());
  });
});

const IDS = [0, 1, 2, 3, 4, 5].map(index => `cell-${index}`);

const LIST = '[role="listbox"]';

function click(words: string): void {
  const buttons = Array.from(mounted.host.querySelectorAll('button'));
  const index = buttons.findIndex(button => button.textContent === words);
  mounted.click('button', index);
}

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
    const sessions = await show(sampleTrace(), IDS);
    act(() => sessions.setOrder(['new', ...IDS.filter(id => id !== 'cell-2')]));
    render(sessions);
    expect(rows()[0]).toContain('cell 2');
    expect(rows()[1]).toContain('deleted');
  });

  it('opens the cell of a row by mouse and by keyboard', async () => {
    await show(sampleTrace(), IDS);
    mounted.click('.jp-jbl-trace-row', 1);
    mounted.press(LIST, 'ArrowDown');
    mounted.press(LIST, 'Enter');
    mounted.press(LIST, 'End');
    mounted.press(LIST, 'Enter');
    expect(asked).toEqual(['go to 2', 'go to 1', 'go to 4']);
  });

  it('opens nothing for lost executions', async () => {
    await show(sampleTrace(), IDS);
    mounted.click('.jp-jbl-trace-row-lost');
    expect(asked).toEqual([]);
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
    const sessions = new NotebookSessions();
    await sessions.recorded.load(
      () => Promise.reject(new Error('This instance has no such variant.')),
      () => []
    );
    render(sessions);
    expect(mounted.texts('[role="alert"]')).toEqual([
      'This instance has no such variant.'
    ]);
  });

  it('says so for a notebook of which no cell ran', async () => {
    await show(
      { ...sampleTrace(), executions: [], crash: null, never_ran: [] },
      IDS,
      'own'
    );
    expect(mounted.host.textContent).toContain(
      'No cell of this notebook ran before it was saved.'
    );
  });
});

describe('Why it crashed', () => {
  it('stays behind a deliberate click in an attempt', async () => {
    await show(sampleTrace(), IDS);
    expect(mounted.host.textContent).toContain('hint 2 of 4');
    expect(mounted.host.textContent).not.toContain('is made by');
    click('Show');
    expect(asked).toEqual(['reveal']);
  });

  it('says kind and sentence, with the cells one click away', async () => {
    await show(explainedTrace(), IDS);
    expect(mounted.texts('.jp-jbl-why > h3')).toEqual(['Never ran']);
    expect(mounted.texts('.jp-jbl-why > p')[0]).toBe(
      'y is made by cell 4, which never ran in this session.'
    );
    expect(mounted.texts('.jp-jbl-why-cell')).toEqual([
      'cell 4ynever ran',
      'cell 5'
    ]);
    mounted.click('.jp-jbl-why > p .jp-jbl-link');
    mounted.click('.jp-jbl-why-cell', 1);
    expect(asked).toEqual(['go to 3', 'go to 4']);
  });

  it('runs what never ran, then the crash cell', async () => {
    await show(explainedTrace(), IDS);
    click('Run what is missing');
    expect(asked).toEqual(['run 3, 4']);
    expect(mounted.host.textContent).toContain(
      'Runs cell 4, then cell 5, in this kernel; before them what they need'
    );
  });

  it('runs nothing where there is no kernel', async () => {
    await show(explainedTrace(), IDS, 'variant');
    expect(mounted.host.textContent).not.toContain('Run what is missing');
    expect(mounted.host.textContent).not.toContain('This kernel');
  });

  it('counts the cells of its sentence as they stand now', async () => {
    const sessions = await show(explainedTrace(), IDS);
    act(() => sessions.setOrder(['new', ...IDS]));
    render(sessions);
    expect(mounted.texts('.jp-jbl-why > p')[0]).toContain('made by cell 5');
  });

  it("is shown at once in a person's own notebook", async () => {
    await show(explainedTrace(), IDS, 'own');
    expect(mounted.host.textContent).not.toContain('hint');
    click('Replay');
    expect(asked).toEqual(['replay']);
  });
});

describe('Replay', () => {
  async function replay(trace = explainedTrace()): Promise<NotebookSessions> {
    const sessions = await show(trace, IDS);
    await sessions.startReplay();
    render(sessions);
    return sessions;
  }
  const press = (key: string, sessions: NotebookSessions) => {
    mounted.press('.jp-jbl-replay', key);
    render(sessions);
  };
  const step = () => mounted.texts('.jp-jbl-replay-step')[0];

  it('begins at the crash, with what never ran below the list', async () => {
    await replay();
    expect(step()).toBe('Step 5 of 5 cell 5, crash in line 2');
    expect(rows()[6]).toBe('–cell 4never rany');
    expect(mounted.host.querySelectorAll('.jp-jbl-read-arc-never').length).toBe(
      1
    );
  });

  it('steps with the arrow keys, Home and End', async () => {
    const sessions = await replay();
    press('ArrowLeft', sessions);
    expect(step()).toBe('Step 4 of 5 cell 2, 2nd run');
    press('Home', sessions);
    expect(step()).toBe('Step 1 of 5 cell 1');
    press('ArrowRight', sessions);
    expect(step()).toBe('Step 2 of 5 cell 3');
    press('End', sessions);
    expect(step()).toBe('Step 5 of 5 cell 5, crash in line 2');
  });

  it('steps with the rows of the list', async () => {
    const sessions = await replay();
    mounted.click('.jp-jbl-trace-row', 1);
    render(sessions);
    expect(step()).toBe('Step 2 of 5 cell 3');
    mounted.press(LIST, 'ArrowDown');
    render(sessions);
    expect(step()).toBe('Step 3 of 5 cell 2, back from cell 3');
    mounted.press(LIST, 'ArrowDown');
    render(sessions);
    expect(step()).toBe('Step 4 of 5 cell 2, 2nd run');
  });

  it('shows the names after a step and what the step did with them', async () => {
    const sessions = await replay();
    press('ArrowLeft', sessions);
    expect(mounted.texts('.jp-jbl-names tbody tr')).toEqual([
      'xcell 2, step 4◂written',
      'npcell 1, step 1'
    ]);
  });

  it('names no cell that would have helped before the explanation was asked for', async () => {
    await replay(sampleTrace());
    expect(rows()).toHaveLength(6);
    expect(mounted.texts('.jp-jbl-names tbody tr')[0]).toBe(
      'yno step before✕read, does not exist'
    );
  });
});

describe("This kernel's session", () => {
  const need: CellNeed = {
    cell: 4,
    id: 'cell-4',
    missing: [{ name: 'y', cells: [3] }],
    stale: [{ name: 'x', cell: 1 }],
    run: [1, 3, 4]
  };

  async function showKernel(): Promise<NotebookSessions> {
    const sessions = await show(sampleTrace(), IDS);
    sessions.view = 'kernel';
    await sessions.takeKernel(
      async () => ({
        saved: sampleTrace(),
        saved_flow: { steps: [] },
        session: { ...sampleTrace(), crash: null },
        session_flow: { steps: [] },
        needs: [need]
      }),
      () => IDS
    );
    return sessions;
  }

  it('is chosen beside the recorded one', async () => {
    const sessions = await show(sampleTrace(), IDS);
    click('This kernel');
    expect(sessions.view).toBe('kernel');
  });

  it('says what the active cell needs, and runs it', async () => {
    const sessions = await showKernel();
    render(sessions, 'cell-4');
    expect(mounted.texts('.jp-jbl-why > p')).toEqual([
      'y does not exist in this kernel: run cell 4 first.',
      'x is not as the notebook makes it now: run cell 2 again.',
      'Runs cells 2, 4 and 5.'
    ]);
    click('Run what this cell needs');
    expect(asked).toEqual(['run 1, 3, 4']);
  });

  it('says nothing of needs for a cell without', async () => {
    const sessions = await showKernel();
    render(sessions, 'cell-0');
    expect(mounted.texts('.jp-jbl-why')).toEqual([]);
  });

  it('stands for nothing where something else ran in the kernel', async () => {
    const sessions = await showKernel();
    sessions.record.add('cell-0', 7, '', null);
    render(sessions, 'cell-4');
    expect(rows()).toEqual([]);
    expect(mounted.host.textContent).toContain('Restart the kernel');
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

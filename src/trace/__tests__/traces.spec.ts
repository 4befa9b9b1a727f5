import { CodeCell } from '@jupyterlab/cells';
import { Context } from '@jupyterlab/docregistry';
import {
  INotebookModel,
  NotebookActions,
  NotebookPanel
} from '@jupyterlab/notebook';
import {
  initNotebookContext,
  NBTestUtils
} from '@jupyterlab/notebook/lib/testutils';
import { ServiceManager } from '@jupyterlab/services';
import { ServiceManagerMock } from '@jupyterlab/services/lib/testutils';
import { Signal } from '@lumino/signaling';

import type {
  IInstanceKey,
  IInstances,
  IShown,
  NotebookTrace
} from '../../tokens';
import type { INotebookContent } from '../notebook-content';
import type { ISessionExecution } from '../session';
import { Traces } from '../traces';
import { explainedTrace, sampleTrace, traced } from './traces';

const ATTEMPT: IShown = { bench: 'starter', id: 'ferry-reviews', attempt: 1 };

/** Instances of which every notebook shows the same. */
class Instances implements IInstances {
  constructor(private readonly _shown: IShown | null) {}

  readonly changed: Signal<IInstances, IInstanceKey> = new Signal<
    IInstances,
    IInstanceKey
  >(this);

  touch(): void {}

  shown(): IShown | null {
    return this._shown;
  }

  async openPage(): Promise<void> {}

  async openVariant(): Promise<void> {}

  async openAttempt(): Promise<NotebookPanel> {
    throw new Error('not asked for');
  }

  async reveal(): Promise<boolean> {
    return true;
  }

  async lacking(): Promise<string | null> {
    return null;
  }
}

let manager: ServiceManager.IManager;
let context: Context<INotebookModel>;
let panel: NotebookPanel;
/** What the server was asked to trace. */
let asked: {
  notebook: INotebookContent;
  executions: ISessionExecution[] | null;
}[];
let recorded = sampleTrace();

const REPLY: NotebookTrace = {
  saved: sampleTrace(),
  saved_flow: { steps: [] },
  session: sampleTrace(),
  session_flow: { steps: [] },
  needs: []
};

function make(shown: IShown | null): Traces {
  return new Traces({
    instances: new Instances(shown),
    read: async () => traced(recorded),
    ask: async (notebook, session) => {
      asked.push({ notebook, executions: session?.executions ?? null });
      return REPLY;
    },
    estimate: () => Promise.reject(new Error()),
    activate: () => undefined
  });
}

beforeAll(async () => {
  manager = new ServiceManagerMock();
  await manager.ready;
});

beforeEach(async () => {
  asked = [];
  recorded = sampleTrace();
  context = await initNotebookContext({ manager, startKernel: false });
  panel = NBTestUtils.createNotebookPanel(context);
  context.model.fromJSON({
    nbformat: 4,
    nbformat_minor: 5,
    metadata: {},
    cells: ['a', 'b'].map(id => ({
      cell_type: 'code',
      id,
      source: `${id} = 1`,
      metadata: {},
      outputs: [],
      execution_count: null
    }))
  });
});

afterEach(() => panel.dispose());

describe('Traces', () => {
  it('reads the trace of an attempt', async () => {
    const traces = make(ATTEMPT);
    expect(traces.trace(panel)).toBeNull();
    await traces.track(panel).recorded.loaded;
    expect(traces.trace(panel)).toEqual(sampleTrace());
  });

  it("has no trace for a notebook of someone's own while the panel is closed", async () => {
    const traces = make(null);
    const sessions = traces.track(panel);
    await context.ready;
    await Promise.resolve();
    expect(sessions.recorded.status).toBe('none');
    expect(traces.trace(panel)).toBeNull();
  });

  it('forgets a notebook that was closed', () => {
    const traces = make(ATTEMPT);
    traces.current = panel;
    panel.dispose();
    expect(traces.current).toBeNull();
    expect(traces.get(panel)).toBeNull();
  });

  it('keeps the order in which cells ran in this kernel', () => {
    const traces = make(null);
    traces.track(panel);
    ran('b', 1);
    ran('a', 2);
    expect(traces.session(panel)).toEqual(['b', 'a']);
  });

  it.each(['restarting', 'autorestarting', 'dead'])(
    'forgets that order when the kernel is %s',
    status => {
      const traces = make(null);
      traces.track(panel);
      ran('a', 1);
      emit(panel.sessionContext.statusChanged, status);
      expect(traces.session(panel)).toEqual([]);
    }
  );

  it('keeps the orders of two notebooks apart', () => {
    const traces = make(null);
    const other = NBTestUtils.createNotebookPanel(context);
    traces.track(panel);
    traces.track(other);
    ran('a', 1);
    expect(traces.session(other)).toEqual([]);
    other.dispose();
  });
});

describe('Traces of the panel', () => {
  /** A notebook of someone's own, tracked, and nothing asked yet. */
  async function own(): Promise<Traces> {
    const traces = make(null);
    traces.current = panel;
    await context.initialize(true);
    await context.ready;
    await quiet();
    return traces;
  }

  it('asks nothing while it is out of view', async () => {
    const traces = await own();
    const sessions = traces.track(panel);
    sessions.view = 'kernel';
    ran('a', 1);
    await quiet();
    expect(asked).toEqual([]);
  });

  it("reads the saved counts of a person's own notebook when it comes into view", async () => {
    const traces = await own();
    traces.watching = true;
    const { recorded: saved } = traces.track(panel);
    await saved.loaded;
    expect(saved.status).toBe('ready');
    expect(asked.map(({ executions }) => executions)).toEqual([null]);
  });

  it('keeps the saved counts apart from those of what ran since', async () => {
    const traces = await own();
    ran('a', 1);
    traces.watching = true;
    await traces.track(panel).recorded.loaded;
    expect(asked[0].notebook.cells).not.toContainEqual(
      expect.objectContaining({ execution_count: 1 })
    );
  });

  it("asks once for many executions, and only while this kernel's session is shown", async () => {
    const traces = await own();
    traces.watching = true;
    const sessions = traces.track(panel);
    await sessions.recorded.loaded;
    ran('b', 1);
    await quiet();
    expect(asked).toHaveLength(1);
    sessions.view = 'kernel';
    ran('a', 2);
    ran('a', 3);
    await sessions.kernel.loaded;
    await quiet();
    expect(asked).toHaveLength(2);
    expect(asked[1].executions?.map(({ id }) => id)).toEqual(['b', 'a', 'a']);
  });

  it('reads the findings of an instance once they may be shown', async () => {
    const traces = make(ATTEMPT);
    const sessions = traces.track(panel);
    await sessions.recorded.loaded;
    recorded = explainedTrace();
    await traces.reveal(panel);
    expect(sessions.recorded.trace?.findings).toHaveLength(1);
  });

  it('changes nothing in the notebook', async () => {
    const traces = await own();
    context.model.dirty = false;
    const before = JSON.stringify(context.model.toJSON());
    traces.watching = true;
    await traces.track(panel).recorded.loaded;
    expect(context.model.dirty).toBe(false);
    expect(JSON.stringify(context.model.toJSON())).toBe(before);
  });
});

/** Wait until nothing more is going to be asked. */
async function quiet(): Promise<void> {
  await new Promise(resolve => setTimeout(resolve, 600));
}

/** Say what the lab says after it has run a cell. */
function ran(id: string, count: number): void {
  const notebook = panel.content;
  const cell = notebook.widgets.find(({ model }) => model.id === id);
  if (cell instanceof CodeCell) {
    cell.model.executionCount = count;
  }
  emit(NotebookActions.executed, { notebook, cell, success: true });
}

function emit(signal: object, args: unknown): void {
  expect(signal).toBeInstanceOf(Signal);
  (signal as Signal<unknown, unknown>).emit(args);
}

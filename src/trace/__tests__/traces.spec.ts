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

import type { IInstanceKey, IInstances, IShown } from '../../tokens';
import { Traces } from '../traces';
import { sampleTrace } from './traces';

const ATTEMPT: IShown = { bench: 'starter', id: 'ferry-reviews', attempt: 1 };

/** Instances of which every notebook shows the same. */
class Instances implements IInstances {
  constructor(private readonly _shown: IShown | null) {}

  readonly changed: Signal<IInstances, IInstanceKey> = new Signal<
    IInstances,
    IInstanceKey
  >(this);

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
}

let manager: ServiceManager.IManager;
let context: Context<INotebookModel>;
let panel: NotebookPanel;

function make(shown: IShown | null): Traces {
  return new Traces({
    instances: new Instances(shown),
    read: async () => sampleTrace(),
    activate: () => undefined
  });
}

beforeAll(async () => {
  manager = new ServiceManagerMock();
  await manager.ready;
});

beforeEach(async () => {
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
    await traces.track(panel).model.loaded;
    expect(traces.trace(panel)).toEqual(sampleTrace());
  });

  it("has no trace for a notebook of someone's own", async () => {
    const traces = make(null);
    const { model } = traces.track(panel);
    await context.ready;
    await Promise.resolve();
    expect(model.status).toBe('none');
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

import type { ISessionContext } from '@jupyterlab/apputils';
import { CodeCell, type Cell } from '@jupyterlab/cells';
import {
  KernelError,
  NotebookActions,
  type Notebook,
  type NotebookPanel
} from '@jupyterlab/notebook';
import type { Kernel } from '@jupyterlab/services';
import { ISignal, Signal } from '@lumino/signaling';

import type { IInstances, IShown, ITraces, Trace } from '../tokens';
import { TraceModel } from './model';
import { SessionRecord } from './session';

/** Everything known of one notebook's sessions. */
export interface INotebookTrace {
  readonly model: TraceModel;
  readonly session: SessionRecord;
}

/** Keeps the trace and the session of every open notebook. */
export class Traces implements ITraces {
  constructor(private readonly _options: Traces.IOptions) {
    NotebookActions.executed.connect(this._onExecuted, this);
  }

  /** The notebook that the trace panel shows. */
  get current(): NotebookPanel | null {
    return this._current;
  }

  set current(panel: NotebookPanel | null) {
    if (panel === this._current) {
      return;
    }
    this._current = panel;
    if (panel) {
      this.track(panel);
    }
    this._currentChanged.emit();
  }

  get currentChanged(): ISignal<this, void> {
    return this._currentChanged;
  }

  /** Emitted when a notebook is looked at for the first time. */
  get tracked(): ISignal<this, NotebookPanel> {
    return this._tracked;
  }

  /** What is known of a notebook; null before it was tracked. */
  get(panel: NotebookPanel): INotebookTrace | null {
    return this._notebooks.get(panel) ?? null;
  }

  /** Begin to keep a notebook's trace and session, once. */
  track(panel: NotebookPanel): INotebookTrace {
    const known = this._notebooks.get(panel);
    if (known) {
      return known;
    }
    const notebook = { model: new TraceModel(), session: new SessionRecord() };
    this._notebooks.set(panel, notebook);
    this._followKernel(panel.sessionContext, notebook.session);
    panel.disposed.connect(() => {
      this._notebooks.delete(panel);
      if (this._current === panel) {
        this.current = null;
      }
    });
    this._tracked.emit(panel);
    void this._load(panel, notebook.model);
    return notebook;
  }

  trace(panel: NotebookPanel): Trace | null {
    return this._notebooks.get(panel)?.model.trace ?? null;
  }

  session(panel: NotebookPanel): string[] {
    return [...(this._notebooks.get(panel)?.session.cells ?? [])];
  }

  show(panel: NotebookPanel): void {
    this.current = panel;
    this._options.activate();
  }

  private async _load(panel: NotebookPanel, model: TraceModel): Promise<void> {
    await panel.context.ready;
    if (panel.isDisposed) {
      return;
    }
    const shown = this._options.instances.shown(panel);
    if (!shown) {
      return;
    }
    const ids = () => cellIds(panel.content);
    await model.load(() => this._options.read(shown), ids);
    if (!panel.isDisposed) {
      panel.content.model?.cells.changed.connect(() => model.setOrder(ids()));
    }
  }

  private _followKernel(
    context: ISessionContext,
    session: SessionRecord
  ): void {
    context.kernelChanged.connect(() => session.clear());
    context.statusChanged.connect((_, status) => {
      if (ENDS_SESSION.has(status)) {
        session.clear();
      }
    });
  }

  private _onExecuted(
    _: unknown,
    args: {
      notebook: Notebook;
      cell: Cell;
      success: boolean;
      error?: KernelError | null;
    }
  ): void {
    if (!(args.cell instanceof CodeCell)) {
      return;
    }
    const { id, executionCount } = args.cell.model;
    for (const [panel, { session }] of this._notebooks) {
      if (panel.content === args.notebook) {
        session.add(id, executionCount);
      }
    }
  }

  private _current: NotebookPanel | null = null;
  private readonly _notebooks = new Map<NotebookPanel, INotebookTrace>();
  private readonly _currentChanged = new Signal<this, void>(this);
  private readonly _tracked = new Signal<this, NotebookPanel>(this);
}

export namespace Traces {
  export interface IOptions {
    instances: IInstances;
    /** Gets a trace from the server. */
    read: (shown: IShown) => Promise<Trace>;
    /** Brings the trace panel to the front. */
    activate: () => void;
  }
}

/** Ids of a notebook's cells in document order. */
export function cellIds(notebook: Notebook): string[] {
  return Array.from(notebook.model?.cells ?? [], cell => cell.id);
}

const ENDS_SESSION: ReadonlySet<Kernel.Status> = new Set<Kernel.Status>([
  'restarting',
  'autorestarting',
  'terminating',
  'dead'
]);

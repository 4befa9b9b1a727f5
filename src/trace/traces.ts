import type { ISessionContext } from '@jupyterlab/apputils';
import { CodeCell, type Cell } from '@jupyterlab/cells';
import type { DocumentRegistry } from '@jupyterlab/docregistry';
import {
  KernelError,
  NotebookActions,
  type Notebook,
  type NotebookPanel
} from '@jupyterlab/notebook';
import type { Kernel } from '@jupyterlab/services';
import { Debouncer } from '@lumino/polling';
import { ISignal, Signal } from '@lumino/signaling';

import type {
  IInstanceKey,
  IInstances,
  IShown,
  ITraces,
  NotebookEstimate,
  NotebookTrace,
  Trace
} from '../tokens';
import type { ITraced } from './model';
import { INotebookContent, notebookContent } from './notebook-content';
import { NotebookSessions } from './notebook-sessions';
import type { ISessionExecution, SessionRecord } from './session';

/** Quiet time after an execution or an edit before the server is asked again, in milliseconds. */
const QUIET = 400;

/** Keeps the sessions of every open notebook. */
export class Traces implements ITraces {
  constructor(private readonly _options: Traces.IOptions) {
    NotebookActions.executionScheduled.connect(this._onScheduled, this);
    NotebookActions.executed.connect(this._onExecuted, this);
    _options.instances.changed.connect(this._onInstance, this);
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
    this._update();
  }

  /** Whether the trace panel is in view. While it isn't, nothing is asked of the server but an instance's own trace. */
  get watching(): boolean {
    return this._watching;
  }

  set watching(watching: boolean) {
    if (watching !== this._watching) {
      this._watching = watching;
      this._watchingChanged.emit();
      this._update();
    }
  }

  get currentChanged(): ISignal<this, void> {
    return this._currentChanged;
  }

  get watchingChanged(): ISignal<this, void> {
    return this._watchingChanged;
  }

  /** Emitted when a notebook is looked at for the first time. */
  get tracked(): ISignal<this, NotebookPanel> {
    return this._tracked;
  }

  /** What is known of a notebook; null before it was tracked. */
  get(panel: NotebookPanel): NotebookSessions | null {
    return this._notebooks.get(panel)?.sessions ?? null;
  }

  /** Begin to keep a notebook's sessions, once. */
  track(panel: NotebookPanel): NotebookSessions {
    const known = this._notebooks.get(panel);
    if (known) {
      return known.sessions;
    }
    const sessions = new NotebookSessions();
    const notebook: ITracked = {
      sessions,
      saved: null,
      ask: new Debouncer(() => this.refresh(panel), QUIET)
    };
    this._notebooks.set(panel, notebook);
    this._followKernel(panel.sessionContext, sessions.record);
    sessions.record.changed.connect(() => this._updateKernel(panel));
    let view = sessions.view;
    sessions.changed.connect(() => {
      if (view !== sessions.view) {
        view = sessions.view;
        this._updateKernel(panel);
      }
    });
    panel.disposed.connect(() => {
      this._notebooks.delete(panel);
      notebook.ask.dispose();
      sessions.dispose();
      if (this._current === panel) {
        this.current = null;
      }
    });
    this._tracked.emit(panel);
    void this._load(panel, notebook);
    return sessions;
  }

  trace(panel: NotebookPanel): Trace | null {
    return this.get(panel)?.recorded.trace ?? null;
  }

  session(panel: NotebookPanel): string[] {
    return [...(this.get(panel)?.record.cells ?? [])];
  }

  record(panel: NotebookPanel): ReturnType<ITraces['record']> {
    const executions = [...(this.get(panel)?.record.executions ?? [])];
    return executions.length > 0 ? { executions } : null;
  }

  show(panel: NotebookPanel): void {
    this.current = panel;
    this._options.activate();
  }

  /** Read the session in this kernel at once: its trace, and what the cells need. */
  async refresh(panel: NotebookPanel): Promise<void> {
    const { model } = panel.content;
    const sessions = this.get(panel);
    if (!model || !sessions) {
      return;
    }
    const executions = [...sessions.record.executions];
    await sessions.takeKernel(
      () => this._options.ask(notebookContent(model), { executions }),
      () => cellIds(panel.content)
    );
  }

  /** Estimate what kind of crash a notebook of someone's own holds, as it is on disk. */
  async estimate(panel: NotebookPanel): Promise<NotebookEstimate> {
    const saved = this._notebooks.get(panel)?.saved;
    if (!saved) {
      throw new Error('Only a notebook of your own can be estimated.');
    }
    return this._options.estimate(saved);
  }

  /** Ask whether the findings may be shown, and read them. */
  async reveal(panel: NotebookPanel): Promise<void> {
    const shown = this._options.instances.shown(panel);
    if (shown && (await this._options.instances.reveal(shown, 'explanation'))) {
      await this._loadInstance(panel, shown);
    }
  }

  private async _load(panel: NotebookPanel, notebook: ITracked): Promise<void> {
    await panel.context.ready;
    const { model } = panel.content;
    if (panel.isDisposed || !model) {
      return;
    }
    const { sessions } = notebook;
    model.cells.changed.connect(() =>
      sessions.setOrder(cellIds(panel.content))
    );
    model.contentChanged.connect(() => this._updateKernel(panel));
    const shown = this._options.instances.shown(panel);
    if (shown) {
      sessions.kind = shown.variant ? 'variant' : 'attempt';
      await this._loadInstance(panel, shown);
      return;
    }
    // The counts change as cells run; those that are on disk are kept apart.
    notebook.saved = notebookContent(model);
    panel.context.saveState.connect((_, state: DocumentRegistry.SaveState) => {
      if (state === 'completed') {
        notebook.saved = notebookContent(model);
        notebook.stale = true;
        this._update();
      }
    });
    this._update();
  }

  private async _loadInstance(
    panel: NotebookPanel,
    shown: IShown
  ): Promise<void> {
    await this.get(panel)?.recorded.load(
      () => this._options.read(shown),
      () => cellIds(panel.content)
    );
  }

  /** Read what the panel shows and does not have yet. */
  private _update(): void {
    const panel = this._watching ? this._current : null;
    const notebook = panel && this._notebooks.get(panel);
    if (!panel || !notebook) {
      return;
    }
    const { sessions, saved } = notebook;
    const { status } = sessions.recorded;
    const unread = status === 'none' || status === 'failed';
    if (saved && (notebook.stale || unread)) {
      notebook.stale = false;
      void sessions.recorded.load(
        async () => {
          const traced = await this._options.ask(saved, null);
          return {
            trace: traced.saved,
            flow: async () => traced.saved_flow
          };
        },
        () => cellIds(panel.content)
      );
    }
    this._updateKernel(panel);
  }

  /** Read the session of the kernel soon, where it is in view. */
  private _updateKernel(panel: NotebookPanel): void {
    const notebook = this._notebooks.get(panel);
    if (
      notebook &&
      this._watching &&
      panel === this._current &&
      notebook.sessions.view === 'kernel'
    ) {
      void notebook.ask.invoke();
    }
  }

  private _followKernel(context: ISessionContext, record: SessionRecord): void {
    context.kernelChanged.connect(() => record.clear());
    context.statusChanged.connect((_, status) => {
      if (ENDS_SESSION.has(status)) {
        record.clear();
      }
    });
  }

  /** Findings that were revealed elsewhere are read here, too. */
  private _onInstance(_: unknown, { bench, id }: IInstanceKey): void {
    for (const [panel, { sessions }] of this._notebooks) {
      const shown = this._options.instances.shown(panel);
      const { trace } = sessions.recorded;
      if (
        shown?.bench === bench &&
        shown.id === id &&
        trace?.crash &&
        trace.findings.length === 0
      ) {
        void this._loadInstance(panel, shown);
      }
    }
  }

  private _onScheduled(
    _: unknown,
    { notebook, cell }: { notebook: Notebook; cell: Cell }
  ): void {
    if (cell instanceof CodeCell) {
      const source = cell.model.sharedModel.getSource();
      this._recordOf(notebook)?.schedule(cell.model.id, source);
    }
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
    const { notebook, cell, error } = args;
    if (!(cell instanceof CodeCell)) {
      return;
    }
    const { id, executionCount, sharedModel } = cell.model;
    this._recordOf(notebook)?.add(
      id,
      executionCount,
      sharedModel.getSource(),
      error
        ? {
            ename: error.errorName,
            evalue: error.errorValue,
            traceback: error.traceback
          }
        : null
    );
  }

  private _recordOf(notebook: Notebook): SessionRecord | null {
    for (const [panel, { sessions }] of this._notebooks) {
      if (panel.content === notebook) {
        return sessions.record;
      }
    }
    return null;
  }

  private _current: NotebookPanel | null = null;
  private _watching = false;
  private readonly _notebooks = new Map<NotebookPanel, ITracked>();
  private readonly _currentChanged = new Signal<this, void>(this);
  private readonly _watchingChanged = new Signal<this, void>(this);
  private readonly _tracked = new Signal<this, NotebookPanel>(this);
}

interface ITracked {
  readonly sessions: NotebookSessions;
  /** A notebook of someone's own as it is on disk; null for the rest, and before it was read. */
  saved: INotebookContent | null;
  /** Whether it was saved since its trace was read. */
  stale?: boolean;
  /** Reads the session in this kernel once nothing happened for a while. */
  readonly ask: Debouncer;
}

export namespace Traces {
  export interface IOptions {
    instances: IInstances;
    /** Gets the recorded trace of an attempt or a variant from the server. */
    read: (shown: IShown) => Promise<ITraced>;
    /** Has the server trace any notebook. */
    ask: (
      notebook: INotebookContent,
      session: { executions: ISessionExecution[] } | null
    ) => Promise<NotebookTrace>;
    /** Has the server estimate the labels of a notebook's crash. */
    estimate: (notebook: INotebookContent) => Promise<NotebookEstimate>;
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

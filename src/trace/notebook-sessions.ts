/** The sessions of one notebook: the recorded one and the one in this kernel, which of them is shown, and its replay. */
import { ISignal, Signal } from '@lumino/signaling';

import type { CellNeed, NotebookTrace } from '../tokens';
import { TraceModel } from './model';
import { Replay } from './replay';
import { SessionRecord } from './session';

export type SessionView = 'recorded' | 'kernel';

/** Whose notebook it is: an attempt and a variant belong to an instance, and a variant has no kernel. */
export type NotebookKind = 'attempt' | 'variant' | 'own';

export class NotebookSessions {
  constructor() {
    this.recorded.changed.connect(this._onTrace, this);
    this.kernel.changed.connect(this._onTrace, this);
  }

  /** The session that the notebook was saved from. */
  readonly recorded = new TraceModel();
  /** The session in this kernel, as last read; see `record` for what ran. */
  readonly kernel = new TraceModel();
  readonly record = new SessionRecord();

  /** Whose notebook it is; `own` until it was read. */
  kind: NotebookKind = 'own';

  get changed(): ISignal<this, void> {
    return this._changed;
  }

  get view(): SessionView {
    return this._view;
  }

  set view(view: SessionView) {
    if (view !== this._view) {
      this._view = view;
      this.endReplay();
      this._changed.emit();
    }
  }

  /** The trace that is shown. */
  get shown(): TraceModel {
    return this._view === 'recorded' ? this.recorded : this.kernel;
  }

  /** Steps through the shown session; null while it is shown as a whole. */
  get replay(): Replay | null {
    return this._replay;
  }

  /** Begin to step through the shown session, at its end. Rejects where the data flow can't be read. */
  async startReplay(): Promise<void> {
    const { shown } = this;
    const { trace } = shown;
    if (!trace || trace.executions.length === 0) {
      return;
    }
    const flow = await shown.flow();
    if (shown === this.shown && shown.trace === trace) {
      this._setReplay(new Replay(trace, flow));
    }
  }

  endReplay(): void {
    this._setReplay(null);
  }

  /** What a cell needs before it can run in this kernel, as last read; null where that is nothing or is not known. */
  need(id: string): CellNeed | null {
    return this.record.complete ? (this._needs.get(id) ?? null) : null;
  }

  /** The same while this kernel's session is shown. */
  shownNeed(id: string): CellNeed | null {
    return this._view === 'kernel' ? this.need(id) : null;
  }

  /** Take what the server says of the session in this kernel. */
  async takeKernel(
    read: () => Promise<NotebookTrace>,
    ids: () => readonly string[]
  ): Promise<void> {
    await this.kernel.load(async () => {
      const { session, session_flow, saved, saved_flow, needs } = await read();
      this._needs = new Map();
      for (const need of needs) {
        if (need.id !== null && need.missing.length + need.stale.length > 0) {
          this._needs.set(need.id, need);
        }
      }
      return {
        trace: session ?? saved,
        flow: async () => session_flow ?? saved_flow
      };
    }, ids);
  }

  /** Tell the order of the cells after cells were added, moved or deleted. */
  setOrder(ids: readonly string[]): void {
    this.recorded.setOrder(ids);
    this.kernel.setOrder(ids);
  }

  dispose(): void {
    this._replay = null;
    Signal.clearData(this);
  }

  private _onTrace(model: TraceModel): void {
    // Findings or executions that came since belong to another trace than the one that is stepped through.
    if (this._replay && this._replay.trace !== this.shown.trace) {
      const { index } = this._replay;
      this._replay = null;
      if (this._view === 'recorded') {
        void this._resumeReplay(model, index);
      }
    }
    this._changed.emit();
  }

  /** Go on with a recorded session that was read again, at the same step. */
  private async _resumeReplay(model: TraceModel, at: number): Promise<void> {
    const { trace } = model;
    const flow = await model.flow().catch(() => null);
    if (trace && flow && model === this.shown && model.trace === trace) {
      this._setReplay(new Replay(trace, flow, at));
    }
  }

  private _setReplay(replay: Replay | null): void {
    if (replay === this._replay) {
      return;
    }
    this._replay = replay;
    replay?.changed.connect(() => this._changed.emit());
    this._changed.emit();
  }

  private _view: SessionView = 'recorded';
  private _replay: Replay | null = null;
  private _needs = new Map<string, CellNeed>();
  private readonly _changed = new Signal<this, void>(this);
}

/** Shows a notebook's trace beside its cells. Touches the page alone: never the notebook's model or metadata. */
import { CodeMirrorEditor } from '@jupyterlab/codemirror';
import type { Cell } from '@jupyterlab/cells';
import type { Notebook } from '@jupyterlab/notebook';
import type { TranslationBundle } from '@jupyterlab/translation';
import { IDisposable } from '@lumino/disposable';
import { Debouncer } from '@lumino/polling';
import { Signal } from '@lumino/signaling';

import { markCrashLine } from './crash-line';
import { ICellNotes, makeGutter, makeTag } from './gutter';
import { findLine, ICellMark } from './marks';
import type { NotebookSessions } from './notebook-sessions';
import { IReplayTag, replayTags } from './replay-tags';
import { cellName, exceptionWords } from './words';

/** On the notebook: its cells leave room for the gutter. */
const TRACED = 'jp-jbl-traced';
/** On a traced notebook too narrow for a gutter at the side. */
const NARROW = 'jp-jbl-traced-narrow';
/** On the cell of the current step of a replay. */
const CURRENT = 'jp-jbl-replay-current';
/** Data attribute of a cell's node that carries the cell's state. */
const STATE = 'jblState';
/** Width below which the gutter stands above its cell, in CSS pixels. */
const NARROW_BELOW = 520;

/** What was drawn of a cell. */
interface IDrawn {
  /** Of what it was drawn: the same notes need not be drawn again. */
  notes: string;
  gutter: HTMLElement;
  tag: HTMLElement | null;
  /** The crash line that its editor has; empty: none. */
  crash: string;
}

export class TraceDecorations implements IDisposable {
  /**
   * @param isShown - Whether the trace is to be seen beside the cells; tell of a change with `update`.
   */
  constructor(
    private readonly _notebook: Notebook,
    private readonly _sessions: NotebookSessions,
    private readonly _isShown: () => boolean,
    private readonly _trans: TranslationBundle
  ) {
    this._refresh = new Debouncer(() => this._decorateAll(), 0);
    _sessions.changed.connect(this.update, this);
    // A windowed notebook makes a cell's editor when the cell comes into view.
    _notebook.cellInViewportChanged.connect(this._onCellInView, this);
    _notebook.disposed.connect(this.dispose, this);
    this._resized = new ResizeObserver(() => this._fit());
    this._resized.observe(_notebook.node);
    this.update();
  }

  get isDisposed(): boolean {
    return this._isDisposed;
  }

  dispose(): void {
    if (this._isDisposed) {
      return;
    }
    this._isDisposed = true;
    this._refresh.dispose();
    this._resized.disconnect();
    Signal.clearData(this);
  }

  /** Draw soon what has changed. */
  update(): void {
    if (!this._isDisposed) {
      void this._refresh.invoke();
    }
  }

  private get _hasTrace(): boolean {
    return this._sessions.shown.status === 'ready' && this._isShown();
  }

  private _fit(): void {
    const width = this._notebook.node.clientWidth;
    // A hidden notebook has no width; its layout stays as it was.
    if (width > 0) {
      this._notebook.node.classList.toggle(NARROW, width < NARROW_BELOW);
    }
  }

  private _onCellInView(_: unknown, cell: Cell): void {
    if (this._hasTrace) {
      this._decorate(cell, this._notebook.widgets.indexOf(cell));
    }
  }

  private _decorateAll(): void {
    if (this._isDisposed) {
      return;
    }
    const { node, widgets } = this._notebook;
    node.classList.toggle(TRACED, this._hasTrace);
    if (!this._hasTrace) {
      widgets.forEach(cell => this._clear(cell));
      return;
    }
    this._fit();
    const { replay } = this._sessions;
    this._tags = replay ? replayTags(replay) : new Map();
    widgets.forEach((cell, index) => this._decorate(cell, index));
  }

  private _notesOf(cell: Cell): ICellNotes {
    const { shown, view, replay } = this._sessions;
    const { id } = cell.model;
    const mark = shown.mark(id);
    // In a kernel that goes on, a cell that has not run is nothing to remark.
    const remarked =
      view === 'recorded' || (mark !== null && mark.places.length > 0);
    return {
      view,
      mark: remarked ? mark : null,
      need: this._sessions.shownNeed(id),
      tag: (mark && this._tags.get(mark.cell)) ?? null,
      current: mark !== null && mark.cell === replay?.execution.cell
    };
  }

  private _decorate(cell: Cell, index: number): void {
    const notes = this._notesOf(cell);
    const key = JSON.stringify({ ...notes, mark: withoutSource(notes.mark) });
    let drawn = this._drawn.get(cell);
    if (drawn?.notes !== key) {
      drawn = this._draw(cell, notes, key, drawn?.crash ?? '');
    }
    const number = drawn.gutter.querySelector('.jp-jbl-gutter-number');
    if (number) {
      number.textContent = cellName(index, this._trans);
    }
    const crash = notes.mark?.crash
      ? JSON.stringify([notes.view, notes.mark.crash])
      : '';
    if (drawn.crash !== crash) {
      drawn.crash = crash;
      void this._setCrashLine(cell, notes.mark, () => drawn.crash === crash);
    }
  }

  private _draw(
    cell: Cell,
    notes: ICellNotes,
    key: string,
    crash: string
  ): IDrawn {
    const before = this._drawn.get(cell);
    before?.gutter.remove();
    before?.tag?.remove();
    const { node } = cell;
    const gutter = makeGutter(
      notes,
      place => this._sessions.shown.placeOf(place),
      this._trans
    );
    node.prepend(gutter);
    node.setAttribute('aria-describedby', gutter.id);
    const tag = notes.tag && makeTag(notes.tag, this._trans);
    if (tag) {
      node.append(tag);
    }
    node.classList.toggle(CURRENT, notes.current);
    if (notes.mark) {
      node.dataset[STATE] = notes.mark.state;
    } else {
      delete node.dataset[STATE];
    }
    const drawn = { notes: key, gutter, tag, crash };
    this._drawn.set(cell, drawn);
    return drawn;
  }

  private _clear(cell: Cell): void {
    const drawn = this._drawn.get(cell);
    if (!drawn) {
      return;
    }
    this._drawn.delete(cell);
    drawn.gutter.remove();
    drawn.tag?.remove();
    cell.node.removeAttribute('aria-describedby');
    cell.node.classList.remove(CURRENT);
    delete cell.node.dataset[STATE];
    if (drawn.crash) {
      drawn.crash = '';
      void this._setCrashLine(cell, null, () => !this._drawn.has(cell));
    }
  }

  private async _setCrashLine(
    cell: Cell,
    mark: ICellMark | null,
    isCurrent: () => boolean
  ): Promise<void> {
    await cell.ready;
    const { editor } = cell;
    if (
      cell.isDisposed ||
      !isCurrent() ||
      !(editor instanceof CodeMirrorEditor)
    ) {
      return;
    }
    const now = cell.model.sharedModel.getSource();
    const line =
      mark?.crash?.line && findLine(now, mark.source, mark.crash.line);
    markCrashLine(
      editor.editor,
      mark?.crash && line ? { line, note: exceptionWords(mark.crash) } : null
    );
  }

  private _isDisposed = false;
  private _tags = new Map<number, IReplayTag>();
  private readonly _refresh: Debouncer;
  private readonly _resized: ResizeObserver;
  private readonly _drawn = new WeakMap<Cell, IDrawn>();
}

function withoutSource(mark: ICellMark | null): object | null {
  return mark && { ...mark, source: '' };
}

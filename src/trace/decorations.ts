/** Shows a notebook's trace beside its cells. Touches the page alone: never the notebook's model or metadata. */
import { CodeMirrorEditor } from '@jupyterlab/codemirror';
import type { Cell } from '@jupyterlab/cells';
import type { Notebook } from '@jupyterlab/notebook';
import type { TranslationBundle } from '@jupyterlab/translation';
import type { LabIcon } from '@jupyterlab/ui-components';
import { IDisposable } from '@lumino/disposable';
import { Debouncer } from '@lumino/polling';
import { Signal } from '@lumino/signaling';

import { crashIcon, jumpBackIcon } from '../icons';
import { markCrashLine } from './crash-line';
import { findLine, ICellMark } from './marks';
import type { TraceModel } from './model';
import {
  badgeText,
  cellName,
  exceptionWords,
  markSentence,
  nthRun
} from './words';

/** On the notebook: its cells leave room for the gutter. */
const TRACED = 'jp-jbl-traced';
/** On a traced notebook too narrow for a gutter at the side. */
const NARROW = 'jp-jbl-traced-narrow';
const GUTTER = 'jp-jbl-gutter';
/** Data attribute of a cell's node that carries the cell's state. */
const STATE = 'jblState';
/** Width below which the gutter stands above its cell, in CSS pixels. */
const NARROW_BELOW = 520;

let gutters = 0;

export class TraceDecorations implements IDisposable {
  constructor(
    private readonly _notebook: Notebook,
    private readonly _model: TraceModel,
    private readonly _trans: TranslationBundle
  ) {
    this._refresh = new Debouncer(() => this._decorateAll(), 0);
    _model.changed.connect(this._schedule, this);
    // A windowed notebook makes a cell's editor when the cell comes into view.
    _notebook.cellInViewportChanged.connect(this._onCellInView, this);
    _notebook.disposed.connect(this.dispose, this);
    this._resized = new ResizeObserver(() => this._fit());
    this._resized.observe(_notebook.node);
    this._schedule();
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

  private _schedule(): void {
    void this._refresh.invoke();
  }

  private _fit(): void {
    const width = this._notebook.node.clientWidth;
    // A hidden notebook has no width; its layout stays as it was.
    if (width > 0) {
      this._notebook.node.classList.toggle(NARROW, width < NARROW_BELOW);
    }
  }

  private _onCellInView(_: unknown, cell: Cell): void {
    if (this._model.status === 'ready') {
      this._decorate(cell, this._notebook.widgets.indexOf(cell));
    }
  }

  private _decorateAll(): void {
    if (this._isDisposed || this._model.status !== 'ready') {
      return;
    }
    this._notebook.node.classList.add(TRACED);
    this._fit();
    this._notebook.widgets.forEach((cell, index) =>
      this._decorate(cell, index)
    );
  }

  private _decorate(cell: Cell, index: number): void {
    const mark = this._model.mark(cell.model.id);
    this._drawGutter(cell, mark, index);
    if (mark) {
      cell.node.dataset[STATE] = mark.state;
    }
    if (mark?.crash && !this._crashLineSet.has(cell)) {
      this._crashLineSet.add(cell);
      void this._setCrashLine(cell, mark);
    }
  }

  private _drawGutter(cell: Cell, mark: ICellMark | null, index: number): void {
    let gutter = this._gutters.get(cell);
    if (!gutter) {
      gutter = makeGutter(mark, this._trans);
      this._gutters.set(cell, gutter);
      cell.node.prepend(gutter);
      cell.node.setAttribute('aria-describedby', gutter.id);
    }
    const number = gutter.querySelector('.jp-jbl-gutter-number');
    if (number) {
      number.textContent = cellName(index, this._trans);
    }
  }

  private async _setCrashLine(cell: Cell, mark: ICellMark): Promise<void> {
    const { crash, source } = mark;
    await cell.ready;
    if (!crash?.line || cell.isDisposed) {
      return;
    }
    const { editor } = cell;
    const now = cell.model.sharedModel.getSource();
    const line = findLine(now, source, crash.line);
    if (editor instanceof CodeMirrorEditor && line !== null) {
      markCrashLine(editor.editor, { line, note: exceptionWords(crash) });
    }
  }

  private _isDisposed = false;
  private readonly _refresh: Debouncer;
  private readonly _resized: ResizeObserver;
  private readonly _gutters = new WeakMap<Cell, HTMLElement>();
  private readonly _crashLineSet = new WeakSet<Cell>();
}

function makeGutter(
  mark: ICellMark | null,
  trans: TranslationBundle
): HTMLElement {
  const gutter = document.createElement('div');
  gutter.className = GUTTER;
  gutter.id = `jp-jbl-gutter-${gutters++}`;
  const badge = mark ? badgeText(mark, trans) : '';
  if (mark && badge) {
    gutter.title = markSentence(mark, trans);
    gutter.append(
      makeBadge(mark, badge),
      text('jp-jbl-sr', `${gutter.title}.`)
    );
  }
  gutter.append(text('jp-jbl-gutter-number', ''));
  for (const line of gutterLines(mark, trans)) {
    gutter.append(text('jp-jbl-gutter-line', line));
  }
  return gutter;
}

/** What stands below the number of a cell. */
function gutterLines(
  mark: ICellMark | null,
  trans: TranslationBundle
): string[] {
  const lines: string[] = [];
  if (mark?.crash?.line) {
    lines.push(trans.__('line %1', mark.crash.line));
  }
  if (mark?.state === 'crashed' && mark.places.length > 1) {
    lines.push(nthRun(mark.places.length, trans));
  }
  return lines;
}

function makeBadge(mark: ICellMark, words: string): HTMLElement {
  const jumped = mark.state === 'ran' && mark.jumpFrom !== null;
  const badge = document.createElement('span');
  badge.className = 'jp-jbl-badge';
  // Read as the sentence beside it.
  badge.setAttribute('aria-hidden', 'true');
  if (jumped) {
    badge.classList.add('jp-jbl-badge-jump');
  }
  const icon: LabIcon | null =
    mark.state === 'crashed' ? crashIcon : jumped ? jumpBackIcon : null;
  icon?.element({ container: badge, tag: 'span', width: '10px' });
  badge.append(text('', words));
  return badge;
}

function text(className: string, content: string): HTMLElement {
  const node = document.createElement('span');
  node.className = className;
  node.textContent = content;
  return node;
}

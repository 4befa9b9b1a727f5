/** Marks the crash line in a cell's editor: a bar, a tint, and the exception in words at its end. */
import {
  Extension,
  StateEffect,
  StateField,
  type EditorState
} from '@codemirror/state';
import {
  Decoration,
  EditorView,
  ViewPlugin,
  WidgetType,
  type DecorationSet,
  type ViewUpdate
} from '@codemirror/view';

export interface ICrashLine {
  /** Line in the editor when the mark is set, 1-based. */
  line: number;
  /** The exception in words. */
  note: string;
}

interface IMarked {
  /** Where the line starts now. */
  from: number;
  /** The line as it was when it crashed. */
  text: string;
  note: string;
  /** Whether the note stands below its line, for want of space beside it. */
  below: boolean;
}

/** Set the crash line of an editor that has the extension, or take it away. */
export const setCrashLine = StateEffect.define<ICrashLine | null>();

const setBelow = StateEffect.define<boolean>();

/** The mark moves with its line. It shows only while the line reads as it did when it crashed. */
const crashLineField = StateField.define<IMarked | null>({
  create: () => null,
  update(marked, transaction) {
    if (marked && transaction.docChanged) {
      marked = { ...marked, from: transaction.changes.mapPos(marked.from, 1) };
    }
    for (const effect of transaction.effects) {
      if (effect.is(setCrashLine)) {
        marked = mark(transaction.state, effect.value);
      } else if (effect.is(setBelow) && marked) {
        marked = { ...marked, below: effect.value };
      }
    }
    return marked;
  },
  provide: field => EditorView.decorations.compute([field, 'doc'], draw)
});

function mark(state: EditorState, value: ICrashLine | null): IMarked | null {
  if (!value || value.line < 1 || value.line > state.doc.lines) {
    return null;
  }
  const { from, text } = state.doc.line(value.line);
  return { from, text, note: value.note, below: false };
}

function draw(state: EditorState): DecorationSet {
  const marked = state.field(crashLineField);
  if (!marked) {
    return Decoration.none;
  }
  const line = state.doc.lineAt(marked.from);
  if (line.text !== marked.text) {
    return Decoration.none;
  }
  const note = Decoration.widget({
    widget: new CrashNote(marked.note, marked.below),
    side: 1,
    block: marked.below
  });
  return Decoration.set([
    Decoration.line({ class: 'jp-jbl-crash-line' }).range(line.from),
    note.range(line.to)
  ]);
}

/** Space beside a note that stands below its line, in CSS pixels. */
const NOTE_MARGIN = 16;

class CrashNote extends WidgetType {
  constructor(
    private readonly _note: string,
    private readonly _below: boolean
  ) {
    super();
  }

  override eq(other: CrashNote): boolean {
    return other._note === this._note && other._below === this._below;
  }

  override toDOM(view: EditorView): HTMLElement {
    const note = document.createElement('span');
    note.className = 'jp-jbl-crash-note';
    note.textContent = `✕ ${this._note}`;
    if (!this._below) {
      return note;
    }
    // The content may be wider than what is in view.
    note.style.maxWidth = `${view.scrollDOM.clientWidth - NOTE_MARGIN}px`;
    const block = document.createElement('div');
    block.className = 'jp-jbl-crash-note-below';
    block.append(note);
    return block;
  }

  override ignoreEvent(): boolean {
    return false;
  }
}

/** Moves the note below its line where it would stand outside of the editor. */
const fitNote = ViewPlugin.define(view => {
  const fit = () =>
    view.requestMeasure({
      read: () => {
        const marked = view.state.field(crashLineField);
        const { clientWidth } = view.scrollDOM;
        if (!marked || clientWidth === 0) {
          return null;
        }
        const columns = clientWidth / view.defaultCharacterWidth;
        const below = marked.text.length + marked.note.length + 6 > columns;
        return below === marked.below ? null : below;
      },
      write: below => {
        if (below !== null) {
          // An update may not be dispatched while another is measured.
          queueMicrotask(() => view.dispatch({ effects: setBelow.of(below) }));
        }
      }
    });
  return {
    update(update: ViewUpdate) {
      if (
        update.geometryChanged ||
        update.state.field(crashLineField) !==
          update.startState.field(crashLineField, false)
      ) {
        fit();
      }
    }
  };
});

/** The extension that an editor needs before a crash line can be set. */
export const crashLineExtension: Extension = [crashLineField, fitNote];

/** Mark the crash line of an editor; null takes the mark away. */
export function markCrashLine(view: EditorView, line: ICrashLine | null): void {
  if (view.state.field(crashLineField, false) === undefined) {
    if (!line) {
      return;
    }
    view.dispatch({ effects: StateEffect.appendConfig.of(crashLineExtension) });
  }
  view.dispatch({ effects: setCrashLine.of(line) });
}

/** Text and note of the crash line as shown now; null where none is shown. */
export function shownCrashLine(
  state: EditorState
): { line: number; note: string } | null {
  const marked = state.field(crashLineField, false);
  if (!marked) {
    return null;
  }
  const line = state.doc.lineAt(marked.from);
  return line.text === marked.text
    ? { line: line.number, note: marked.note }
    : null;
}

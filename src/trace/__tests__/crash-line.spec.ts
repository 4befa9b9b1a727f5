import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

import { markCrashLine, shownCrashLine } from '../crash-line';

const NOTE = "NameError: name 'y' is not defined";

function editor(doc: string): EditorView {
  return new EditorView({ state: EditorState.create({ doc }) });
}

function insert(view: EditorView, from: number, text: string): void {
  view.dispatch({ changes: { from, insert: text } });
}

describe('markCrashLine', () => {
  it('marks the line and says what happened there', () => {
    const view = editor('x = 1\nprint(y)');
    markCrashLine(view, { line: 2, note: NOTE });
    expect(shownCrashLine(view.state)).toEqual({ line: 2, note: NOTE });
    expect(view.dom.querySelector('.jp-jbl-crash-line')?.textContent).toContain(
      'print(y)'
    );
    expect(view.dom.querySelector('.jp-jbl-crash-note')?.textContent).toContain(
      NOTE
    );
  });

  it('moves with its line', () => {
    const view = editor('x = 1\nprint(y)');
    markCrashLine(view, { line: 2, note: NOTE });
    insert(view, 0, 'import os\n');
    expect(shownCrashLine(view.state)?.line).toBe(3);
    // A new line right before it, as when Enter is pressed at its start.
    insert(view, view.state.doc.line(3).from, '\n');
    expect(shownCrashLine(view.state)?.line).toBe(4);
  });

  it('goes away when the line is edited, and comes back when that is undone', () => {
    const view = editor('x = 1\nprint(y)');
    markCrashLine(view, { line: 2, note: NOTE });
    const { to } = view.state.doc.line(2);
    insert(view, to, '  # why');
    expect(shownCrashLine(view.state)).toBeNull();
    expect(view.dom.querySelector('.jp-jbl-crash-line')).toBeNull();
    view.dispatch({ changes: { from: to, to: view.state.doc.length } });
    expect(shownCrashLine(view.state)?.line).toBe(2);
  });

  it('goes away when the line is deleted', () => {
    const view = editor('x = 1\nprint(y)\nz = 2');
    markCrashLine(view, { line: 2, note: NOTE });
    const { from, to } = view.state.doc.line(2);
    view.dispatch({ changes: { from, to: to + 1 } });
    expect(shownCrashLine(view.state)).toBeNull();
  });

  it('marks nothing for a line that the editor does not have', () => {
    const view = editor('x = 1');
    markCrashLine(view, { line: 9, note: NOTE });
    expect(shownCrashLine(view.state)).toBeNull();
  });

  it('can be taken away', () => {
    const view = editor('x = 1');
    markCrashLine(view, { line: 1, note: NOTE });
    markCrashLine(view, null);
    expect(shownCrashLine(view.state)).toBeNull();
  });
});

/** The editors of a comparison. Loaded when the first one is shown, so that the lab starts without them. */
import { LanguageSupport } from '@codemirror/language';
import { MergeView, unifiedMergeView } from '@codemirror/merge';
import { EditorState, Extension } from '@codemirror/state';
import { EditorView, lineNumbers } from '@codemirror/view';
import { jupyterTheme } from '@jupyterlab/codemirror';

export interface ISource {
  text: string;
  /** What a screen reader calls the editor. */
  label: string;
}

/** Milliseconds after which a difference is no longer looked for letter by letter. */
const DIFF_TIMEOUT = 200;

/**
 * Show two sources side by side with their differences marked, to be read only.
 *
 * @returns A function that takes them away.
 */
export function showMerge(
  parent: HTMLElement,
  left: ISource,
  right: ISource,
  language: LanguageSupport | null
): () => void {
  const view = new MergeView({
    parent,
    a: { doc: left.text, extensions: extensions(left.label, language) },
    b: { doc: right.text, extensions: extensions(right.label, language) },
    gutter: false,
    diffConfig: { timeout: DIFF_TIMEOUT }
  });
  return () => view.destroy();
}

/**
 * Show a source with what has changed in it, line by line below each other, to be read only.
 *
 * @param before - The source that it was.
 * @returns A function that takes it away.
 */
export function showChange(
  parent: HTMLElement,
  before: string,
  after: ISource,
  language: LanguageSupport | null
): () => void {
  const view = new EditorView({
    parent,
    doc: after.text,
    extensions: [
      extensions(after.label, language),
      unifiedMergeView({
        original: before,
        mergeControls: false,
        gutter: false,
        diffConfig: { timeout: DIFF_TIMEOUT }
      })
    ]
  });
  return () => view.destroy();
}

/** Show one source, to be read only; gives back a function that takes it away. */
export function showSource(
  parent: HTMLElement,
  source: ISource,
  language: LanguageSupport | null
): () => void {
  const view = new EditorView({
    parent,
    doc: source.text,
    extensions: extensions(source.label, language)
  });
  return () => view.destroy();
}

function extensions(
  label: string,
  language: LanguageSupport | null
): Extension[] {
  return [
    lineNumbers(),
    jupyterTheme,
    language ?? [],
    EditorState.readOnly.of(true),
    EditorView.editable.of(false),
    // Can be reached and scrolled by keyboard although nothing can be typed.
    EditorView.contentAttributes.of({
      'aria-label': label,
      'aria-readonly': 'true',
      tabindex: '0'
    })
  ];
}

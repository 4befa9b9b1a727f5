import { LanguageSupport } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { jupyterTheme } from '@jupyterlab/codemirror';
import React from 'react';

import { ICrashLine, markCrashLine } from '../trace/crash-line';

export interface ISnippetProps {
  source: string;
  /** The line to mark; null where there is none. */
  crash: ICrashLine | null;
  /** Gives the colours of the language of code cells; null where it can't be had. */
  language: () => Promise<LanguageSupport | null>;
  /** What a screen reader calls it. */
  label: string;
}

/** The source of a cell in the lab's code colours, to be read only. */
export function Snippet(props: ISnippetProps): JSX.Element {
  const { source, crash, language, label } = props;
  const host = React.useRef<HTMLDivElement>(null);
  const line = crash?.line;
  const note = crash?.note;

  React.useEffect(() => {
    let view: EditorView | null = null;
    let gone = false;
    const draw = async () => {
      const support = await language();
      if (gone || !host.current) {
        return;
      }
      view = new EditorView({
        parent: host.current,
        doc: source,
        extensions: [
          jupyterTheme,
          support ?? [],
          EditorState.readOnly.of(true),
          EditorView.editable.of(false),
          // It can be scrolled with the keyboard, and is no text box.
          EditorView.contentAttributes.of({
            'aria-label': label,
            role: 'group',
            tabindex: '0'
          })
        ]
      });
      if (line !== undefined && note !== undefined) {
        markCrashLine(view, { line, note });
      }
    };
    void draw();
    return () => {
      gone = true;
      view?.destroy();
    };
  }, [source, line, note, language, label]);

  return <div className="jp-jbl-snippet" ref={host} />;
}

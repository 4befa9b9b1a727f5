import type { LanguageSupport } from '@codemirror/language';
import type { TranslationBundle } from '@jupyterlab/translation';
import React from 'react';

import type { SystemOnInstance } from '../tokens';
import { cellName } from '../trace/words';

type CellPatch = NonNullable<SystemOnInstance['said'][number]['patch']>[number];

/** What a repair does to cells, each as one text in which lines that go and lines that come are marked. */
export function Patch(props: {
  patch: readonly CellPatch[];
  language: () => Promise<LanguageSupport | null>;
  trans: TranslationBundle;
}): JSX.Element {
  const { patch, language, trans } = props;
  if (patch.length === 0) {
    return <p className="jp-jbl-quiet">{trans.__('It edits no cell.')}</p>;
  }
  return (
    <div className="jp-jbl-patch">
      {patch.map((each, index) => (
        <React.Fragment key={index}>
          <p className="jp-jbl-quiet jp-jbl-small">{patchWords(each, trans)}</p>
          <Change
            before={each.before}
            after={each.after}
            isCode={each.type === 'code'}
            label={patchWords(each, trans)}
            language={language}
          />
        </React.Fragment>
      ))}
    </div>
  );
}

/** "Cell 3, changed"; a new cell is named by the one before which it comes. */
export function patchWords(
  { cell, change, type }: CellPatch,
  trans: TranslationBundle
): string {
  const name = cellName(cell, trans);
  const kind = type === 'code' ? '' : trans.__(' (%1)', type);
  switch (change) {
    case 'changed':
      return trans.__('%1, changed', name) + kind;
    case 'deleted':
      return trans.__('%1, deleted', name) + kind;
    case 'new':
      return trans.__('new before %1', name) + kind;
  }
}

/** A source with what has changed in it. */
export function Change(props: {
  before: string;
  after: string;
  isCode: boolean;
  /** What a screen reader calls it. */
  label: string;
  language: () => Promise<LanguageSupport | null>;
}): JSX.Element {
  const { before, after, isCode, label, language } = props;
  const host = React.useRef<HTMLDivElement>(null);
  React.useEffect(() => {
    let remove: () => void = () => undefined;
    let gone = false;
    const draw = async () => {
      const [merge, support] = await Promise.all([
        import('../compare/merge'),
        isCode ? language() : null
      ]);
      if (!gone && host.current) {
        remove = merge.showChange(
          host.current,
          before,
          { text: after, label },
          support
        );
      }
    };
    void draw();
    return () => {
      gone = true;
      remove();
    };
  }, [before, after, isCode, label, language]);
  return <div className="jp-jbl-merge jp-jbl-patch-cell" ref={host} />;
}

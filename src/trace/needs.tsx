import type { TranslationBundle } from '@jupyterlab/translation';
import { runIcon } from '@jupyterlab/ui-components';
import React from 'react';

import { Section } from '../section';
import type { CellNeed } from '../tokens';
import { CellSentence, type Describe } from './cell-words';
import { cellsName, needSentences } from './words';

export interface INeedsProps {
  /** What the active cell needs. */
  need: CellNeed;
  describe: Describe;
  trans: TranslationBundle;
  onCell: (cell: number) => void;
  onRun: () => void;
}

/** What the active cell needs before it can run in this kernel, and a button that runs it. */
export function Needs(props: INeedsProps): JSX.Element {
  const { need, describe, trans, onCell, onRun } = props;
  // The sentence is about cells of the trace; what shows it finds them in the notebook.
  const same = (cell: number) => cell;
  return (
    <Section
      title={trans.__('Before this cell runs')}
      more={describe(need.cell).name}
    >
      <div className="jp-jbl-why">
        {needSentences(need, same, trans).map(sentence => (
          <CellSentence
            key={sentence}
            sentence={sentence}
            describe={describe}
            onCell={onCell}
          />
        ))}
        {need.run.length > 1 && (
          <>
            <button className="jp-jbl-button" onClick={onRun}>
              <runIcon.react tag="span" width="14px" aria-hidden="true" />
              {trans.__('Run what this cell needs')}
            </button>
            <p className="jp-jbl-why-note">
              {trans.__(
                'Runs %1.',
                cellsName(
                  need.run.map(cell => describe(cell).number - 1),
                  trans
                )
              )}
            </p>
          </>
        )}
      </div>
    </Section>
  );
}

import type { LanguageSupport } from '@codemirror/language';
import type { TranslationBundle } from '@jupyterlab/translation';
import React from 'react';

import { CheckMark } from '../runs/marks';
import { Change } from '../systems/patch';
import { cellName } from '../trace/words';
import type { CellAt, TrajectoryModel } from './model';
import { ranWords } from './words';

interface IProps {
  model: TrajectoryModel;
  language: () => Promise<LanguageSupport | null>;
  trans: TranslationBundle;
}

/** The cells as they were after the step that is looked at; the one that it was about is in view. */
export function CellsAtStep(props: IProps): JSX.Element | null {
  const { model, trans } = props;
  const { cells, step, current } = model;
  const box = React.useRef<HTMLDivElement>(null);
  const at = step?.cell ?? null;

  React.useEffect(() => {
    box.current
      ?.querySelector('.jp-mod-active')
      ?.scrollIntoView?.({ block: 'nearest' });
  }, [current]);

  if (!cells) {
    return (
      <p className="jp-jbl-message jp-jbl-quiet">
        {trans.__('The cells at this step are not known.')}
      </p>
    );
  }
  return (
    <div ref={box} className="jp-jbl-way-cells">
      {cells.map((cell, place) => (
        <CellBox
          key={cell.id}
          cell={cell}
          place={place}
          active={place === at}
          {...props}
        />
      ))}
    </div>
  );
}

function CellBox(
  props: IProps & { cell: CellAt; place: number; active: boolean }
): JSX.Element {
  const { cell, place, active, model, language, trans } = props;
  const name = cellName(place, trans);
  const ran = ranWords(cell.ran, trans);
  const before = model.sourceBefore(cell);
  const source = model.text(cell.source);
  const output = model.text(cell.output);
  return (
    <section
      className={active ? 'jp-jbl-way-cell jp-mod-active' : 'jp-jbl-way-cell'}
      aria-label={name}
    >
      <header>
        <strong>{name}</strong>
        {cell.type !== 'code' && (
          <span className="jp-jbl-quiet">{cell.type}</span>
        )}
        {cell.count !== null && (
          <span className="jp-jbl-code jp-jbl-quiet">[{cell.count}]</span>
        )}
        {ran !== null && (
          <span className="jp-jbl-state jp-jbl-small">
            <CheckMark
              state={
                cell.ran === 'ok'
                  ? 'yes'
                  : cell.ran === 'failed'
                    ? 'no'
                    : 'tried'
              }
            />
            {ran}
          </span>
        )}
      </header>
      {before !== null ? (
        <Change
          before={before}
          after={source}
          isCode={cell.type === 'code'}
          label={name}
          language={language}
        />
      ) : (
        <pre>{source}</pre>
      )}
      {output !== '' && <pre className="jp-jbl-way-output">{output}</pre>}
    </section>
  );
}

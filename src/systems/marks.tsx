import type { TranslationBundle } from '@jupyterlab/translation';
import React from 'react';

import { CheckMark } from '../runs/marks';
import type { Standing, SystemFacet, SystemMark } from '../tokens';
import { letterOf, standingWords, systemName } from './words';

/** A tick or a cross; its shape tells it, and colour comes second. */
export function StandingMark(props: { standing: Standing }): JSX.Element {
  return <CheckMark state={props.standing === 'right' ? 'yes' : 'no'} />;
}

/** Systems whose marks fit into a row. */
const SHOWN = 4;

/** The marks of systems in the row of an instance: "A ✓ B ✕". */
export function RowMarks(props: {
  systems: readonly SystemFacet[];
  marks: readonly SystemMark[];
  trans: TranslationBundle;
}): JSX.Element | null {
  const { systems, marks, trans } = props;
  const told = systems.flatMap((system, index) => {
    const mark = marks.find(({ key }) => key === system.key);
    return mark ? [{ system, index, standing: mark.standing }] : [];
  });
  if (told.length === 0) {
    return null;
  }
  const words = told
    .map(({ system, standing }) =>
      trans.__(
        '%1: %2',
        systemName(system, trans),
        standingWords(standing, trans)
      )
    )
    .join('\n');
  return (
    <span className="jp-jbl-row-marks" title={words}>
      <span className="jp-jbl-sr">{words}</span>
      {told.slice(0, SHOWN).map(({ system, index, standing }) => (
        <span key={system.key} aria-hidden="true">
          {letterOf(index)}
          <StandingMark standing={standing} />
        </span>
      ))}
      {told.length > SHOWN && <span aria-hidden="true">…</span>}
    </span>
  );
}

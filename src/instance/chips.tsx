import { TranslationBundle } from '@jupyterlab/translation';
import React from 'react';

import { orderIcon } from '../icons';

/** "stage training": a label with its name. */
export function Chip(props: { name: string; value: string }): JSX.Element {
  return (
    <span className="jp-jbl-chip">
      <span className="jp-jbl-chip-label">{props.name}</span>
      {props.value}
    </span>
  );
}

/** The library that the crash comes from, or that it comes from the order of execution. */
export function CauseChip(props: {
  library: string;
  notebookSpecific: boolean;
  trans: TranslationBundle;
}): JSX.Element {
  const { library, notebookSpecific, trans } = props;
  if (!notebookSpecific) {
    return <Chip name={trans.__('library')} value={library} />;
  }
  return (
    <span
      className="jp-jbl-chip jp-jbl-chip-order"
      title={trans.__('The order in which the cells ran is the cause')}
    >
      <orderIcon.react tag="span" width="14px" />
      {library}
    </span>
  );
}

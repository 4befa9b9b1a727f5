import { TranslationBundle } from '@jupyterlab/translation';
import React from 'react';

import { orderIcon, revealIcon } from '../icons';

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

/** A part of the answer that is still hidden, with the button that reveals it. */
export function HiddenChip(props: {
  name: string;
  trans: TranslationBundle;
  onReveal: () => void;
}): JSX.Element {
  const { name, trans, onReveal } = props;
  return (
    <span className="jp-jbl-chip jp-jbl-chip-hidden">
      <span className="jp-jbl-chip-label">{name}</span>
      <span className="jp-jbl-chip-veil" aria-hidden="true" />
      <button
        aria-label={trans.__('Reveal the %1', name)}
        title={trans.__('Reveal the %1', name)}
        onClick={onReveal}
      >
        <revealIcon.react tag="span" width="12px" />
        <span className="jp-jbl-chip-word">{trans.__('Reveal')}</span>
      </button>
    </span>
  );
}

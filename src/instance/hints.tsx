import { TranslationBundle } from '@jupyterlab/translation';
import React from 'react';

import { revealIcon } from '../icons';
import type { Hint, InstanceView } from '../tokens';

/** The first hint that isn't shown yet; null where all are, and on a server that shows none. */
export function nextHint({ hints, reveals }: InstanceView): Hint | null {
  return reveals.allowed ? (hints.find(({ shown }) => !shown) ?? null) : null;
}

/** "Hint 2 of 4". */
export function hintName(
  { step }: Hint,
  { hints }: InstanceView,
  trans: TranslationBundle
): string {
  return trans.__('Hint %1 of %2', step, hints.length);
}

/** The hints that were asked for, each folded on its own; the latest is open. */
export function ShownHints(props: {
  view: InstanceView;
  className: string;
  trans: TranslationBundle;
}): JSX.Element | null {
  const { view, className, trans } = props;
  const shown = view.hints.filter(hint => hint.shown);
  const latest = shown[shown.length - 1];
  return latest ? (
    <div
      className={className}
      role="group"
      aria-label={trans.__('Hints that you asked for')}
    >
      {shown.map(hint => (
        <details
          // The one that is the latest opens, and closes again when it no longer is.
          key={`${hint.what} ${hint === latest}`}
          className="jp-jbl-hint"
          open={hint === latest}
        >
          <summary>
            {hint.title}{' '}
            <span className="jp-jbl-quiet">{hintName(hint, view, trans)}</span>
          </summary>
          {hint.lines.map(line => (
            <p key={line}>{line}</p>
          ))}
        </details>
      ))}
    </div>
  ) : null;
}

/** Offers the next hint, and says what it will tell. */
export function NextHint(props: {
  view: InstanceView;
  trans: TranslationBundle;
  onAsk: (hint: Hint) => void;
}): JSX.Element {
  const { view, trans, onAsk } = props;
  const next = nextHint(view);
  if (!next) {
    return (
      <p className="jp-jbl-quiet">
        {view.reveals.allowed
          ? trans.__('You have seen all hints.')
          : trans.__('Hints are switched off on this server.')}
      </p>
    );
  }
  return (
    <div className="jp-jbl-row">
      <button className="jp-jbl-button" onClick={() => onAsk(next)}>
        <revealIcon.react tag="span" width="14px" aria-hidden="true" />
        {hintName(next, view, trans)}
      </button>
      <span className="jp-jbl-quiet">
        {trans.__('%1: %2.', next.title, next.tells)}
      </span>
    </div>
  );
}

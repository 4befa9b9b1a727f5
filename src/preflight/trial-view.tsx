/** What a trial of a cell came to, below the cell. */
import type { TranslationBundle } from '@jupyterlab/translation';
import { closeIcon } from '@jupyterlab/ui-components';
import React from 'react';

import { TrialMark } from './marks';
import type { TrialState } from './model';
import type { NameChange, Trial } from '../tokens';

export interface ITrialViewProps {
  state: TrialState;
  /** Whether the cell was edited since. */
  outdated: boolean;
  trans: TranslationBundle;
  /** Puts the cursor on a line of the cell, 1-based. */
  onLine: (line: number) => void;
  onAgain: () => void;
  onCancel: () => void;
  onClose: () => void;
}

export function TrialView(props: ITrialViewProps): JSX.Element {
  const { state, outdated, trans, onAgain, onCancel, onClose } = props;
  return (
    <section
      className="jp-jbl jp-jbl-trial"
      aria-label={trans.__('Trial of this cell')}
      onKeyDown={event => {
        if (event.key === 'Escape') {
          event.stopPropagation();
          onClose();
        }
      }}
    >
      <div className="jp-jbl-trial-head">
        <div className="jp-jbl-grow" role="status">
          {state.status === 'trying' && trans.__('Trying this cell...')}
          {state.status === 'failed' && state.message}
          {state.status === 'done' && (
            <span className="jp-jbl-trial-sentence">
              <TrialMark verdict={state.trial.verdict} />
              <span>{state.trial.sentence}</span>
            </span>
          )}
        </div>
        {/* One button, so that who has the focus on it keeps it. */}
        <button
          className="jp-jbl-button"
          onClick={state.status === 'trying' ? onCancel : onAgain}
        >
          {state.status === 'trying'
            ? trans.__('Cancel')
            : trans.__('Try again')}
        </button>
        {state.status !== 'trying' && (
          <button
            className="jp-jbl-trial-close"
            title={trans.__('Close')}
            aria-label={trans.__('Close the trial')}
            onClick={onClose}
          >
            <closeIcon.react tag="span" width="16px" aria-hidden="true" />
          </button>
        )}
      </div>
      {state.status === 'done' && <Details {...props} trial={state.trial} />}
      {state.status !== 'trying' && (
        <p className="jp-jbl-quiet jp-jbl-small">
          {outdated
            ? trans.__('The cell was edited since.')
            : trans.__('Nothing was run in your session: it is as it was.')}
        </p>
      )}
    </section>
  );
}

function Details(props: ITrialViewProps & { trial: Trial }): JSX.Element {
  const { trial, trans, onLine } = props;
  const { line, findings, names, more } = trial;
  return (
    <>
      {findings.map(({ sentence }) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {line !== null && (
        <button className="jp-jbl-button" onClick={() => onLine(line)}>
          {trans.__('Go to line %1', line)}
        </button>
      )}
      {names.length > 0 && (
        <table className="jp-jbl-trial-names">
          <caption className="jp-jbl-sr">
            {trans.__('Names that would change')}
          </caption>
          <thead className="jp-jbl-sr">
            <tr>
              <th>{trans.__('Name')}</th>
              <th>{trans.__('Change')}</th>
              <th>{trans.__('Before and after')}</th>
            </tr>
          </thead>
          <tbody>
            {names.map(change => (
              <NameRow key={change.name} change={change} trans={trans} />
            ))}
          </tbody>
        </table>
      )}
      {more > 0 && (
        <p className="jp-jbl-quiet">{trans.__('And %1 more.', more)}</p>
      )}
      {trial.verdict === 'runs' && names.length === 0 && (
        <p>{trans.__('No name would change.')}</p>
      )}
    </>
  );
}

function NameRow(props: {
  change: NameChange;
  trans: TranslationBundle;
}): JSX.Element {
  const { change, trans } = props;
  const words: Record<NameChange['change'], string> = {
    new: trans.__('new'),
    reassigned: trans.__('reassigned'),
    changed: trans.__('changed in place'),
    deleted: trans.__('deleted')
  };
  const values = [change.before, change.after].filter(text => text !== null);
  const columns = [
    ...change.columns_added.map(name => `+ ${name}`),
    ...change.columns_removed.map(name => `\u2212 ${name}`)
  ];
  return (
    <tr>
      <th scope="row" className="jp-jbl-code">
        {change.name}
      </th>
      <td>{words[change.change]}</td>
      <td className="jp-jbl-code">
        {[...new Set(values)].join(' \u2192 ')}
        {columns.length > 0 && (
          <span className="jp-jbl-quiet"> {columns.join(', ')}</span>
        )}
      </td>
    </tr>
  );
}

import type { TranslationBundle } from '@jupyterlab/translation';
import { UseSignal } from '@jupyterlab/ui-components';
import React from 'react';

import { Section } from '../section';
import type { Progress } from '../tokens';
import type { ProgressModel } from './model';
import { StateMark } from './state';
import { stateMeaning, stateName, STATES } from './words';

type Chart = Progress['charts'][number];
type Group = Chart['groups'][number];

/** What a person can ask for beside looking. */
export interface IProgressActions {
  export: () => void;
  remove: () => void;
}

interface IProps {
  model: ProgressModel;
  actions: IProgressActions;
  trans: TranslationBundle;
}

/** How far a person got in the bench, and with which kinds of crashes. */
export function ProgressSection(props: IProps): JSX.Element {
  const { model, trans } = props;
  return (
    <UseSignal signal={model.changed}>
      {() => {
        const { progress, error } = model;
        const solved = progress
          ? progress.counts.passes + progress.counts.equals
          : 0;
        return (
          <Section
            title={trans.__('Progress')}
            more={
              progress && trans.__('%1 of %2 solved', solved, progress.total)
            }
            folded
          >
            {error !== null ? (
              <p className="jp-jbl-message jp-jbl-message-error" role="alert">
                {error}
              </p>
            ) : (
              progress && <Figures {...props} progress={progress} />
            )}
          </Section>
        );
      }}
    </UseSignal>
  );
}

function Figures(props: IProps & { progress: Progress }): JSX.Element {
  const { progress, actions, trans } = props;
  const charts = progress.charts.filter(({ groups }) => groups.length > 0);
  const [dimension, setDimension] = React.useState('library');
  const chart =
    charts.find(each => each.dimension === dimension) ?? charts[0] ?? null;
  return (
    <div className="jp-jbl-progress">
      <ul className="jp-jbl-progress-counts">
        {STATES.map(state => (
          <li key={state} title={stateMeaning(state, trans)}>
            <StateMark state={state} />
            <strong>{progress.counts[state]}</strong>
            <span className="jp-jbl-quiet">{stateName(state, trans)}</span>
          </li>
        ))}
      </ul>
      {chart && (
        <>
          <label className="jp-jbl-progress-by">
            <span className="jp-jbl-quiet">{trans.__('by')}</span>
            <select
              value={chart.dimension}
              onChange={event => setDimension(event.currentTarget.value)}
            >
              {charts.map(({ dimension: value, title }) => (
                <option key={value} value={value}>
                  {title}
                </option>
              ))}
            </select>
          </label>
          <ChartRows chart={chart} trans={trans} />
        </>
      )}
      <p className="jp-jbl-small jp-jbl-progress-sums">
        <span className="jp-jbl-quiet">{progress.sentence}</span>{' '}
        <button
          className="jp-jbl-link"
          aria-label={trans.__('Export the progress as a file')}
          onClick={actions.export}
        >
          {trans.__('Export')}
        </button>{' '}
        <button
          className="jp-jbl-link"
          aria-label={trans.__('Remove the progress in this bench')}
          onClick={actions.remove}
        >
          {trans.__('Remove…')}
        </button>
      </p>
      {progress.note !== null && (
        <p className="jp-jbl-small" role="status">
          {progress.note}
        </p>
      )}
    </div>
  );
}

/** A bar for each value of a label, as long as it has instances, in pieces by state. */
function ChartRows(props: {
  chart: Chart;
  trans: TranslationBundle;
}): JSX.Element {
  const { chart, trans } = props;
  const longest = Math.max(1, ...chart.groups.map(({ total }) => total));
  return (
    <ul
      className="jp-jbl-progress-chart"
      aria-label={trans.__('Progress by %1', chart.title)}
    >
      {chart.groups.map(group => (
        <li key={group.value} title={groupWords(group, trans)}>
          <span className="jp-jbl-cut">{group.value}</span>
          <span
            className="jp-jbl-progress-bar"
            style={{ width: `${(100 * group.total) / longest}%` }}
            aria-hidden="true"
          >
            {STATES.filter(state => group.counts[state]).map(state => (
              <i
                key={state}
                className={`jp-jbl-progress-${state}`}
                style={{ flexGrow: group.counts[state] }}
              />
            ))}
          </span>
          <span className="jp-jbl-sr">{groupWords(group, trans)}</span>
          <span className="jp-jbl-number jp-jbl-quiet" aria-hidden="true">
            {trans.__('%1 of %2', group.solved, group.total)}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** "pandas: 2 passes, 1 tried, 3 new". */
export function groupWords(group: Group, trans: TranslationBundle): string {
  const parts = STATES.filter(state => group.counts[state]).map(state =>
    trans.__('%1 %2', group.counts[state], stateName(state, trans))
  );
  return `${group.value}: ${parts.join(', ')}`;
}

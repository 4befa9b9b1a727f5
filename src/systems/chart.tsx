import type { TranslationBundle } from '@jupyterlab/translation';
import React from 'react';

import type { LoadedSystem } from '../tokens';
import type { SystemChart } from './model';
import { letterOf, systemName } from './words';

/** How often each system is right, by the values of a label that is chosen. */
export function ShareChart(props: {
  charts: readonly SystemChart[];
  systems: readonly LoadedSystem[];
  trans: TranslationBundle;
}): JSX.Element | null {
  const { charts, systems, trans } = props;
  const [dimension, setDimension] = React.useState('library');
  const chart =
    charts.find(each => each.dimension === dimension) ?? charts[0] ?? null;
  if (!chart) {
    return null;
  }
  return (
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
      <ul
        className="jp-jbl-shares"
        aria-label={trans.__('Share right by %1', chart.title)}
      >
        {chart.groups.map(group => (
          <li key={group.value}>
            <span className="jp-jbl-cut" title={group.value}>
              {group.value}
            </span>
            <ul>
              {group.shares.map((share, index) => (
                <ShareRow
                  key={share.key}
                  share={share}
                  system={systems.find(({ key }) => key === share.key)}
                  index={index}
                  trans={trans}
                />
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </>
  );
}

function ShareRow(props: {
  share: SystemChart['groups'][number]['shares'][number];
  system: LoadedSystem | undefined;
  index: number;
  trans: TranslationBundle;
}): JSX.Element {
  const { share, system, index, trans } = props;
  const words =
    share.of === 0
      ? trans.__('nothing to judge')
      : trans.__('right about %1 of %2', share.right, share.of);
  const told = system ? `${systemName(system, trans)}: ${words}` : words;
  return (
    <li title={told}>
      <span aria-hidden="true">{letterOf(index)}</span>
      <span
        className={
          share.of === 0
            ? 'jp-jbl-share jp-jbl-share-none'
            : `jp-jbl-share jp-jbl-share-${index % 4}`
        }
        aria-hidden="true"
      >
        <i
          style={{
            width: `${share.of === 0 ? 0 : (100 * share.right) / share.of}%`
          }}
        />
      </span>
      <span className="jp-jbl-number jp-jbl-quiet" aria-hidden="true">
        {share.of === 0 ? '–' : trans.__('%1 of %2', share.right, share.of)}
      </span>
      <span className="jp-jbl-sr">{told}</span>
    </li>
  );
}

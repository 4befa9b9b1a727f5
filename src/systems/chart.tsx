import type { TranslationBundle } from '@jupyterlab/translation';
import React from 'react';

import type { LoadedSystem } from '../tokens';
import type { SystemChart } from './model';
import { letterOf, systemName } from './words';

type Share = SystemChart['groups'][number]['shares'][number];

/** How often each system is right about the crashes of each value of a label. */
export function ShareChart(props: {
  chart: SystemChart;
  systems: readonly LoadedSystem[];
  trans: TranslationBundle;
}): JSX.Element {
  const { chart, systems, trans } = props;
  return (
    <ul
      className="jp-jbl-shares"
      aria-label={trans.__('Share right by %1', chart.title)}
    >
      {chart.groups.map(group => (
        <li key={group.value}>
          <span className="jp-jbl-shares-value" title={group.value}>
            <span className="jp-jbl-cut">{group.value}</span>
            <span className="jp-jbl-quiet jp-jbl-small">
              {trans._n('%1 crash', '%1 crashes', group.total)}
            </span>
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
  );
}

function ShareRow(props: {
  share: Share;
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
      <ShareBar {...share} index={index} />
      <span className="jp-jbl-number jp-jbl-quiet" aria-hidden="true">
        {share.of === 0 ? '–' : trans.__('%1 of %2', share.right, share.of)}
      </span>
      <span className="jp-jbl-sr">{told}</span>
    </li>
  );
}

/** A bar that is filled as far as a system is right; which system it is, its letter tells, and the pattern comes second. */
export function ShareBar(props: {
  right: number;
  of: number;
  index: number;
}): JSX.Element {
  const { right, of, index } = props;
  return (
    <span
      className={
        of === 0
          ? 'jp-jbl-share jp-jbl-share-none'
          : `jp-jbl-share jp-jbl-share-${index % 4}`
      }
      aria-hidden="true"
    >
      <i style={{ width: `${of === 0 ? 0 : (100 * right) / of}%` }} />
    </span>
  );
}

import { TranslationBundle } from '@jupyterlab/translation';
import { closeIcon } from '@jupyterlab/ui-components';
import React from 'react';

import { letterOf, standingWords, systemName } from '../systems/words';
import { barLengths, FacetValue, shownValues } from './facets';
import type { CatalogModel, Facet } from './model';

interface IProps {
  model: CatalogModel;
  trans: TranslationBundle;
}

/** What is filtered by now, each with a button that takes it back. */
export function ActiveFilters({ model, trans }: IProps): JSX.Element | null {
  if (!model.isFiltered) {
    return null;
  }
  return (
    <div
      className="jp-jbl-active-filters"
      role="group"
      aria-label={trans.__('Filters in use')}
    >
      {model.facets.flatMap(({ dimension, title }) =>
        model.filter[dimension].map(value => (
          <span
            key={`${dimension}: ${value}`}
            className="jp-jbl-chip jp-jbl-chip-filter"
          >
            {value}
            <button
              title={trans.__('Remove the filter %1: %2', title, value)}
              aria-label={trans.__('Remove the filter %1: %2', title, value)}
              onClick={() => void model.toggle(dimension, value)}
            >
              <closeIcon.react tag="span" width="12px" />
            </button>
          </span>
        ))
      )}
      {model.systems.map((system, index) => {
        const standing = model.standing(system.key);
        const what =
          standing &&
          trans.__('%1 %2', letterOf(index), standingWords(standing, trans));
        const remove = trans.__(
          'Remove the filter %1: %2',
          systemName(system, trans),
          what ?? ''
        );
        return (
          what && (
            <span
              key={system.key}
              className="jp-jbl-chip jp-jbl-chip-filter"
              title={systemName(system, trans)}
            >
              {what}
              <button
                title={remove}
                aria-label={remove}
                onClick={() => void model.chooseStanding(system.key, null)}
              >
                <closeIcon.react tag="span" width="12px" />
              </button>
            </span>
          )
        );
      })}
      <button
        className="jp-jbl-link jp-jbl-small"
        onClick={() => void model.clearFilter()}
      >
        {trans.__('Clear')}
      </button>
    </div>
  );
}

/** The label dimensions that the bench has, with their values and counts. */
export function Filters({ model, trans }: IProps): JSX.Element {
  return (
    <div className="jp-jbl-filters">
      {model.facets
        .filter(({ values }) => values.length > 0)
        .map(facet => (
          <FacetGroup
            key={facet.dimension}
            facet={facet}
            model={model}
            trans={trans}
          />
        ))}
    </div>
  );
}

function FacetGroup(props: IProps & { facet: Facet }): JSX.Element {
  const { facet, model, trans } = props;
  const { dimension, title, values } = facet;
  const [all, setAll] = React.useState(false);
  const id = React.useId();
  const chosen = model.filter[dimension];
  const shown = shownValues(values, chosen, all);
  const hidden = values.length - shown.length;
  return (
    <div className="jp-jbl-facet" role="group" aria-labelledby={id}>
      <div className="jp-jbl-facet-head">
        <strong id={id}>{title}</strong>
        {chosen.length > 0 && (
          <span className="jp-jbl-quiet">
            {trans.__('%1 chosen', chosen.length)}
          </span>
        )}
        <span className="jp-jbl-grow" />
        {(hidden > 0 || all) && (
          <button
            className="jp-jbl-link"
            aria-expanded={all}
            onClick={() => setAll(!all)}
          >
            {all ? trans.__('Fewer') : trans.__('%1 more', hidden)}
          </button>
        )}
      </div>
      {shown.map(value => (
        <FacetRow
          key={value.value}
          value={value}
          values={values}
          chosen={chosen.includes(value.value)}
          trans={trans}
          onChange={() => void model.toggle(dimension, value.value)}
        />
      ))}
    </div>
  );
}

function FacetRow(props: {
  value: FacetValue;
  values: readonly FacetValue[];
  chosen: boolean;
  trans: TranslationBundle;
  onChange: () => void;
}): JSX.Element {
  const { value, values, chosen, trans, onChange } = props;
  const bars = barLengths(value, values);
  const counts = trans.__('%1 of %2 match', value.count, value.total);
  const told = `${value.value}: ${counts}`;
  return (
    <label
      className={
        chosen ? 'jp-jbl-facet-row jp-mod-selected' : 'jp-jbl-facet-row'
      }
      title={value.meaning ? `${told}\n${value.meaning}` : told}
    >
      <input
        type="checkbox"
        checked={chosen}
        aria-label={`${value.value}, ${counts}`}
        onChange={onChange}
      />
      <span className="jp-jbl-cut">{value.value}</span>
      <span className="jp-jbl-bar" aria-hidden="true">
        <i style={{ width: `${100 * bars.all}%` }} />
        <i
          className="jp-mod-matching"
          style={{ width: `${100 * bars.matching}%` }}
        />
      </span>
      <span className="jp-jbl-number">{value.count}</span>
    </label>
  );
}

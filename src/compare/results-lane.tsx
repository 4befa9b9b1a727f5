import type { TranslationBundle } from '@jupyterlab/translation';
import React from 'react';

import type { Comparison } from '../tokens';
import { differenceIn, lower } from './words';

type Row = NonNullable<Comparison['results']>[number];

/** What the names stand for after both sides have been run, where that differs; nothing before. */
export function ResultsLane(props: {
  comparison: Comparison;
  trans: TranslationBundle;
}): JSX.Element | null {
  const { comparison, trans } = props;
  const { results, left, right } = comparison;
  if (!results) {
    return null;
  }
  return (
    <section aria-label={trans.__('Results')}>
      <div className="jp-jbl-compare-section">
        <h2>{trans.__('Results')}</h2>
        <span className="jp-jbl-quiet jp-jbl-small">
          {comparison.results_sentence}
        </span>
      </div>
      {results.length > 0 && (
        <div className="jp-jbl-results">
          <table className="jp-jbl-table">
            <thead>
              <tr>
                <th scope="col">{trans.__('name')}</th>
                <th scope="col">{lower(left.title)}</th>
                <th scope="col">{lower(right.title)}</th>
                <th scope="col">{trans.__('differs in')}</th>
              </tr>
            </thead>
            <tbody>
              {results.map(row => (
                <tr key={`${row.left_name}-${row.right_name}`}>
                  <th scope="row">
                    <code className="jp-jbl-code">{nameOf(row)}</code>
                  </th>
                  <td title={row.left}>{row.left || '–'}</td>
                  <td title={row.right}>{row.right || '–'}</td>
                  <td>{differenceIn(row, comparison, trans)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

/** The name; both where they differ: "X_tr / X_train". */
function nameOf({ left_name, right_name }: Row): string {
  return left_name && right_name && left_name !== right_name
    ? `${left_name} / ${right_name}`
    : (left_name ?? right_name ?? '');
}

import type { TranslationBundle } from '@jupyterlab/translation';
import React from 'react';

import type { Describe } from './cell-words';
import type { INameRow, IWouldWrite, NameUse, Replay } from './replay';
import { wordsOfUse, writerWords } from './words';

/** Rows that are drawn; what the step is about comes first. */
const ROWS = 120;

/** Sign before the words of a use, so that it is seen at a glance and not by colour alone. */
const SIGNS: Record<NameUse, string> = {
  read: '▸',
  missing: '✕',
  written: '◂',
  changed: '◂',
  deleted: '–',
  maybe: '◂'
};

export interface INamesTableProps {
  replay: Replay;
  rows: readonly INameRow[];
  describe: Describe;
  trans: TranslationBundle;
  onCell: (cell: number) => void;
}

/** The names that exist after the current step, who wrote them last, and what the step did with them. */
export function NamesTable(props: INamesTableProps): JSX.Element {
  const { replay, rows, trans } = props;
  const would = new Map(
    replay.wouldWrite.flatMap(({ name, cell }) =>
      name === null ? [] : [[name, cell] as const]
    )
  );
  return (
    <>
      <table className="jp-jbl-names">
        <thead>
          <tr>
            <th scope="col">{trans.__('name')}</th>
            <th scope="col">{trans.__('written by')}</th>
            <th scope="col">{trans.__('this step')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, ROWS).map(row => (
            <NameRow
              key={row.name}
              {...props}
              row={row}
              would={would.get(row.name) ?? null}
            />
          ))}
        </tbody>
      </table>
      {rows.length > ROWS && (
        <p className="jp-jbl-message jp-jbl-quiet">
          {trans.__('%1 more names', rows.length - ROWS)}
        </p>
      )}
    </>
  );
}

function NameRow(
  props: INamesTableProps & { row: INameRow; would: IWouldWrite['cell'] | null }
): JSX.Element {
  const { row, would, describe, trans, onCell } = props;
  const { name, use, writer } = row;
  const cell = writer?.cell ?? would;
  return (
    <tr data-jbl-use={use ?? undefined}>
      <td>
        <code title={name}>{name}</code>
      </td>
      <td>
        {cell === null ? (
          <span className="jp-jbl-quiet">
            {use === 'missing' ? trans.__('no step before') : ''}
          </span>
        ) : (
          <button
            className="jp-jbl-link"
            disabled={describe(cell).deleted}
            title={describe(cell).tooltip}
            onClick={() => onCell(cell)}
          >
            {writer
              ? writerWords(writer, at => describe(at).name, trans)
              : trans.__('%1, never ran', describe(cell).name)}
          </button>
        )}
      </td>
      <td title={use === 'maybe' ? maybeWords(trans) : undefined}>
        {use && (
          <>
            <span aria-hidden="true" className="jp-jbl-names-sign">
              {SIGNS[use]}
            </span>
            {wordsOfUse(use, trans)}
            {use === 'missing' && (
              <span className="jp-jbl-sr">{trans.__(', does not exist')}</span>
            )}
          </>
        )}
      </td>
    </tr>
  );
}

function maybeWords(trans: TranslationBundle): string {
  return trans.__(
    'The cell crashed. It may not have got as far as writing this name.'
  );
}

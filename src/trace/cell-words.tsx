import type { TranslationBundle } from '@jupyterlab/translation';
import React from 'react';

import type { TraceModel } from './model';
import { cellName } from './words';

/** Lines and characters of a cell's source in a tooltip. */
const TOOLTIP_LINES = 24;
const TOOLTIP_CHARACTERS = 1600;

/** A cell of a trace in words, numbered as it stands in the notebook now. */
export interface ICellWords {
  name: string;
  /** Its number as people count, also where it was deleted. */
  number: number;
  deleted: boolean;
  firstLine: string;
  tooltip: string;
}

export type Describe = (cell: number) => ICellWords;

/** Describes the cells of a model's trace. */
export function describer(
  model: TraceModel,
  trans: TranslationBundle
): Describe {
  const cells = new Map(model.trace?.cells.map(cell => [cell.cell, cell]));
  return cell => {
    const { first_line = '', source = '' } = cells.get(cell) ?? {};
    const place = model.placeOf(cell);
    return {
      name: place === null ? trans.__('deleted') : cellName(place, trans),
      number: (place ?? cell) + 1,
      deleted: place === null,
      firstLine: first_line,
      tooltip: bounded(source)
    };
  };
}

/** A cell's name; goes to the cell when clicked, unless the cell was deleted. */
export function CellLink(props: {
  cell: number;
  describe: Describe;
  onCell: (cell: number) => void;
}): JSX.Element {
  const { cell, describe, onCell } = props;
  const { name, deleted, tooltip } = describe(cell);
  return deleted ? (
    <span>{name}</span>
  ) : (
    <button
      className="jp-jbl-link"
      title={tooltip}
      onClick={() => onCell(cell)}
    >
      {name}
    </button>
  );
}

/** A sentence of the server: names between backticks become code, "cell 27" a link to that cell of the trace. */
export function CellSentence(props: {
  sentence: string;
  /** A name that the sentence may begin with. */
  name?: string | null;
  describe: Describe;
  onCell: (cell: number) => void;
}): JSX.Element {
  const { sentence, name, describe, onCell } = props;
  const begins = Boolean(name) && sentence.startsWith(`${name} `);
  const quoted = begins
    ? `\`${name}\`${sentence.slice(name?.length)}`
    : sentence;
  return (
    <p>
      {quoted.split(/(`[^`]+`|\bcell \d+)/).map((part, index) => {
        if (part.startsWith('`')) {
          return <code key={index}>{part.slice(1, -1)}</code>;
        }
        const number = /^cell (\d+)$/.exec(part)?.[1];
        return number === undefined ? (
          part
        ) : (
          <CellLink
            key={index}
            cell={Number(number) - 1}
            describe={describe}
            onCell={onCell}
          />
        );
      })}
    </p>
  );
}

/** A source short enough for a tooltip. */
function bounded(source: string): string {
  const lines = source.split('\n');
  const text = lines.slice(0, TOOLTIP_LINES).join('\n');
  const cut = lines.length > TOOLTIP_LINES || text.length > TOOLTIP_CHARACTERS;
  return cut ? `${text.slice(0, TOOLTIP_CHARACTERS)}\n…` : text;
}

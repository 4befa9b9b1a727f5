import type { TranslationBundle } from '@jupyterlab/translation';
import React, { useMemo } from 'react';

import type { Comparison } from '../tokens';
import { cellName, nthRun } from '../trace/words';
import { connectors, GAP, SequenceStep, STEP_PITCH } from './sequence';
import { lower } from './words';

/** What each side ran, in order, places that stand for each other below each other. */
export function SequenceLane(props: {
  comparison: Comparison;
  trans: TranslationBundle;
}): JSX.Element {
  const { comparison, trans } = props;
  const { sequence, cells, left, right } = comparison;
  const lines = useMemo(() => connectors(sequence, cells), [sequence, cells]);
  const width = sequence.length * STEP_PITCH;
  return (
    <section className="jp-jbl-sequence" aria-label={trans.__('Sequence')}>
      <div className="jp-jbl-compare-section">
        <h2>{trans.__('Sequence')}</h2>
        <span className="jp-jbl-quiet jp-jbl-small">
          {comparison.sequence_sentence}
        </span>
        <Legend trans={trans} />
      </div>
      {sequence.length > 0 && (
        <div className="jp-jbl-sequence-scroll" tabIndex={0}>
          <table>
            <tbody>
              <Row
                side="left"
                title={lower(left.title)}
                sequence={sequence}
                trans={trans}
              />
              <tr aria-hidden="true">
                <td />
                <td colSpan={sequence.length}>
                  <svg width={width} height={GAP}>
                    {lines.map(({ moved, path }, index) => (
                      <path
                        key={index}
                        className={moved ? 'jp-jbl-sequence-moved' : undefined}
                        d={path}
                      />
                    ))}
                  </svg>
                </td>
              </tr>
              <Row
                side="right"
                title={lower(right.title)}
                sequence={sequence}
                trans={trans}
              />
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

function Legend({ trans }: { trans: TranslationBundle }): JSX.Element {
  return (
    <span className="jp-jbl-sequence-legend" aria-hidden="true">
      <span>+ {trans.__('only on this side')}</span>
      <span>×2 {trans.__('run a second time')}</span>
      <span>⇄ {trans.__('at another place')}</span>
      <span>– {trans.__('not run')}</span>
    </span>
  );
}

type Side = 'left' | 'right';

function Row(props: {
  side: Side;
  title: string;
  sequence: readonly SequenceStep[];
  trans: TranslationBundle;
}): JSX.Element {
  const { side, title, sequence, trans } = props;
  return (
    <tr>
      <th scope="row">{title}</th>
      {sequence.map((step, index) => (
        <td key={index}>
          <Chip step={step} side={side} trans={trans} />
        </td>
      ))}
    </tr>
  );
}

function Chip(props: {
  step: SequenceStep;
  side: Side;
  trans: TranslationBundle;
}): JSX.Element {
  const { step, side, trans } = props;
  const cell = step[side];
  if (cell === null) {
    return (
      <span className="jp-jbl-step jp-jbl-step-none">
        <span aria-hidden="true">–</span>
        <span className="jp-jbl-sr">{trans.__('not run')}</span>
      </span>
    );
  }
  const nth = side === 'left' ? step.left_nth : step.right_nth;
  const name = cellName(cell, trans);
  const shown = nth > 1 ? `${name} ×${nth}` : name;
  const kind = chipKind(step, side);
  const words: Record<ChipKind, string> = {
    same: '',
    only: trans.__('only on this side'),
    moved: trans.__('at another place'),
    repeated: trans.__('run a second time')
  };
  const says = [name, nth > 1 ? nthRun(nth, trans) : '', words[kind]]
    .filter(Boolean)
    .join(', ');
  return (
    <span
      className={`jp-jbl-step jp-jbl-step-${kind} jp-jbl-step-${side}`}
      title={says}
    >
      <span aria-hidden="true">
        {kind === 'only' && '+ '}
        {kind === 'moved' && '⇄ '}
        {shown}
      </span>
      <span className="jp-jbl-sr">{says}</span>
    </span>
  );
}

type ChipKind = 'same' | 'only' | 'moved' | 'repeated';

function chipKind({ relation }: SequenceStep, side: Side): ChipKind {
  switch (relation) {
    case 'same':
      return 'same';
    case 'moved':
      return 'moved';
    case 'only_left':
      return side === 'left' ? 'only' : 'same';
    case 'only_right':
      return side === 'right' ? 'only' : 'same';
    case 'repeated_left':
      return side === 'left' ? 'repeated' : 'same';
    case 'repeated_right':
      return side === 'right' ? 'repeated' : 'same';
  }
}

import type { TranslationBundle } from '@jupyterlab/translation';
import { caretRightIcon, runIcon } from '@jupyterlab/ui-components';
import React from 'react';

import { crashIcon, orderIcon, revealIcon } from '../icons';
import { Section } from '../section';
import type { Finding, Trace } from '../tokens';
import { CellSentence, type Describe } from './cell-words';
import type { NotebookKind } from './notebook-sessions';
import { neverRanIn } from './replay';
import { findingTitle } from './words';

/** Place of the explanation among the hints, and their number. */
const HINT = 2;
const HINTS = 4;

export interface IFindingsProps {
  trace: Trace;
  kind: NotebookKind;
  /** Whether the findings may be seen. */
  revealed: boolean;
  describe: Describe;
  trans: TranslationBundle;
  onCell: (cell: number) => void;
  /** Run these cells of the trace in this order; null where there is no kernel. */
  onRun: ((cells: readonly number[]) => void) | null;
  onReveal: () => void;
  /** Step through the session; null while that is done. */
  onReplay: (() => void) | null;
}

/** Why it crashed: behind a deliberate click where it is a hint. */
export function WhyItCrashed(props: IFindingsProps): JSX.Element | null {
  const { trace, kind, revealed, trans, onReveal } = props;
  if (!trace.crash) {
    return null;
  }
  const hint = kind === 'own' ? null : trans.__('hint %1 of %2', HINT, HINTS);
  return (
    <Section title={trans.__('Why it crashed')} more={hint}>
      {revealed ? (
        trace.findings.map((finding, index) => (
          <FindingView key={index} {...props} finding={finding} />
        ))
      ) : (
        <div className="jp-jbl-why">
          <p>
            {trans.__(
              'An explanation in terms of the order in which the cells ran. It is hint %1 of %2: try first without.',
              HINT,
              HINTS
            )}
          </p>
          <button className="jp-jbl-button" onClick={onReveal}>
            <revealIcon.react tag="span" width="14px" aria-hidden="true" />
            {trans.__('Show')}
          </button>
        </div>
      )}
    </Section>
  );
}

/** One finding: its kind, its sentence, its cells, and what can be done. */
export function FindingView(
  props: IFindingsProps & {
    finding: Finding;
    /** Whether its cells are left out, where they are shown beside it. */
    short?: boolean;
  }
): JSX.Element {
  const { finding, short, trace, describe, trans, onCell, onReplay } = props;
  const missing = neverRanIn(finding, trace);
  return (
    <div className="jp-jbl-why">
      <h3>
        {finding.kind === 'never_run' ? (
          <span className="jp-jbl-never-ring" aria-hidden="true" />
        ) : (
          <orderIcon.react tag="span" width="14px" aria-hidden="true" />
        )}
        {findingTitle(finding.kind, trans)}
      </h3>
      <CellSentence
        sentence={finding.sentence}
        name={finding.name}
        describe={describe}
        onCell={onCell}
      />
      {!short && <FindingCells {...props} missing={missing} />}
      <RunMissing {...props} missing={missing}>
        {onReplay && (
          <button className="jp-jbl-button" onClick={onReplay}>
            {trans.__('Replay')}
          </button>
        )}
      </RunMissing>
    </div>
  );
}

/** The cells of a finding up to the crash cell; those that never ran are dashed. */
function FindingCells(
  props: IFindingsProps & { finding: Finding; missing: readonly number[] }
): JSX.Element {
  const { finding, missing, trace, describe, trans, onCell } = props;
  const crash = trace.crash?.cell;
  const cells = [...new Set(finding.cells)]
    .filter(cell => cell !== crash)
    .sort((a, b) => a - b);
  const decisive = finding.cells[0];
  return (
    <div className="jp-jbl-why-cells">
      {cells.map(cell => {
        const { name, deleted, tooltip } = describe(cell);
        const never = missing.includes(cell);
        return (
          <React.Fragment key={cell}>
            <button
              className={`jp-jbl-why-cell ${never ? 'jp-jbl-why-cell-never' : ''}`}
              disabled={deleted}
              title={tooltip}
              onClick={() => onCell(cell)}
            >
              {never && (
                <span className="jp-jbl-never-ring" aria-hidden="true" />
              )}
              {name}
              {cell === decisive && finding.name && <code>{finding.name}</code>}
              {never && (
                <span className="jp-jbl-sr">{trans.__('never ran')}</span>
              )}
            </button>
            <caretRightIcon.react
              tag="span"
              width="12px"
              className="jp-jbl-why-then"
              aria-hidden="true"
            />
          </React.Fragment>
        );
      })}
      {crash !== undefined && (
        <button
          className="jp-jbl-why-cell jp-jbl-why-cell-crash jp-jbl-mark-crash"
          title={describe(crash).tooltip}
          onClick={() => onCell(crash)}
        >
          <crashIcon.react tag="span" width="10px" aria-hidden="true" />
          {describe(crash).name}
        </button>
      )}
    </div>
  );
}

/** Runs the cells that never ran and then the crash cell; beside it stands what else can be done. */
export function RunMissing(
  props: Pick<IFindingsProps, 'trace' | 'describe' | 'trans' | 'onRun'> & {
    missing: readonly number[];
    children?: React.ReactNode;
  }
): JSX.Element {
  const { missing, trace, describe, trans, onRun, children } = props;
  const { crash } = trace;
  const canRun = onRun && crash && missing.length > 0;
  return (
    <>
      <div className="jp-jbl-row">
        {canRun && (
          <button
            className="jp-jbl-button jp-jbl-button-accept"
            onClick={() => onRun([...missing, crash.cell])}
          >
            <runIcon.react
              tag="span"
              width="14px"
              className="jp-jbl-on-accept"
              aria-hidden="true"
            />
            {trans.__('Run what is missing')}
          </button>
        )}
        {children}
      </div>
      {canRun && (
        <p className="jp-jbl-why-note">
          {trans.__(
            'Runs %1, then %2, in this kernel; before them what they need, where it has not run.',
            missing.map(cell => describe(cell).name).join(', '),
            describe(crash.cell).name
          )}
        </p>
      )}
    </>
  );
}

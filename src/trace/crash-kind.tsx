import type { TranslationBundle } from '@jupyterlab/translation';
import React, { useEffect, useState } from 'react';

import { Section } from '../section';
import { sentenceOf } from '../sentence';
import type { IInstanceKey, NotebookEstimate } from '../tokens';

type Estimates = NotebookEstimate['estimates'];
type Dimension = keyof Estimates;

const DIMENSIONS: readonly Dimension[] = [
  'crash_type',
  'library',
  'root_cause',
  'stage'
];

export interface ICrashKindProps {
  /** What tells one crash from another: a new one is estimated anew. */
  crash: string;
  estimate: () => Promise<NotebookEstimate>;
  onCase: (key: IInstanceKey) => void;
  trans: TranslationBundle;
}

/** Labels of an own crash and cases that are like it, once they are asked for. */
export function CrashKind(props: ICrashKindProps): JSX.Element {
  const { crash, estimate, trans } = props;
  const [state, setState] = useState<State>({ status: 'idle' });
  useEffect(() => setState({ status: 'idle' }), [crash]);
  const ask = async () => {
    setState({ status: 'asking' });
    try {
      setState({ status: 'ready', found: await estimate() });
    } catch (error) {
      setState({ status: 'failed', sentence: sentenceOf(error) });
    }
  };
  return (
    <Section title={trans.__('What kind of crash')} folded>
      <div className="jp-jbl-why jp-jbl-kind">
        {state.status === 'ready' ? (
          <Found {...props} found={state.found} />
        ) : (
          <>
            <p>
              {trans.__(
                'Estimates its labels from traceback, code and order, and looks for cases that are like it. Nothing is run.'
              )}
            </p>
            {state.status === 'failed' && <p role="alert">{state.sentence}</p>}
            <button
              className="jp-jbl-button"
              disabled={state.status === 'asking'}
              onClick={() => void ask()}
            >
              {state.status === 'asking'
                ? trans.__('Looking…')
                : trans.__('Estimate')}
            </button>
          </>
        )}
      </div>
    </Section>
  );
}

type State =
  | { status: 'idle' | 'asking' }
  | { status: 'failed'; sentence: string }
  | { status: 'ready'; found: NotebookEstimate };

function Found(
  props: ICrashKindProps & { found: NotebookEstimate }
): JSX.Element {
  const { found, onCase, trans } = props;
  return (
    <>
      <dl className="jp-jbl-kind-labels">
        {DIMENSIONS.map(dimension => {
          const { value, confidence, reasons } = found.estimates[dimension];
          const percent = Math.round(confidence * 100);
          return (
            <React.Fragment key={dimension}>
              <dt>{dimensionName(dimension, trans)}</dt>
              <dd>
                <details>
                  <summary>
                    <span className="jp-jbl-grow">
                      {value ?? trans.__('none')}
                    </span>
                    <meter
                      min={0}
                      max={100}
                      value={percent}
                      aria-label={trans.__('Confidence')}
                      title={trans.__('Confidence: %1 of 100', percent)}
                    />
                  </summary>
                  <ul>
                    {reasons.map(reason => (
                      <li key={reason}>{reason}</li>
                    ))}
                  </ul>
                </details>
              </dd>
            </React.Fragment>
          );
        })}
      </dl>
      <h3>{trans.__('Cases that are like it')}</h3>
      {found.similar.length === 0 && (
        <p>{trans.__('The bench has none that agrees in anything.')}</p>
      )}
      <ul className="jp-jbl-kind-cases">
        {found.similar.map(({ bench, id, why }) => (
          <li key={id}>
            <button
              className="jp-jbl-link"
              title={trans.__('Open its page, where its fix can be revealed')}
              onClick={() => onCase({ bench, id })}
            >
              {id}
            </button>
            <span>{why.join(' ')}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

function dimensionName(dimension: Dimension, trans: TranslationBundle): string {
  switch (dimension) {
    case 'crash_type':
      return trans.__('Crash type');
    case 'library':
      return trans.__('Library cause');
    case 'root_cause':
      return trans.__('Root cause');
    case 'stage':
      return trans.__('Pipeline stage');
  }
}

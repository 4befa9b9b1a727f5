import type { NotebookPanel } from '@jupyterlab/notebook';
import { TranslationBundle } from '@jupyterlab/translation';
import { UseSignal } from '@jupyterlab/ui-components';
import React from 'react';

import type { Predicted, PredictionView } from '../tokens';

/** Reads and keeps the prediction of one attempt. */
export interface IPredictions {
  /** Whether one is asked for, by the settings. */
  asks: () => boolean;
  read: () => Promise<PredictionView>;
  /** Null where it could not be kept; the person has been told why. */
  keep: (predicted: Predicted) => Promise<PredictionView | null>;
}

interface IProps {
  panel: NotebookPanel;
  predictions: IPredictions;
  /** Whatever it depends on; it is read anew when this is another object. */
  version: unknown;
  trans: TranslationBundle;
}

/** Asks what a person thinks before the first run, in two clicks, and says later what came of it. */
export function Prediction(props: IProps): JSX.Element | null {
  const { predictions, version, trans } = props;
  const [view, setView] = React.useState<PredictionView | null>(null);
  React.useEffect(() => {
    let isCurrent = true;
    predictions.read().then(
      answer => {
        if (isCurrent) {
          setView(answer);
        }
      },
      () => {
        // It is an offer: without an answer there is nothing to offer.
      }
    );
    return () => {
      isCurrent = false;
    };
  }, [predictions, version]);
  if (!view) {
    return null;
  }
  if (view.answer) {
    return (
      <p className="jp-jbl-case-text">
        <strong>{trans.__('Your prediction')}</strong> {view.answer.sentence}
      </p>
    );
  }
  if (view.prediction) {
    return <Waiting view={view} trans={trans} />;
  }
  return view.open && predictions.asks() ? (
    <Question
      {...props}
      view={view}
      onPredict={async predicted => {
        const kept = await predictions.keep(predicted);
        if (kept) {
          setView(kept);
        }
      }}
    />
  ) : null;
}

/** A prediction that isn't answered yet. */
function Waiting(props: {
  view: PredictionView;
  trans: TranslationBundle;
}): JSX.Element | null {
  const { view, trans } = props;
  const { prediction, choices } = view;
  if (!prediction || prediction.skipped || prediction.cell === null) {
    return null;
  }
  const kind = choices.find(({ cause }) => cause === prediction.cause);
  return (
    <p className="jp-jbl-case-text">
      <strong>{trans.__('Your prediction')}</strong>{' '}
      {trans.__(
        'cell %1: %2. The answer comes when the check passes.',
        prediction.cell + 1,
        kind?.words ?? prediction.cause
      )}
    </p>
  );
}

function Question(
  props: IProps & {
    view: PredictionView;
    onPredict: (predicted: Predicted) => Promise<void>;
  }
): JSX.Element {
  const { panel, view, trans, onPredict } = props;
  const id = React.useId();
  return (
    <UseSignal signal={panel.content.activeCellChanged}>
      {() => {
        const { activeCell, activeCellIndex } = panel.content;
        return (
          <div
            className="jp-jbl-predict"
            role="group"
            aria-labelledby={`${id}-question`}
          >
            <span id={`${id}-question`}>
              <strong>{trans.__('Predict first')}</strong>{' '}
              {trans.__('The cause is in')}{' '}
              <strong className="jp-jbl-predict-cell">
                {trans.__('cell %1', activeCellIndex + 1)}
              </strong>{' '}
              <span className="jp-jbl-quiet">
                {trans.__('(select another to change it)')}
              </span>{' '}
              {trans.__('and it is that')}
            </span>
            {view.choices.map(({ cause, words }) => (
              <button
                key={cause}
                className="jp-jbl-chip jp-jbl-predict-choice"
                title={cause}
                disabled={!activeCell}
                onClick={() =>
                  void onPredict({
                    cell: activeCell?.model.id ?? null,
                    cause,
                    skipped: false
                  })
                }
              >
                {words}
              </button>
            ))}
            <button
              className="jp-jbl-link jp-jbl-small"
              onClick={() =>
                void onPredict({ cell: null, cause: null, skipped: true })
              }
            >
              {trans.__('Skip')}
            </button>
          </div>
        );
      }}
    </UseSignal>
  );
}

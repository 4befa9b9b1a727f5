import type { TranslationBundle } from '@jupyterlab/translation';
import React from 'react';

import { CheckMark } from '../runs/marks';
import type { Replay } from '../tokens';
import type { TrajectoryModel } from './model';
import { timeWords } from './words';

/** The steps from the beginning on; arrow keys, Home and End move through them. */
export function StepList(props: {
  model: TrajectoryModel;
  replay: Replay;
  trans: TranslationBundle;
  /** Called when the list is there. */
  onShown: () => void;
}): JSX.Element {
  const { model, replay, trans, onShown } = props;
  const list = React.useRef<HTMLDivElement>(null);
  const id = React.useId();
  const last = replay.steps.length;
  const { current } = model;

  React.useEffect(() => {
    list.current
      ?.querySelector('[aria-selected="true"]')
      ?.scrollIntoView?.({ block: 'nearest' });
  }, [current]);

  React.useEffect(() => onShown(), [onShown]);

  const onKeyDown = (event: React.KeyboardEvent) => {
    const targets: Record<string, number> = {
      ArrowDown: current + 1,
      ArrowUp: current - 1,
      PageDown: current + 10,
      PageUp: current - 10,
      Home: 0,
      End: last
    };
    if (event.key in targets) {
      model.goTo(targets[event.key]);
      event.preventDefault();
      event.stopPropagation();
    }
  };

  const rows = [
    <div
      key={0}
      id={`${id}-0`}
      role="option"
      aria-selected={current === 0}
      className="jp-jbl-way-step"
      onClick={() => model.goTo(0)}
    >
      <span className="jp-jbl-number">0</span>
      <span />
      <span>{trans.__('The notebook at the beginning')}</span>
    </div>,
    ...replay.steps.map(({ step, words, ok, came, at }) => (
      <div
        key={step}
        id={`${id}-${step}`}
        role="option"
        aria-selected={current === step}
        aria-posinset={step + 1}
        aria-setsize={last + 1}
        className="jp-jbl-way-step"
        onClick={() => model.goTo(step)}
      >
        <span className="jp-jbl-number">{step}</span>
        <CheckMark state={ok ? 'yes' : 'no'} />
        <span className="jp-jbl-cut">{words}</span>
        <span className="jp-jbl-number jp-jbl-quiet">
          {timeWords(at, trans)}
        </span>
        <span className="jp-jbl-cut jp-jbl-quiet jp-jbl-way-came" title={came}>
          {came}
        </span>
      </div>
    ))
  ];
  return (
    <div
      ref={list}
      className="jp-jbl-way"
      role="listbox"
      tabIndex={0}
      aria-label={trans.__('Steps of the agent')}
      aria-activedescendant={`${id}-${current}`}
      onKeyDown={onKeyDown}
    >
      {rows}
    </div>
  );
}

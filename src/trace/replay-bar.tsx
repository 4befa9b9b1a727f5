import type { TranslationBundle } from '@jupyterlab/translation';
import { runIcon, stopIcon } from '@jupyterlab/ui-components';
import React, { useEffect, useRef } from 'react';

import type { Describe } from './cell-words';
import type { Replay } from './replay';
import { stepWords } from './words';

/** Time that a step stays while a session plays, in milliseconds. */
const STEP_TIME = 1200;
/** Digits that find room below the slider. */
const TICK_DIGITS = 20;

export interface IReplayBarProps {
  replay: Replay;
  describe: Describe;
  trans: TranslationBundle;
}

/** Buttons and a slider that step through a session. */
export function ReplayBar(props: IReplayBarProps): JSX.Element {
  const { replay, describe, trans } = props;
  const { index, length, playing } = replay;
  const slider = useRef<HTMLInputElement>(null);
  useEffect(() => slider.current?.focus({ preventScroll: true }), []);
  useEffect(() => {
    if (!playing) {
      return;
    }
    const timer = setInterval(() => replay.tick(), STEP_TIME);
    return () => clearInterval(timer);
  }, [replay, playing]);
  const words = stepWords(replay, cell => describe(cell).name, trans);
  const every = Math.ceil((length * String(length).length) / TICK_DIGITS);
  return (
    <div className="jp-jbl-replay-bar">
      <div className="jp-jbl-row jp-jbl-replay-buttons">
        <StepButton
          label={trans.__('First step')}
          keys={trans.__('Home')}
          path="M4 3v10M12 3.5L7 8l5 4.5"
          disabled={index === 0}
          onClick={() => replay.go(0)}
        />
        <StepButton
          label={trans.__('Step back')}
          keys={trans.__('left arrow')}
          path="M10 3.5L5.5 8l4.5 4.5"
          disabled={index === 0}
          onClick={() => replay.go(index - 1)}
        />
        <button
          className="jp-jbl-tool"
          title={playing ? trans.__('Stop (space)') : trans.__('Play (space)')}
          aria-label={playing ? trans.__('Stop') : trans.__('Play')}
          onClick={() => replay.togglePlaying()}
        >
          {playing ? (
            <stopIcon.react tag="span" width="16px" aria-hidden="true" />
          ) : (
            <runIcon.react tag="span" width="16px" aria-hidden="true" />
          )}
        </button>
        <StepButton
          label={trans.__('Step forward')}
          keys={trans.__('right arrow')}
          path="M6 3.5L10.5 8L6 12.5"
          disabled={replay.atEnd}
          onClick={() => replay.go(index + 1)}
        />
        <StepButton
          label={trans.__('Last step')}
          keys={trans.__('End')}
          path="M12 3v10M4 3.5L9 8l-5 4.5"
          disabled={replay.atEnd}
          onClick={() => replay.go(length - 1)}
        />
        <span className="jp-jbl-replay-step jp-jbl-cut" aria-live="polite">
          <b>{trans.__('Step %1 of %2', index + 1, length)}</b>{' '}
          <span className="jp-jbl-quiet">{words}</span>
        </span>
      </div>
      <div className="jp-jbl-replay-slider">
        <input
          ref={slider}
          type="range"
          min={1}
          max={length}
          step={1}
          value={index + 1}
          aria-label={trans.__('Step')}
          aria-valuetext={trans.__('step %1, %2', index + 1, words)}
          onChange={event => replay.go(Number(event.target.value) - 1)}
        />
        <div className="jp-jbl-replay-ticks" aria-hidden="true">
          {replay.trace.executions.map(({ place, crash }, at) =>
            (at % every === 0 && length - 1 - at >= every) ||
            at === length - 1 ? (
              <span
                key={place}
                className={at === index ? 'jp-jbl-replay-tick-current' : ''}
                style={{
                  left: `calc(7px + ${length > 1 ? at / (length - 1) : 0} * (100% - 14px))`
                }}
              >
                {crash ? '✕' : place}
              </span>
            ) : null
          )}
        </div>
      </div>
    </div>
  );
}

function StepButton(props: {
  label: string;
  keys: string;
  path: string;
  disabled: boolean;
  onClick: () => void;
}): JSX.Element {
  const { label, keys, path, disabled, onClick } = props;
  return (
    <button
      className="jp-jbl-tool"
      title={`${label} (${keys})`}
      aria-label={label}
      disabled={disabled}
      onClick={onClick}
    >
      <svg
        className="jp-jbl-chevron"
        width="16"
        height="16"
        viewBox="0 0 16 16"
        aria-hidden="true"
      >
        <path d={path} />
      </svg>
    </button>
  );
}

/** Steps by keyboard: the arrows, Home and End, and the space bar where it does not press a button. */
export function stepByKey(replay: Replay, event: React.KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey) {
    return;
  }
  const onButton = event.target instanceof HTMLButtonElement;
  switch (event.key) {
    case 'ArrowLeft':
      replay.go(replay.index - 1);
      break;
    case 'ArrowRight':
      replay.go(replay.index + 1);
      break;
    case 'Home':
      replay.go(0);
      break;
    case 'End':
      replay.go(replay.length - 1);
      break;
    case ' ':
      if (onButton) {
        return;
      }
      replay.togglePlaying();
      break;
    default:
      return;
  }
  event.preventDefault();
  event.stopPropagation();
}

import { LanguageSupport } from '@codemirror/language';
import { ReactWidget } from '@jupyterlab/apputils';
import { ITranslator, TranslationBundle } from '@jupyterlab/translation';
import { UseSignal } from '@jupyterlab/ui-components';
import { Message } from '@lumino/messaging';
import React from 'react';

import { traceIcon } from '../icons';
import { LevelChip } from '../systems/on-instance';
import type { IInstanceKey, Replay } from '../tokens';
import { CellsAtStep } from './cells';
import type { TrajectoryModel } from './model';
import { StepList } from './steps';
import { timeWords } from './words';

export namespace TrajectoryWidget {
  export interface IOptions {
    model: TrajectoryModel;
    language: () => Promise<LanguageSupport | null>;
    openInstance: (key: IInstanceKey) => void;
    translator: ITranslator;
  }
}

let widgets = 0;

/** What an agent did: the steps at the left, what came of one and the cells by then at the right. */
export class TrajectoryWidget extends ReactWidget {
  constructor(private readonly _options: TrajectoryWidget.IOptions) {
    super();
    const trans = _options.translator.load('junobench_lab');
    const { model } = _options;
    const { name, path } = model.source;
    this.id = `junobench-lab-trajectory-${++widgets}`;
    this.addClass('jp-jbl');
    this.addClass('jp-jbl-trajectory');
    this.title.icon = traceIcon;
    this.title.closable = true;
    this.title.caption = path ?? name ?? '';
    this.node.tabIndex = -1;
    this.node.setAttribute('role', 'region');
    const title = () => {
      const { replay } = model;
      this.title.label = replay
        ? trans.__('%1, by %2', replay.id, replay.agent)
        : trans.__('Trajectory');
      this.node.setAttribute('aria-label', this.title.label);
    };
    model.changed.connect(title);
    title();
  }

  get model(): TrajectoryModel {
    return this._options.model;
  }

  override dispose(): void {
    this.model.dispose();
    super.dispose();
  }

  protected override render(): JSX.Element {
    return (
      <UseSignal signal={this.model.changed}>
        {() => <Content {...this._options} onSteps={this._handFocusOn} />}
      </UseSignal>
    );
  }

  protected override onActivateRequest(msg: Message): void {
    super.onActivateRequest(msg);
    this.node.focus();
    this._handFocusOn();
  }

  /** Give the focus of the whole to the steps, which are there only once they are loaded. */
  private readonly _handFocusOn = (): void => {
    if (document.activeElement === this.node) {
      this.node.querySelector<HTMLElement>('.jp-jbl-way')?.focus();
    }
  };
}

function Content(
  options: TrajectoryWidget.IOptions & { onSteps: () => void }
): JSX.Element {
  const { model, translator, onSteps } = options;
  const trans = translator.load('junobench_lab');
  if (model.error !== null) {
    return (
      <div className="jp-jbl-message jp-jbl-message-error" role="alert">
        {model.error}
        <Episodes model={model} trans={trans} />
        <div className="jp-jbl-row">
          <button className="jp-jbl-link" onClick={() => void model.load()}>
            {trans.__('Try again')}
          </button>
        </div>
      </div>
    );
  }
  const { replay } = model;
  if (!replay) {
    return (
      <p className="jp-jbl-message jp-jbl-quiet" role="status">
        {trans.__('Loading…')}
      </p>
    );
  }
  return (
    <>
      <Head replay={replay} trans={trans} {...options} />
      <div className="jp-jbl-trajectory-columns">
        <StepList
          model={model}
          replay={replay}
          trans={trans}
          onShown={onSteps}
        />
        <div className="jp-jbl-way-at">
          <WhatCame model={model} trans={trans} />
          <CellsAtStep
            model={model}
            language={options.language}
            trans={trans}
          />
        </div>
      </div>
    </>
  );
}

/** Chooses among the episodes of a file; nothing where it holds one. */
function Episodes(props: {
  model: TrajectoryModel;
  trans: TranslationBundle;
}): JSX.Element | null {
  const { model, trans } = props;
  const { episodes, episode } = model;
  if (episodes.length < 2) {
    return null;
  }
  return (
    <select
      aria-label={trans.__('Episode')}
      value={episode}
      onChange={event => void model.choose(Number(event.target.value))}
    >
      {episodes.map((title, place) => (
        <option key={place} value={place}>
          {trans.__('%1 of %2: %3', place + 1, episodes.length, title)}
        </option>
      ))}
    </select>
  );
}

function Head(
  props: TrajectoryWidget.IOptions & {
    replay: Replay;
    trans: TranslationBundle;
  }
): JSX.Element {
  const { model, replay, openInstance, trans } = props;
  const { bench, id, agent, began, seconds, steps } = replay;
  return (
    <header className="jp-jbl-trajectory-head">
      <Episodes model={model} trans={trans} />
      <h1>{agent}</h1>
      <button
        className="jp-jbl-link"
        onClick={() => openInstance({ bench, id })}
      >
        {id}
      </button>
      {replay.level !== null && (
        <LevelChip level={replay.level} trans={trans} />
      )}
      <span className="jp-jbl-quiet">
        {trans._n(
          '%1 step in %2, begun %3',
          '%1 steps in %2, begun %3',
          steps.length,
          timeWords(seconds, trans),
          new Date(began).toLocaleString()
        )}
      </span>
      <p>{replay.sentence}</p>
      {replay.confined === false && (
        <p role="note">
          {trans.__(
            'Its kernel was not confined: what it ran could read this machine’s files, the reference fix included.'
          )}
        </p>
      )}
      {replay.note !== null && <p role="note">{replay.note}</p>}
    </header>
  );
}

function WhatCame(props: {
  model: TrajectoryModel;
  trans: TranslationBundle;
}): JSX.Element {
  const { model, trans } = props;
  const { step } = model;
  if (!step) {
    return (
      <p className="jp-jbl-quiet">
        {trans.__(
          'Arrow keys in the list go from step to step. What the agent was told counts cells from 0.'
        )}
      </p>
    );
  }
  // The source of an edit is in its cell, where it can be seen what is new.
  const repeated =
    model.cells !== null && ['edit', 'insert'].includes(step.action);
  return (
    <div className="jp-jbl-way-told" role="status">
      <p>
        <strong>{step.words}</strong>{' '}
        <span className="jp-jbl-quiet">
          {trans.__('%1 s', step.seconds.toFixed(1))}
        </span>
      </p>
      <p>{step.came}</p>
      {step.detail !== '' && !repeated && (
        <details>
          <summary>
            {step.action === 'preflight'
              ? trans.__('What was tried')
              : trans.__('What the agent was told')}
          </summary>
          <pre>{step.detail}</pre>
        </details>
      )}
    </div>
  );
}

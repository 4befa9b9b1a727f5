import type { ITranslator, TranslationBundle } from '@jupyterlab/translation';
import { ReactWidget, UseSignal } from '@jupyterlab/ui-components';
import type { ISignal } from '@lumino/signaling';
import React from 'react';

import type { EnvironmentName, IInstanceKey } from '../tokens';
import type { ImageModel } from './image';
import type { EnvironmentsModel } from './model';
import { jobWords } from './words';

/** What a person can ask of the choice. */
export interface IChoiceActions {
  choose: (environment: EnvironmentName) => void;
  chooseFor: (key: IInstanceKey, environment: EnvironmentName | null) => void;
  build: () => void;
  pull: () => void;
  check: () => void;
  showJob: () => void;
  askAgain: () => void;
}

export interface IChoiceProps {
  model: EnvironmentsModel;
  image: ImageModel;
  actions: IChoiceActions;
  trans: TranslationBundle;
}

/** Where kernels run, for all and for the instance in front, and what a container lacks. */
export class EnvironmentChoice extends ReactWidget {
  constructor(
    private readonly _props: Omit<IChoiceProps, 'trans'>,
    translator: ITranslator
  ) {
    super();
    this._trans = translator.load('junobench_lab');
    this.addClass('jp-jbl');
    this.addClass('jp-jbl-environment');
    this.node.setAttribute('role', 'dialog');
    this.node.setAttribute('aria-label', this._trans.__('Where kernels run'));
  }

  protected override render(): JSX.Element {
    const { model, image } = this._props;
    return (
      <UseSignal signal={model.changed as ISignal<object, void>}>
        {() => (
          <UseSignal signal={image.changed as ISignal<object, void>}>
            {() => <Choice {...this._props} trans={this._trans} />}
          </UseSignal>
        )}
      </UseSignal>
    );
  }

  private readonly _trans: TranslationBundle;
}

export function Choice(props: IChoiceProps): JSX.Element {
  const { model, actions, trans } = props;
  const { current } = model;
  const box = React.useRef<HTMLDivElement>(null);
  React.useEffect(() => {
    box.current?.querySelector<HTMLElement>('input:checked')?.focus();
  }, []);
  return (
    <div ref={box}>
      <Radios
        name="all"
        legend={trans.__('Kernels of all instances')}
        value={model.chosen(null)}
        options={[
          ['local', trans.__('Local')],
          ['container', trans.__('Container')]
        ]}
        onChange={actions.choose}
      />
      {current && (
        <Radios
          name="one"
          legend={trans.__('Kernels of %1', current.id)}
          value={model.own(current) ?? 'all'}
          options={[
            ['all', trans.__('As for all')],
            ['local', trans.__('Local')],
            ['container', trans.__('Container')]
          ]}
          onChange={value =>
            actions.chooseFor(current, value === 'all' ? null : value)
          }
        />
      )}
      <Containers {...props} />
    </div>
  );
}

function Radios<Value extends string>(props: {
  name: string;
  legend: string;
  value: Value;
  options: readonly (readonly [Value, string])[];
  onChange: (value: Value) => void;
}): JSX.Element {
  const { name, legend, value, options, onChange } = props;
  return (
    <fieldset>
      <legend>{legend}</legend>
      {options.map(([option, label]) => (
        <label key={option}>
          <input
            type="radio"
            name={`jp-jbl-environment-${name}`}
            checked={option === value}
            onChange={() => onChange(option)}
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}

/** Whether containers can be had, why not, and what can be done about it. */
function Containers(props: IChoiceProps): JSX.Element {
  const { model, image, actions, trans } = props;
  const { status, problem } = model;
  return (
    <div className="jp-jbl-environment-status">
      <div role="status">
        {!status && !problem && <p>{trans.__('Asking Docker…')}</p>}
        {problem && <p>{problem}</p>}
        {status && <p>{status.message}</p>}
        {status?.advice && <p>{status.advice}</p>}
        {status && !status.ready && (
          <p className="jp-jbl-quiet">
            {trans.__('Until then everything goes on with local kernels.')}
          </p>
        )}
      </div>
      {image.running ? (
        <div className="jp-jbl-row">
          <span className="jp-jbl-grow">{jobWords(image, trans)}</span>
          <button className="jp-jbl-link" onClick={actions.showJob}>
            {trans.__('Show progress')}
          </button>
        </div>
      ) : (
        <div className="jp-jbl-row jp-jbl-environment-ways">
          {status && status.problem !== 'docker' && (
            <>
              {status.ready && (
                <button className="jp-jbl-link" onClick={actions.check}>
                  {trans.__('Try the image')}
                </button>
              )}
              <button className="jp-jbl-link" onClick={actions.build}>
                {trans.__('Build the image…')}
              </button>
              <button className="jp-jbl-link" onClick={actions.pull}>
                {trans.__('Pull the image…')}
              </button>
            </>
          )}
          <button className="jp-jbl-link" onClick={actions.askAgain}>
            {trans.__('Ask Docker again')}
          </button>
        </div>
      )}
    </div>
  );
}

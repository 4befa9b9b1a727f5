import { ReactWidget } from '@jupyterlab/apputils';
import { ITranslator, TranslationBundle } from '@jupyterlab/translation';
import { UseSignal } from '@jupyterlab/ui-components';
import type { Message } from '@lumino/messaging';
import type { ISignal } from '@lumino/signaling';
import React from 'react';

import { benchIcon } from '../icons';
import type { LoadedSystem } from '../tokens';
import { ShareBar, ShareChart } from './chart';
import type { SystemsModel } from './model';
import { letterOf } from './words';

export namespace SharesWidget {
  export interface IOptions {
    model: SystemsModel;
    /** A system was loaded or unloaded. */
    changed: ISignal<unknown, void>;
    translator: ITranslator;
  }
}

/** How often each loaded system is right, by every label of the bench. */
export class SharesWidget extends ReactWidget {
  constructor(private readonly _options: SharesWidget.IOptions) {
    super();
    this._trans = _options.translator.load('junobench_lab');
    this.id = 'junobench-lab-shares';
    this.addClass('jp-jbl');
    this.addClass('jp-jbl-page');
    this.title.icon = benchIcon;
    this.title.label = this._trans.__('Share right by label');
    this.title.closable = true;
    this.node.tabIndex = -1;
    this.node.setAttribute('role', 'region');
    this.node.setAttribute('aria-label', this.title.label);
    _options.changed.connect(this._refresh, this);
  }

  get model(): SystemsModel {
    return this._options.model;
  }

  override dispose(): void {
    this._options.changed.disconnect(this._refresh, this);
    this.model.dispose();
    super.dispose();
  }

  protected override render(): JSX.Element {
    return (
      <UseSignal signal={this.model.changed}>
        {() => <Shares model={this.model} trans={this._trans} />}
      </UseSignal>
    );
  }

  protected override onActivateRequest(msg: Message): void {
    super.onActivateRequest(msg);
    this.node.focus();
  }

  private _refresh(): void {
    void this.model.refresh();
  }

  private readonly _trans: TranslationBundle;
}

function Shares(props: {
  model: SystemsModel;
  trans: TranslationBundle;
}): JSX.Element {
  const { model, trans } = props;
  const { systems, charts, error } = model;
  if (error !== null) {
    return (
      <p className="jp-jbl-message jp-jbl-message-error" role="alert">
        {error}
      </p>
    );
  }
  return (
    <>
      <h1>{trans.__('Share right by label')}</h1>
      {systems.length === 0 && (
        <p className="jp-jbl-message jp-jbl-quiet">
          {trans.__('No system is loaded.')}
        </p>
      )}
      <ul
        className="jp-jbl-shares-legend"
        aria-label={trans.__('Letters of the systems')}
      >
        {systems.map((system, index) => (
          <Legend
            key={system.key}
            system={system}
            index={index}
            trans={trans}
          />
        ))}
      </ul>
      <div className="jp-jbl-shares-charts">
        {charts.map(chart => (
          <section key={chart.dimension}>
            <h2 className="jp-jbl-heading">{chart.title}</h2>
            <ShareChart chart={chart} systems={systems} trans={trans} />
          </section>
        ))}
      </div>
    </>
  );
}

function Legend(props: {
  system: LoadedSystem;
  index: number;
  trans: TranslationBundle;
}): JSX.Element {
  const { system, index } = props;
  const { name, task, right, wrong, sentence } = system;
  return (
    <li title={system.files.join('\n')}>
      <span className="jp-jbl-system-letter">{letterOf(index)}</span>
      <ShareBar right={right} of={right + wrong} index={index} />
      <span>
        <strong>{name}</strong> <span className="jp-jbl-quiet">{task}</span>{' '}
        {sentence}
      </span>
    </li>
  );
}

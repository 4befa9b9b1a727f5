import type { TranslationBundle } from '@jupyterlab/translation';
import { ReactWidget, UseSignal } from '@jupyterlab/ui-components';
import type { ISignal } from '@lumino/signaling';
import React from 'react';

import type { FetchModel } from './model';
import { fetchWords } from './words';

/** How far the download is. */
export class FetchProgressView extends ReactWidget {
  constructor(
    private readonly _model: FetchModel,
    private readonly _trans: TranslationBundle
  ) {
    super();
    this.addClass('jp-jbl');
    this.addClass('jp-jbl-fetch');
  }

  protected override render(): JSX.Element {
    return (
      <UseSignal signal={this._model.changed as ISignal<object, void>}>
        {() => <FetchProgressBar model={this._model} trans={this._trans} />}
      </UseSignal>
    );
  }
}

export function FetchProgressBar(props: {
  model: FetchModel;
  trans: TranslationBundle;
}): JSX.Element {
  const { model, trans } = props;
  const { part, progress } = model;
  return (
    <>
      <p role="status">
        {model.cancelling
          ? trans.__('Cancelling… What came whole stays.')
          : (progress?.job.sentence ?? fetchWords(model, trans))}
      </p>
      <div
        className="jp-jbl-meter"
        role="progressbar"
        aria-label={trans.__('Fetched')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={part === null ? undefined : Math.round(part * 100)}
      >
        <div style={{ width: `${(part ?? 0) * 100}%` }} />
      </div>
      <p
        className="jp-jbl-quiet jp-jbl-cut"
        title={progress?.path ?? undefined}
      >
        {progress?.path ?? ''}
      </p>
    </>
  );
}

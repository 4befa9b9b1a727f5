import type { TranslationBundle } from '@jupyterlab/translation';
import { ReactWidget, UseSignal } from '@jupyterlab/ui-components';
import type { ISignal } from '@lumino/signaling';
import React from 'react';

import type { CurationModel } from './model';
import { jobWords } from './words';

/** How far the making of an instance is. */
export class CurationProgressView extends ReactWidget {
  constructor(
    private readonly _model: CurationModel,
    private readonly _trans: TranslationBundle
  ) {
    super();
    this.addClass('jp-jbl');
    this.addClass('jp-jbl-curation');
  }

  protected override render(): JSX.Element {
    const trans = this._trans;
    return (
      <UseSignal signal={this._model.changed as ISignal<object, void>}>
        {() => {
          const { cancelling, progress } = this._model;
          const job = progress?.job ?? null;
          return (
            <>
              <p role="status">
                {cancelling
                  ? trans.__('Cancelling…')
                  : (job?.sentence ?? `${jobWords(job, trans)}…`)}
              </p>
              <p className="jp-jbl-quiet">
                {trans.__(
                  'Each run is a kernel of its own in a copy of the folder; it takes from seconds to some minutes.'
                )}
              </p>
            </>
          );
        }}
      </UseSignal>
    );
  }
}

import type { ITranslator, TranslationBundle } from '@jupyterlab/translation';
import { ReactWidget, UseSignal } from '@jupyterlab/ui-components';
import React from 'react';

import type { ImageModel } from './image';
import type { EnvironmentsModel } from './model';
import { jobWords, placeWords } from './words';

/** Says in the status bar where kernels run, and opens the choice. */
export class EnvironmentItem extends ReactWidget {
  constructor(
    private readonly _model: EnvironmentsModel,
    private readonly _image: ImageModel,
    private readonly _onOpen: () => void,
    translator: ITranslator
  ) {
    super();
    this._trans = translator.load('junobench_lab');
    this.addClass('jp-jbl-environment-item');
    this.addClass('jp-mod-highlight');
  }

  protected override render(): JSX.Element {
    const trans = this._trans;
    return (
      <UseSignal signal={this._model.changed as Changed}>
        {() => (
          <UseSignal signal={this._image.changed as Changed}>
            {() => {
              const place = placeWords(this._model, trans);
              const job = this._image.running
                ? jobWords(this._image, trans)
                : '';
              return (
                <button
                  aria-haspopup="dialog"
                  title={trans.__(
                    'Where the kernels of runs and attempts run: choose…'
                  )}
                  onClick={this._onOpen}
                >
                  {job ? trans.__('%1, %2', place, job) : place}
                </button>
              );
            }}
          </UseSignal>
        )}
      </UseSignal>
    );
  }

  private readonly _trans: TranslationBundle;
}

type Changed = React.ComponentProps<
  typeof UseSignal<object, unknown>
>['signal'];

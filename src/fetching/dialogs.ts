import { Dialog, showErrorMessage } from '@jupyterlab/apputils';
import type { TranslationBundle } from '@jupyterlab/translation';

import type { LabClient } from '../client';
import { orTell } from '../failure';
import { FollowedDialogs } from '../followed-dialogs';
import type { FetchOffer } from '../tokens';
import type { FetchChoice, FetchModel } from './model';
import { OfferView } from './offer';
import { FetchProgressView } from './progress';
import { fetchWords } from './words';

/** From the question what there is to the end of the download. */
export class FetchDialogs {
  /** @param open - Shows the bench of that name once it is here. */
  constructor(
    private readonly _model: FetchModel,
    private readonly _client: Pick<LabClient, 'fetchOffer'>,
    open: (bench: string) => void,
    private readonly _trans: TranslationBundle
  ) {
    this._dialogs = new FollowedDialogs(
      _model,
      {
        title: _trans.__('Fetch JunoBench'),
        body: () => new FetchProgressView(_model, _trans),
        words: () => fetchWords(_model, _trans),
        actions: () => {
          const bench = _model.progress?.job.bench;
          return bench
            ? [{ label: _trans.__('Show It'), callback: () => open(bench) }]
            : [];
        }
      },
      _trans
    );
  }

  /** Show sizes and licences, let the person choose, and fetch; where something is fetched already, show how far. */
  async fetch(): Promise<void> {
    const failed = this._trans.__('JunoBench can not be fetched now');
    const goesOn =
      this._model.running || (await orTell(failed, () => this._model.goesOn()));
    if (goesOn) {
      await this._dialogs.show();
    }
    if (goesOn !== false) {
      return;
    }
    const offer = await orTell(failed, () => this._offer());
    const choice = offer && (await this._choose(offer));
    if (choice) {
      await this._dialogs.start(() => this._model.start(choice));
    }
  }

  /** Ask the hub what there is; null where the person didn't wait for it. */
  private async _offer(): Promise<FetchOffer | null> {
    const trans = this._trans;
    const waiting = new Dialog({
      title: trans.__('Fetch JunoBench'),
      body: trans.__('Asking the hub for sizes and licences…'),
      buttons: [Dialog.cancelButton()]
    });
    const given = waiting.launch().then(() => null);
    try {
      return await Promise.race([this._client.fetchOffer(), given]);
    } finally {
      waiting.reject();
      await given;
    }
  }

  private async _choose(offer: FetchOffer): Promise<FetchChoice | null> {
    const trans = this._trans;
    const dialog = new Dialog({
      title: trans.__('Fetch JunoBench'),
      body: new OfferView(offer, trans),
      buttons: [
        Dialog.cancelButton(),
        Dialog.okButton({ label: trans.__('Fetch') })
      ],
      defaultButton: 1
    });
    const { button, value } = await dialog.launch();
    if (!button.accept || !value) {
      return null;
    }
    if (!value.isSomething) {
      await showErrorMessage(
        trans.__('Nothing was fetched'),
        trans.__('Choose at least one instance.')
      );
      return this._choose(offer);
    }
    return value;
  }

  private readonly _dialogs: FollowedDialogs;
}

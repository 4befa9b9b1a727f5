import { Dialog, showDialog } from '@jupyterlab/apputils';
import type { TranslationBundle } from '@jupyterlab/translation';

import { orTell } from '../failure';
import { FollowedDialogs } from '../followed-dialogs';
import type { CurationRequest, CurationResult, IInstanceKey } from '../tokens';
import { MadeView } from './labels';
import type { CurationModel } from './model';
import { CurationProgressView } from './progress';
import { Chosen, IWish, WishForm } from './wish';
import { jobWords, titleWords } from './words';

/** From the question what is wanted to the instance that was made. */
export class CurationDialogs {
  /**
   * @param open - Shows the page of an instance.
   * @param choose - Asks for a path among the person's files, beginning in the folder of one; null where none was
   * chosen.
   */
  constructor(
    private readonly _model: CurationModel,
    private readonly _open: (key: IInstanceKey) => Promise<void>,
    private readonly _choose:
      ((what: Chosen, beside: string) => Promise<string | null>) | null,
    private readonly _trans: TranslationBundle
  ) {
    this._dialogs = new FollowedDialogs(
      _model,
      {
        title: _trans.__('Making an instance'),
        body: () => new CurationProgressView(_model, _trans),
        words: () => jobWords(_model.progress?.job ?? null, _trans),
        isShown: () => _model.result !== null
      },
      _trans
    );
    _model.ended.connect(({ result }) => {
      if (result) {
        void this._showMade(result);
      }
    });
  }

  /** Show how far it is, where something is being made; resolves to whether that was so. */
  async showRunning(): Promise<boolean> {
    const { running } = this._model;
    if (running) {
      await this._dialogs.show();
    }
    return running;
  }

  /**
   * Ask what is wanted, then make it.
   *
   * @param path - The notebook.
   * @param prepare - What else the server needs, as it is once the person has answered.
   */
  async make(
    path: string,
    prepare: () => Promise<Pick<CurationRequest, 'path' | 'session' | 'kernel'>>
  ): Promise<void> {
    const value = await this._asked(path);
    if (value === null) {
      return;
    }
    // The next one most likely goes to the same bench.
    this._wish = { ...value, id: '', fixed: '' };
    await this._dialogs.start(async () => {
      const prepared = await prepare();
      await this._model.start({ ...value, ...prepared, draft: null });
    });
  }

  /** Accept a draft with a notebook as its repair. */
  async accept(
    draft: IInstanceKey,
    save: () => Promise<string>
  ): Promise<void> {
    await this._dialogs.start(async () => {
      const path = await save();
      await this._model.start({ path, draft, bench: '', data: 'sampled' });
    });
  }

  /** What the person wants made; null where they don't after all. */
  private async _asked(path: string): Promise<IWish | null> {
    const trans = this._trans;
    let wish = this._wish;
    let focused: Chosen = 'bench';
    for (;;) {
      let chosen: Chosen | null = null;
      const form: WishForm = new WishForm(
        wish,
        trans,
        this._choose &&
          (what => {
            chosen = what;
            dialog.reject();
          })
      );
      const dialog = new Dialog<IWish>({
        title: trans.__('Make an instance of this crash'),
        body: form,
        buttons: [
          Dialog.cancelButton(),
          Dialog.okButton({ label: trans.__('Make It') })
        ],
        focusNodeSelector: `input[name=${focused}]`
      });
      const { button, value } = await dialog.launch();
      if (chosen === null) {
        return button.accept ? value : null;
      }
      // The lab shows one dialog at a time: this one comes back with what was chosen.
      wish = form.getValue();
      focused = chosen;
      const found = await this._choose?.(chosen, path);
      if (found) {
        wish = { ...wish, [focused]: found };
      }
    }
  }

  private async _showMade(result: CurationResult): Promise<void> {
    const trans = this._trans;
    const { button, value } = await showDialog({
      title: titleWords(result, trans),
      body: new MadeView(result, trans),
      buttons: [
        Dialog.cancelButton({ label: trans.__('Close') }),
        Dialog.okButton({ label: trans.__('Save and Open') })
      ]
    });
    if (!button.accept || !value) {
      return;
    }
    const key = { bench: result.bench, id: result.id };
    const { changed: labels, changedDiagnosis: diagnosis } = value;
    await orTell(trans.__('The instance could not be shown'), async () => {
      if (Object.keys(labels).length > 0 || diagnosis !== null) {
        await this._model.settle(key, labels, diagnosis);
      }
      await this._open(key);
    });
  }

  private _wish: IWish = {
    bench: 'my-crashes',
    id: '',
    fixed: '',
    data: 'sampled'
  };
  private readonly _dialogs: FollowedDialogs;
}

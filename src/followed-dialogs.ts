import { Dialog, Notification } from '@jupyterlab/apputils';
import type { TranslationBundle } from '@jupyterlab/translation';
import type { Widget } from '@lumino/widgets';

import { orTell } from './failure';
import type { FollowedModel, IEnd, IFollowed } from './followed';

export namespace FollowedDialogs {
  export interface IOptions {
    title: string;
    /** Shows how far it is. */
    body: () => Widget;
    /** The same in a few words. */
    words: () => string;
    /** What can be done about a good end. */
    actions?: () => Notification.IAction[];
    /** Whether the end is shown in another way, and needs no notification. */
    isShown?: () => boolean;
  }
}

/** Something that goes on with a person watching in a dialog, or in the background with a notification. */
export class FollowedDialogs {
  constructor(
    private readonly _model: FollowedModel<IFollowed>,
    private readonly _options: FollowedDialogs.IOptions,
    private readonly _trans: TranslationBundle
  ) {
    _model.changed.connect(this._updateNotification, this);
    _model.ended.connect(this._tellEnd, this);
  }

  /** Begin, then show how far it is; where it can't begin, say why. */
  async start(begin: () => Promise<void>): Promise<void> {
    const started = await orTell(
      this._trans.__('It could not be started'),
      async () => {
        await begin();
        return true;
      }
    );
    if (started) {
      await this.show();
    }
  }

  /** Show how far it is; what goes on goes on when the dialog is closed. */
  async show(): Promise<void> {
    const trans = this._trans;
    if (this._dialog) {
      return;
    }
    this._dismissNotification();
    const dialog = new Dialog({
      title: this._options.title,
      body: this._options.body(),
      buttons: this._model.running
        ? [
            Dialog.warnButton({ label: trans.__('Cancel It'), accept: true }),
            Dialog.cancelButton({
              label: trans.__('Continue in the Background')
            })
          ]
        : [Dialog.cancelButton({ label: trans.__('Close') })],
      // Enter and Escape leave it going on.
      defaultButton: this._model.running ? 1 : 0
    });
    this._dialog = dialog;
    const { button } = await dialog.launch();
    this._dialog = null;
    if (button.accept) {
      await this._cancel();
    }
    this._updateNotification();
  }

  private async _cancel(): Promise<void> {
    await orTell(this._trans.__('It could not be cancelled'), () =>
      this._model.cancel()
    );
  }

  /** While nobody watches, a notification says how far it is. */
  private _updateNotification(): void {
    const trans = this._trans;
    if (!this._model.running || this._dialog) {
      return;
    }
    const message = this._options.words();
    const progress = this._model.part ?? undefined;
    if (this._notification === null) {
      this._notification = Notification.emit(message, 'in-progress', {
        autoClose: false,
        progress,
        actions: [
          { label: trans.__('Show'), callback: () => void this.show() },
          { label: trans.__('Cancel'), callback: () => void this._cancel() }
        ]
      });
    } else {
      Notification.update({ id: this._notification, message, progress });
    }
  }

  private _tellEnd(_: unknown, { ok, sentence }: IEnd): void {
    this._dismissNotification();
    this._dialog?.reject();
    if (this._options.isShown?.()) {
      return;
    }
    if (ok) {
      const actions = this._options.actions?.() ?? [];
      Notification.success(sentence, { autoClose: 8000, actions });
    } else {
      Notification.warning(sentence, { autoClose: false });
    }
  }

  private _dismissNotification(): void {
    if (this._notification !== null) {
      Notification.dismiss(this._notification);
      this._notification = null;
    }
  }

  private _dialog: Dialog<unknown> | null = null;
  private _notification: string | null = null;
}

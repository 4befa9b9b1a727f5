import { Dialog, Notification, showDialog } from '@jupyterlab/apputils';
import type { TranslationBundle } from '@jupyterlab/translation';

import type { LabClient } from '../client';
import { orTell } from '../failure';
import type { ImageModel } from './image';
import { ImageProgressView } from './progress';
import { jobWords } from './words';

/** Builds, pulls and tries the image with a person watching, or in the background. */
export class ImageDialogs {
  constructor(
    private readonly _image: ImageModel,
    private readonly _client: Pick<LabClient, 'pullPlan'>,
    private readonly _trans: TranslationBundle
  ) {
    _image.changed.connect(this._updateNotification, this);
    _image.ended.connect(this._tellEnd, this);
  }

  /** Ask, then build. */
  async build(): Promise<void> {
    const trans = this._trans;
    const agreed = await ask(
      trans.__('Build the image?'),
      trans.__(
        "The benchmark's libraries take several GB to fetch and to keep, and many minutes."
      ),
      trans.__('Build')
    );
    if (agreed) {
      await this._start('build', true);
    }
  }

  /** Ask where it is large or its size isn't known, then pull. */
  async pull(): Promise<void> {
    const trans = this._trans;
    const plan = await orTell(trans.__('The image can not be pulled'), () =>
      this._client.pullPlan()
    );
    if (!plan) {
      return;
    }
    const { image, question } = plan;
    const title = trans.__('Pull the image?');
    if (!question || (await ask(title, question, trans.__('Pull')))) {
      await this._start('pull', true, image);
    }
  }

  async check(): Promise<void> {
    await this._start('check', false);
  }

  /** Show how far it is; what goes on goes on when the dialog is closed. */
  async show(): Promise<void> {
    const trans = this._trans;
    if (this._dialog) {
      return;
    }
    this._dismissNotification();
    const dialog = new Dialog({
      title: trans.__('Image of container kernels'),
      body: new ImageProgressView(this._image, trans),
      buttons: this._image.running
        ? [
            Dialog.warnButton({ label: trans.__('Cancel It'), accept: true }),
            Dialog.cancelButton({
              label: trans.__('Continue in the Background')
            })
          ]
        : [Dialog.cancelButton({ label: trans.__('Close') })],
      // Enter and Escape leave it going on.
      defaultButton: this._image.running ? 1 : 0
    });
    this._dialog = dialog;
    const { button } = await dialog.launch();
    this._dialog = null;
    if (button.accept) {
      await orTell(trans.__('It could not be cancelled'), () =>
        this._image.cancel()
      );
    }
    this._updateNotification();
  }

  private async _start(
    action: 'build' | 'pull' | 'check',
    agreed: boolean,
    image: string | null = null
  ): Promise<void> {
    const started = await orTell(
      this._trans.__('It could not be started'),
      async () => {
        await this._image.start(action, agreed, image);
        return true;
      }
    );
    if (started) {
      await this.show();
    }
  }

  /** While nobody watches, a notification says how far it is. */
  private _updateNotification(): void {
    const trans = this._trans;
    if (!this._image.running || this._dialog) {
      return;
    }
    const message = jobWords(this._image, trans);
    const progress = this._image.part ?? undefined;
    if (this._notification === null) {
      this._notification = Notification.emit(message, 'in-progress', {
        autoClose: false,
        progress,
        actions: [
          { label: trans.__('Show'), callback: () => void this.show() },
          {
            label: trans.__('Cancel'),
            callback: () =>
              void orTell(trans.__('It could not be cancelled'), () =>
                this._image.cancel()
              )
          }
        ]
      });
    } else {
      Notification.update({ id: this._notification, message, progress });
    }
  }

  private _tellEnd(
    _: ImageModel,
    { ok, sentence }: { ok: boolean; sentence: string }
  ): void {
    this._dismissNotification();
    this._dialog?.reject();
    if (ok) {
      Notification.success(sentence, { autoClose: 8000 });
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

async function ask(title: string, body: string, yes: string): Promise<boolean> {
  const { button } = await showDialog({
    title,
    body,
    buttons: [Dialog.cancelButton(), Dialog.okButton({ label: yes })],
    defaultButton: 0
  });
  return button.accept;
}

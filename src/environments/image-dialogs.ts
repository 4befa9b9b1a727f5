import { Dialog, showDialog } from '@jupyterlab/apputils';
import type { TranslationBundle } from '@jupyterlab/translation';

import type { LabClient } from '../client';
import { orTell } from '../failure';
import { FollowedDialogs } from '../followed-dialogs';
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
    this._dialogs = new FollowedDialogs(
      _image,
      {
        title: _trans.__('Image of container kernels'),
        body: () => new ImageProgressView(_image, _trans),
        words: () => jobWords(_image, _trans)
      },
      _trans
    );
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
    await this._dialogs.show();
  }

  private async _start(
    action: 'build' | 'pull' | 'check',
    agreed: boolean,
    image: string | null = null
  ): Promise<void> {
    await this._dialogs.start(() => this._image.start(action, agreed, image));
  }

  private readonly _dialogs: FollowedDialogs;
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

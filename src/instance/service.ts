import { Dialog, showDialog } from '@jupyterlab/apputils';
import { IDocumentManager } from '@jupyterlab/docmanager';
import { INotebookTracker, NotebookPanel } from '@jupyterlab/notebook';
import { TranslationBundle } from '@jupyterlab/translation';
import { ISignal, Signal } from '@lumino/signaling';

import type { LabClient } from '../client';
import type { LabSettings } from '../settings';
import type {
  Attempt,
  IEnvironments,
  IInstanceKey,
  IInstances,
  IPlace,
  IShown,
  Reveal,
  VariantName
} from '../tokens';
import { variantAt, variantPath } from './drive';
import { nextHint } from './hints';
import { shownIn } from './shown';
import { isReference, revealQuestion } from './words';

/** Name of the lab's widget factory for notebooks. */
const NOTEBOOK_FACTORY = 'Notebook';

export namespace Instances {
  export interface IOptions {
    client: LabClient;
    documents: IDocumentManager;
    environments: IEnvironments;
    notebooks: INotebookTracker;
    settings: LabSettings;
    /** Puts the page of an instance into the main area. */
    showPage: (key: IInstanceKey) => Promise<void>;
    trans: TranslationBundle;
  }
}

/** Opens pages, attempts and variants, and asks before it shows a part of the answer. */
export class Instances implements IInstances {
  constructor(private readonly _options: Instances.IOptions) {}

  get changed(): ISignal<IInstances, IInstanceKey> {
    return this._changed;
  }

  openPage(key: IInstanceKey): Promise<void> {
    return this._options.showPage(key);
  }

  async openAttempt(key: IInstanceKey, fresh = false): Promise<NotebookPanel> {
    const { client, environments } = this._options;
    const place = await environments.place(key);
    const attempt = await client.startAttempt(key, fresh, place);
    this.touch(attempt);
    return this._open(attempt, place);
  }

  /** Take up an attempt that there is. */
  async resume(key: IInstanceKey, number: number): Promise<NotebookPanel> {
    const attempt = await this._options.client.resumeAttempt(key, number);
    this.touch(attempt);
    return this._open(attempt, await this._options.environments.place(key));
  }

  /**
   * Begin anew with the notebook as it was given: as another attempt, so that the one before stays as it is.
   *
   * Resolves to null where the person would rather not.
   */
  async reset(key: IInstanceKey): Promise<NotebookPanel | null> {
    const { trans } = this._options;
    const { button } = await showDialog({
      title: trans.__('Begin anew?'),
      body: trans.__(
        'A new attempt begins with the notebook as it was given. What you have done so far stays in the list of your attempts.'
      ),
      buttons: [
        Dialog.cancelButton(),
        Dialog.okButton({ label: trans.__('Begin anew') })
      ]
    });
    return button.accept ? this.openAttempt(key, true) : null;
  }

  private async _open(attempt: Attempt, place: IPlace): Promise<NotebookPanel> {
    const { documents, environments } = this._options;
    const kernel = documents.findWidget(attempt.path, NOTEBOOK_FACTORY)
      ? null
      : await environments.kernel(attempt, place, await this._has(attempt));
    const panel = documents.openOrReveal(
      attempt.path,
      NOTEBOOK_FACTORY,
      kernel === null ? undefined : { name: kernel }
    );
    if (!(panel instanceof NotebookPanel)) {
      throw new Error(
        this._options.trans.__(
          'The notebook %1 could not be opened. Check that the notebook extension of the lab is enabled.',
          attempt.path
        )
      );
    }
    return panel;
  }

  /** The kernel that the attempt's notebook on disk asks for; empty where it names none. */
  private async _has(attempt: Attempt): Promise<string> {
    const { contents } = this._options.documents.services;
    const { content } = await contents.get(attempt.path, { type: 'notebook' });
    const name: unknown = content?.metadata?.kernelspec?.name;
    return typeof name === 'string' ? name : '';
  }

  async openVariant(key: IInstanceKey, variant: VariantName): Promise<void> {
    const { documents, notebooks } = this._options;
    if (isReference(variant) && !(await this.reveal(key, 'fixed'))) {
      return;
    }
    // A second variant becomes a tab beside the first, so that they don't get narrower each time.
    const beside = notebooks.find(
      panel => variantAt(panel.context.path) !== null && panel.isVisible
    );
    documents.openOrReveal(
      variantPath({ ...key, variant }),
      NOTEBOOK_FACTORY,
      undefined,
      beside ? { mode: 'tab-after', ref: beside.id } : { mode: 'split-right' },
      NO_KERNEL
    );
  }

  async lacking(key: IInstanceKey): Promise<string | null> {
    const { client, environments, settings } = this._options;
    await settings.ready;
    if (environments.chosen(key) !== 'local') {
      return null;
    }
    return client.lacking(key, settings.kernel(key.bench));
  }

  touch({ bench, id }: IInstanceKey): void {
    this._changed.emit({ bench, id });
  }

  async reveal(
    key: IInstanceKey,
    what: Reveal,
    attempt?: number
  ): Promise<boolean> {
    const { client, settings, trans } = this._options;
    const { reveals } = await client.instance(key);
    if (reveals.revealed.includes(what)) {
      return true;
    }
    await settings.ready;
    if (settings.current.confirmReveal) {
      const { button } = await showDialog({
        ...revealQuestion(what, trans),
        buttons: [
          Dialog.cancelButton({ label: trans.__('Not yet') }),
          Dialog.okButton({ label: trans.__('Show') })
        ],
        defaultButton: 0
      });
      if (!button.accept) {
        return false;
      }
    }
    await client.reveal(key, what, attempt);
    this.touch(key);
    return true;
  }

  /** Ask before showing the next hint; resolves to whether one is shown. */
  async hint({ attempt, ...key }: IShown): Promise<boolean> {
    const next = nextHint(await this._options.client.instance(key));
    return next !== null && this.reveal(key, next.what, attempt);
  }

  shown(panel: NotebookPanel): IShown | null {
    return shownIn(panel);
  }

  private readonly _changed = new Signal<IInstances, IInstanceKey>(this);
}

/** For a notebook that is only to be looked at. */
export const NO_KERNEL = {
  shouldStart: false,
  canStart: false,
  autoStartDefault: false
};

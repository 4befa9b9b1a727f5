import { Dialog, showDialog } from '@jupyterlab/apputils';
import { IDocumentManager } from '@jupyterlab/docmanager';
import { INotebookTracker, NotebookPanel } from '@jupyterlab/notebook';
import { TranslationBundle } from '@jupyterlab/translation';
import { ISignal, Signal } from '@lumino/signaling';

import type { LabClient } from '../client';
import type { LabSettings } from '../settings';
import type {
  Attempt,
  IInstanceKey,
  IInstances,
  IShown,
  Reveal,
  VariantName
} from '../tokens';
import { variantAt, variantPath } from './drive';
import { shownIn } from './shown';
import { isReference, revealQuestion } from './words';

/** Name of the lab's widget factory for notebooks. */
const NOTEBOOK_FACTORY = 'Notebook';

export namespace Instances {
  export interface IOptions {
    client: LabClient;
    documents: IDocumentManager;
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
    const { client, settings } = this._options;
    await settings.ready;
    const attempt = await client.startAttempt(
      key,
      fresh,
      settings.kernel(key.bench)
    );
    this._changed.emit({ bench: attempt.bench, id: attempt.id });
    return this.resume(attempt);
  }

  /** Open the notebook of an attempt that there is. */
  async resume(attempt: Attempt): Promise<NotebookPanel> {
    const { documents } = this._options;
    const panel = documents.openOrReveal(attempt.path, NOTEBOOK_FACTORY);
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
    const { client, settings } = this._options;
    await settings.ready;
    return client.lacking(key, settings.kernel(key.bench));
  }

  async reveal(key: IInstanceKey, what: Reveal): Promise<boolean> {
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
    await client.reveal(key, what);
    this._changed.emit({ bench: key.bench, id: key.id });
    return true;
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

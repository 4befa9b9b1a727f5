import * as nbformat from '@jupyterlab/nbformat';
import { Contents, ServerConnection } from '@jupyterlab/services';
import { TranslationBundle } from '@jupyterlab/translation';
import { ISignal, Signal } from '@lumino/signaling';

import type { LabClient } from '../client';
import type { IInstanceKey, VariantName } from '../tokens';

/** Which variant of which instance. */
export interface IVariantKey extends IInstanceKey {
  variant: VariantName;
}

/** Name of the drive; paths in it begin with it and a colon. */
export const DRIVE_NAME = 'junobench';

const VARIANTS: readonly VariantName[] = [
  'original',
  'reproduced',
  'fixed',
  'fixed2'
];

/** A constant time, so that the lab never finds the file changed on disk. */
const NEVER_CHANGES = new Date(0).toISOString();

/** Path of a variant, drive included: the name says what it is even where only the last part shows. */
export function variantPath({ bench, id, variant }: IVariantKey): string {
  return `${DRIVE_NAME}:${bench}/${id}/${id}_${variant}.ipynb`;
}

/** The variant at a path of the drive (with or without the drive's name); null for any other path. */
export function variantAt(path: string): IVariantKey | null {
  const local = path.startsWith(`${DRIVE_NAME}:`)
    ? path.slice(DRIVE_NAME.length + 1)
    : path;
  const parts = local.split('/').filter(part => part !== '');
  if (parts.length !== 3) {
    return null;
  }
  const [bench, id, file] = parts;
  const variant = VARIANTS.find(name => file === `${id}_${name}.ipynb`);
  return variant ? { bench, id, variant } : null;
}

/** Cells that can be neither edited nor deleted. */
function locked(
  notebook: nbformat.INotebookContent
): nbformat.INotebookContent {
  return {
    ...notebook,
    cells: notebook.cells.map(cell => ({
      ...cell,
      ...(nbformat.isCode(cell) && { outputs: cell.outputs.map(joined) }),
      metadata: { ...cell.metadata, editable: false, deletable: false }
    }))
  };
}

/** An output with each text in one piece: on disk a text may be a list of lines, and the lab knows no such lists. */
function joined(output: nbformat.IOutput): nbformat.IOutput {
  const { text, data } = output;
  return {
    ...output,
    ...(isLines(text) && { text: text.join('') }),
    ...(typeof data === 'object' &&
      data !== null && {
        data: Object.fromEntries(
          Object.entries(data).map(([type, value]) => [
            type,
            isLines(value) && !isJSON(type) ? value.join('') : value
          ])
        )
      })
  };
}

function isLines(value: unknown): value is string[] {
  return Array.isArray(value) && value.every(line => typeof line === 'string');
}

/** Whether a list of texts means itself in this type. */
function isJSON(type: string): boolean {
  return type === 'application/json' || type.endsWith('+json');
}

/**
 * The variants of all benches as read-only notebooks.
 *
 * The lab opens them like any other document, but they can't be saved, renamed or deleted, so that nothing a person does
 * changes a bench.
 */
export class JunoBenchDrive implements Contents.IDrive {
  constructor(
    private readonly _client: Pick<LabClient, 'variant' | 'settings'>,
    private readonly _trans: TranslationBundle
  ) {}

  readonly name = DRIVE_NAME;

  get serverSettings(): ServerConnection.ISettings {
    return this._client.settings;
  }

  get fileChanged(): ISignal<this, Contents.IChangedArgs> {
    return this._fileChanged;
  }

  get isDisposed(): boolean {
    return this._isDisposed;
  }

  dispose(): void {
    this._isDisposed = true;
    Signal.clearData(this);
  }

  async get(
    localPath: string,
    options?: Contents.IFetchOptions
  ): Promise<Contents.IModel> {
    const key = variantAt(localPath);
    if (!key) {
      throw new Error(
        this._trans.__(
          'There is no variant at %1. Open variants from the page of their instance.',
          localPath
        )
      );
    }
    const model: Contents.IModel = {
      name: localPath.split('/').pop() ?? localPath,
      path: localPath,
      type: 'notebook',
      format: null,
      mimetype: '',
      content: null,
      writable: false,
      created: NEVER_CHANGES,
      last_modified: NEVER_CHANGES
    };
    if (options?.content === false) {
      return model;
    }
    const { notebook } = await this._client.variant(key, key.variant);
    return {
      ...model,
      format: 'json',
      content: locked(notebook as unknown as nbformat.INotebookContent)
    };
  }

  /** There are none: the lab asks for them when it writes the tooltip of a tab. */
  async listCheckpoints(): Promise<Contents.ICheckpointModel[]> {
    return [];
  }

  getDownloadUrl(): Promise<string> {
    return this._refuse();
  }

  newUntitled(): Promise<Contents.IModel> {
    return this._refuse();
  }

  delete(): Promise<void> {
    return this._refuse();
  }

  rename(): Promise<Contents.IModel> {
    return this._refuse();
  }

  save(): Promise<Contents.IModel> {
    return this._refuse();
  }

  copy(): Promise<Contents.IModel> {
    return this._refuse();
  }

  createCheckpoint(): Promise<Contents.ICheckpointModel> {
    return this._refuse();
  }

  restoreCheckpoint(): Promise<void> {
    return this._refuse();
  }

  deleteCheckpoint(): Promise<void> {
    return this._refuse();
  }

  private async _refuse(): Promise<never> {
    throw new Error(
      this._trans.__(
        'Variants are read-only. Start an attempt to have a copy of your own.'
      )
    );
  }

  private readonly _fileChanged = new Signal<this, Contents.IChangedArgs>(this);
  private _isDisposed = false;
}

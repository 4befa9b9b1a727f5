import type { IDocumentManager } from '@jupyterlab/docmanager';
import { FileDialog } from '@jupyterlab/filebrowser';
import type { Contents } from '@jupyterlab/services';

/**
 * Ask for files in the lab's own dialog, where all folders can be gone
 * through. Resolves to the paths of what was chosen; none where nothing was.
 */
export async function chosenFiles(
  manager: IDocumentManager,
  title: string,
  accepts: (file: Contents.IModel) => boolean,
  defaultPath?: string
): Promise<string[]> {
  const isWanted = (file: Contents.IModel) =>
    file.type !== 'directory' && accepts(file);
  const { button, value } = await FileDialog.getOpenFiles({
    manager,
    title,
    defaultPath,
    filter: file => (file.type === 'directory' || isWanted(file) ? {} : null)
  });
  return button.accept
    ? (value ?? []).filter(isWanted).map(({ path }) => path)
    : [];
}

/** The same for a folder; at most one. */
export async function chosenFolder(
  manager: IDocumentManager,
  title: string,
  defaultPath?: string
): Promise<string[]> {
  const { button, value } = await FileDialog.getExistingDirectory({
    manager,
    title,
    defaultPath
  });
  return button.accept ? (value ?? []).map(({ path }) => path) : [];
}

export function isNotebook({ type }: Contents.IModel): boolean {
  return type === 'notebook';
}

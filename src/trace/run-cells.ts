import { NotebookActions, type NotebookPanel } from '@jupyterlab/notebook';

/**
 * Run exactly these cells in this order, one after the other, and stop where one fails.
 *
 * @returns Whether all of them ran without an error.
 */
export async function runCells(
  panel: NotebookPanel,
  ids: readonly string[]
): Promise<boolean> {
  const { content, sessionContext } = panel;
  for (const id of ids) {
    const cell = content.widgets.find(({ model }) => model.id === id);
    if (
      !cell ||
      !(await NotebookActions.runCells(content, [cell], sessionContext))
    ) {
      return false;
    }
  }
  return true;
}

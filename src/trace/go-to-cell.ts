import type { Cell } from '@jupyterlab/cells';
import type { Notebook } from '@jupyterlab/notebook';

const FLASH = 'jp-jbl-flash';

/**
 * Bring a cell into view and make it the active cell. The focus stays where it is.
 *
 * @returns The cell; null where there is no such cell.
 */
export async function showCell(
  notebook: Notebook,
  id: string
): Promise<Cell | null> {
  const index = notebook.widgets.findIndex(cell => cell.model.id === id);
  if (index < 0) {
    return null;
  }
  notebook.deselectAll();
  notebook.activeCellIndex = index;
  await scrollTo(notebook, index, 'center');
  const cell = notebook.widgets[index];
  if (cell.node.offsetHeight > notebook.node.clientHeight) {
    // A long output would push the source out of view.
    await scrollTo(notebook, index, 'start');
  }
  return cell;
}

/**
 * Bring a cell into view, make it the active cell, and let it flash.
 *
 * @returns Whether there is such a cell.
 */
export async function goToCell(
  notebook: Notebook,
  id: string
): Promise<boolean> {
  const cell = await showCell(notebook, id);
  if (!cell) {
    return false;
  }
  const { node } = cell;
  node.classList.remove(FLASH);
  // Reading a size makes the browser forget the finished animation.
  void node.offsetWidth;
  node.classList.add(FLASH);
  node.addEventListener('animationend', () => node.classList.remove(FLASH), {
    once: true
  });
  return true;
}

async function scrollTo(
  notebook: Notebook,
  index: number,
  align: 'center' | 'start'
): Promise<void> {
  try {
    await notebook.scrollToItem(index, align);
  } catch {
    // The notebook was asked to scroll elsewhere meanwhile, and goes there.
  }
}

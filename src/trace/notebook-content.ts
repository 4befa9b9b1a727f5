/** What the server needs of an open notebook to trace it. Reads the notebook's model and changes nothing. */
import { isCodeCellModel, type ICodeCellModel } from '@jupyterlab/cells';
import type { IOutput } from '@jupyterlab/nbformat';
import type { INotebookModel } from '@jupyterlab/notebook';

/** A notebook document as the server takes it: sources, counts and errors; other outputs, which may be large, are left out. */
export interface INotebookContent {
  [key: string]: unknown;
  nbformat: 4;
  nbformat_minor: 5;
  metadata: object;
  cells: object[];
}

export function notebookContent(model: INotebookModel): INotebookContent {
  const cells = Array.from(model.cells, cell => ({
    cell_type: cell.type,
    id: cell.id,
    metadata: {},
    source: cell.sharedModel.getSource(),
    ...(isCodeCellModel(cell)
      ? { execution_count: cell.executionCount, outputs: errorsOf(cell) }
      : {})
  }));
  return { nbformat: 4, nbformat_minor: 5, metadata: {}, cells };
}

function errorsOf(cell: ICodeCellModel): IOutput[] {
  const errors: IOutput[] = [];
  for (let index = 0; index < cell.outputs.length; index++) {
    const output = cell.outputs.get(index);
    if (output.type === 'error') {
      errors.push(output.toJSON());
    }
  }
  return errors;
}

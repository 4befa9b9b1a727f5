import { NotebookModel, type Notebook } from '@jupyterlab/notebook';
import { NBTestUtils } from '@jupyterlab/notebook/lib/testutils';
import { nullTranslator } from '@jupyterlab/translation';
import { Widget } from '@lumino/widgets';

import { TraceDecorations } from '../decorations';
import { goToCell } from '../go-to-cell';
import { TraceModel } from '../model';
import { cellIds } from '../traces';
import { sampleTrace } from './traces';

const trans = nullTranslator.load('junobench_lab');

let notebook: Notebook;
let trace: TraceModel;

/** Wait until cell `index` is shown as number `index + 1`, that is, until the marks were drawn. */
async function drawn(index: number): Promise<void> {
  while (number(index) !== `cell ${index + 1}`) {
    await new Promise(resolve => setTimeout(resolve, 0));
  }
}

beforeEach(async () => {
  notebook = NBTestUtils.createNotebook();
  const model = new NotebookModel();
  model.fromJSON({
    nbformat: 4,
    nbformat_minor: 5,
    metadata: {},
    cells: sampleTrace().cells.map(({ id, source }) => ({
      cell_type: 'code',
      id: id ?? undefined,
      source,
      metadata: {},
      outputs: [],
      execution_count: null
    }))
  });
  notebook.model = model;
  Widget.attach(notebook, document.body);
  model.dirty = false;
  trace = new TraceModel();
  new TraceDecorations(notebook, trace, trans);
  await trace.load(
    async () => sampleTrace(),
    () => cellIds(notebook)
  );
  await drawn(5);
});

afterEach(() => notebook.dispose());

function inGutter(index: number, className: string): string | undefined {
  return (
    notebook.widgets[index].node.querySelector(className)?.textContent ??
    undefined
  );
}

const badge = (index: number) => inGutter(index, '.jp-jbl-badge');
const number = (index: number) => inGutter(index, '.jp-jbl-gutter-number');

describe('TraceDecorations', () => {
  it('shows the place of each cell in the recorded order', () => {
    expect([0, 1, 2, 3, 4, 5].map(badge)).toEqual([
      '1',
      '4 · 2nd run',
      '2',
      'never ran',
      '5 · crash',
      'after crash'
    ]);
  });

  it('numbers the cells, and names the line of the crash', () => {
    expect(number(4)).toBe('cell 5');
    expect(inGutter(4, '.jp-jbl-gutter-line')).toBe('line 2');
  });

  it('describes a cell to a screen reader in a sentence', () => {
    const { node } = notebook.widgets[4];
    const id = node.getAttribute('aria-describedby') ?? '';
    expect(document.getElementById(id)?.textContent).toContain(
      "Recorded as execution 5 of 5; crashed here in line 2: NameError: name 'y' is not defined."
    );
  });

  it('changes nothing in the notebook', () => {
    expect(notebook.model?.dirty).toBe(false);
    expect(notebook.model?.cells.get(4).metadata).toEqual({});
  });

  it('numbers anew when a cell is added, and gives the new cell no badge', async () => {
    notebook.model?.sharedModel.insertCell(0, { cell_type: 'code' });
    trace.setOrder(cellIds(notebook));
    await drawn(6);
    expect(badge(0)).toBeUndefined();
    expect(badge(5)).toBe('5 · crash');
    expect(number(5)).toBe('cell 6');
  });
});

describe('goToCell', () => {
  it('makes the cell the active one', async () => {
    expect(await goToCell(notebook, 'cell-4')).toBe(true);
    expect(notebook.activeCellIndex).toBe(4);
  });

  it('says that a deleted cell is not there', async () => {
    expect(await goToCell(notebook, 'no-such-cell')).toBe(false);
  });
});

import { NotebookModel, type Notebook } from '@jupyterlab/notebook';
import { NBTestUtils } from '@jupyterlab/notebook/lib/testutils';
import { nullTranslator } from '@jupyterlab/translation';
import { Widget } from '@lumino/widgets';

import { TraceDecorations } from '../decorations';
import { goToCell } from '../go-to-cell';
import { NotebookSessions } from '../notebook-sessions';
import { cellIds } from '../traces';
import type { CellNeed } from '../../tokens';
import { explainedTrace, sampleTrace, traced } from './traces';

const trans = nullTranslator.load('junobench_lab');

let notebook: Notebook;
let sessions: NotebookSessions;
let shown: boolean;
let decorations: TraceDecorations;

/** Wait until the page is as it should be. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) {
    await new Promise(resolve => setTimeout(resolve, 0));
  }
}

/** Wait until cell `index` is shown as number `index + 1`, that is, until the marks were drawn. */
function drawn(index: number): Promise<void> {
  return until(() => number(index) === `cell ${index + 1}`);
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
  sessions = new NotebookSessions();
  shown = true;
  decorations = new TraceDecorations(notebook, sessions, () => shown, trans);
  await sessions.recorded.load(
    async () => traced(explainedTrace()),
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
    sessions.setOrder(cellIds(notebook));
    await drawn(6);
    expect(badge(0)).toBeUndefined();
    expect(badge(5)).toBe('5 · crash');
    expect(number(5)).toBe('cell 6');
  });
});

describe('TraceDecorations in a replay', () => {
  const tag = (index: number) =>
    notebook.widgets[index].node.querySelector('.jp-jbl-tag')?.textContent;
  const current = () =>
    notebook.widgets.findIndex(({ node }) =>
      node.classList.contains('jp-jbl-replay-current')
    );

  it('marks the cell of the step, and lights up the names that it wrote', async () => {
    await sessions.startReplay();
    sessions.replay?.go(2);
    await until(() => current() === 1);
    expect([0, 1, 2, 3].map(tag)).toEqual([
      undefined,
      'wrote x',
      'wrote x',
      undefined
    ]);
  });

  it('shows at the crash what would write the missing name', async () => {
    await sessions.startReplay();
    await until(() => current() === 4);
    expect(tag(3)).toBe('would write y');
  });

  it('takes everything away when the replay ends', async () => {
    await sessions.startReplay();
    await until(() => current() === 4);
    sessions.endReplay();
    await until(() => current() === -1);
    expect(notebook.node.querySelector('.jp-jbl-tag')).toBeNull();
  });
});

describe("TraceDecorations of this kernel's session", () => {
  const need: CellNeed = {
    cell: 4,
    id: 'cell-4',
    missing: [{ name: 'y', cells: [3] }],
    stale: [],
    run: [3, 4]
  };

  beforeEach(async () => {
    sessions.view = 'kernel';
    await sessions.takeKernel(
      async () => ({
        saved: sampleTrace(),
        saved_flow: { steps: [] },
        session: {
          ...sampleTrace(),
          crash: null,
          executions: sampleTrace().executions.slice(0, 1),
          cells: sampleTrace().cells.map(cell => ({
            ...cell,
            state: cell.cell === 0 ? ('ran' as const) : ('never_ran' as const),
            places: cell.cell === 0 ? [1] : []
          }))
        },
        session_flow: { steps: [] },
        needs: [need]
      }),
      () => cellIds(notebook)
    );
    await until(() => badge(4) === undefined);
  });

  it('marks what ran, and not what did not run yet', () => {
    expect([0, 1, 3, 4, 5].map(badge)).toEqual([
      '1',
      undefined,
      undefined,
      undefined,
      undefined
    ]);
    expect(notebook.widgets[3].node.dataset.jblState).toBeUndefined();
  });

  it('says beside a cell what it needs, in a few words and in a sentence', () => {
    expect(inGutter(4, '.jp-jbl-gutter-need')).toBe('needs cell 4');
    expect(notebook.widgets[4].node.textContent).toContain(
      'y does not exist in this kernel: run cell 4 first.'
    );
    expect(inGutter(3, '.jp-jbl-gutter-need')).toBeUndefined();
  });

  it('shows the recorded session again as it was', async () => {
    sessions.view = 'recorded';
    await until(() => badge(4) === '5 · crash');
    expect(inGutter(4, '.jp-jbl-gutter-need')).toBeUndefined();
  });
});

describe('TraceDecorations of a notebook whose trace is not to be seen', () => {
  it('leaves the notebook as it was', async () => {
    shown = false;
    decorations.update();
    await until(() => badge(4) === undefined);
    expect(notebook.node.querySelector('.jp-jbl-gutter')).toBeNull();
    expect(notebook.widgets[4].node.dataset.jblState).toBeUndefined();
    expect(
      notebook.widgets[4].node.getAttribute('aria-describedby')
    ).toBeNull();
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

/** Timings of the front end, on the bench in JUNOBENCH_UI_LARGE_BENCH; benchmarks/front_end.py calls it. */
import { IJupyterLabPageFixture, test } from '@jupyterlab/galata';
import { writeFile } from 'node:fs/promises';

import { IMetered, metered, untilPainted } from './meter';

const bench = process.env.JUNOBENCH_UI_LARGE_BENCH;
const file = process.env.JUNOBENCH_UI_FIGURES;
if (!bench || !file) {
  throw new Error(
    'The timings are run by "python -m benchmarks.front_end", which makes the bench they need.'
  );
}

const ROW = '.jp-jbl-list [role=option] .jp-jbl-item-id';
/** Instances of the starter bench that are opened. */
const IDS = [
  'ferry-reviews',
  'bike-counter',
  'museum-visits',
  'tram-delays',
  'water-pumps'
];

test('timings of the front end', async ({ page }) => {
  const figures: Record<string, IMetered | number | number[] | string[]> = {
    scripts: await scripts(page)
  };

  figures.idle = await metered(page, () => page.waitForTimeout(2000));
  figures.panel = await untilPainted(page, [ROW], () =>
    execute(page, 'junobench-lab:browse')
  );
  await execute(page, 'junobench-lab:add-bench', { path: bench });
  await page.getByText('case-00000').waitFor();
  await page.locator(ROW).first().hover();

  figures.wheel = await metered(page, async () => {
    for (let turn = 0; turn < 120; turn++) {
      await page.mouse.wheel(0, 240);
      await page.waitForTimeout(8);
    }
  });
  figures.drag = await metered(page, async () => {
    for (let step = 0; step <= 100; step++) {
      await page.evaluate(share => {
        const list = document.querySelector('.jp-jbl-list')!;
        list.scrollTop = share * list.scrollHeight;
      }, step / 100);
      await page.waitForTimeout(16);
    }
  });
  figures.dragged = await untilPainted(
    page,
    ['.jp-jbl-list [aria-posinset="10000"] .jp-jbl-item-id'],
    async () => undefined
  );

  const search = page.getByLabel('Search the instances');
  await search.focus();
  figures.typing = await metered(page, () =>
    page.keyboard.type('pandas case-0012', { delay: 80 })
  );
  await page.keyboard.press('Control+A');
  figures.filtered = await untilPainted(
    page,
    ['.jp-jbl-list [title="case-04321"]'],
    () => page.keyboard.type('04321')
  );

  const pages: number[] = [];
  const attempts: number[] = [];
  const notebooks: number[] = [];
  await execute(page, 'junobench-lab:show-trace');
  // The lab loads some of its own scripts with the first notebook.
  for (const id of [IDS[0], ...IDS]) {
    const key = { bench: 'starter', id };
    pages.push(
      await untilPainted(
        page,
        [`.jp-jbl-page[aria-label*="${id}"] .jp-jbl-lane-page`],
        () => execute(page, 'junobench-lab:open-instance', key)
      )
    );
    attempts.push(
      await untilPainted(
        page,
        ['.jp-Notebook .jp-jbl-badge', '.jp-jbl-trace .jp-jbl-trace-place'],
        () =>
          execute(page, 'junobench-lab:open-attempt', { ...key, fresh: true })
      )
    );
    await closeAll(page);
    const path = `junobench/starter/${id}/attempt-1/${id}.ipynb`;
    notebooks.push(
      // The first cell stands there before the notebook is read.
      await untilPainted(
        page,
        ['.jp-Notebook .jp-Cell[data-windowed-list-index="2"]'],
        () => execute(page, 'docmanager:open', { path })
      )
    );
    await closeAll(page);
  }
  figures.pages = pages.slice(1);
  figures.attempts = attempts.slice(1);
  figures.firstAttempt = attempts[0];
  figures.notebooks = notebooks.slice(1);
  await writeFile(file, JSON.stringify(figures));
});

async function execute(
  page: IJupyterLabPageFixture,
  command: string,
  args = {}
): Promise<void> {
  await page.evaluate(
    ([command, args]) => {
      void window.jupyterapp.commands.execute(command, args);
    },
    [command, args] as const
  );
}

/** Without asking whether something is to be saved. */
async function closeAll(page: IJupyterLabPageFixture): Promise<void> {
  await page.evaluate(() => {
    for (const widget of [...window.jupyterapp.shell.widgets('main')]) {
      widget.dispose();
    }
  });
}

/** Names of the extension's scripts that are loaded by now. */
function scripts(page: IJupyterLabPageFixture): Promise<string[]> {
  return page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name))
      .filter(({ pathname }) =>
        pathname.includes('/extensions/junobench-lab/static/')
      )
      .map(({ pathname }) => pathname.split('/').pop()!)
  );
}

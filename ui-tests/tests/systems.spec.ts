/** Systems in the lab: two files are loaded, the list is filtered by who is right, a page shows what each said. */
import { expect, test } from '@jupyterlab/galata';
import { execFileSync } from 'child_process';
import * as fs from 'fs';
import * as path from 'path';

const TRAJECTORY = {
  bench: 'starter',
  id: 'orchard-frost',
  agent: 'one that looks first',
  began: '2026-01-01T00:00:00Z',
  limits: {},
  steps: [
    {
      step: 1,
      at: 0,
      action: 'inspect',
      arguments: { name: 'y' },
      error: 'No kernel is running: run a cell first.',
      seconds: 0
    },
    {
      step: 2,
      at: 1,
      action: 'edit',
      arguments: { cell: 10, source: 'y = 1' },
      result: { cell: 10, id: 'c', type: 'code', source: 'y = 1' },
      seconds: 0
    }
  ],
  notebook: {}
};

test.describe('systems', () => {
  let folder: string;

  test.beforeEach(async ({ tmpPath, page }, info) => {
    folder = info.outputPath('predictions');
    fs.mkdirSync(folder, { recursive: true });
    // The rules find the cause of a crash by order; the crash cell alone is what the second system always says.
    const rules = path.join(folder, 'rules.jsonl');
    execFileSync(
      'junobench-lab',
      ['tasks', 'localisation', '--baseline', 'trace-rules', '-o', rules],
      { timeout: 60_000 }
    );
    const items = execFileSync('junobench-lab', ['tasks', 'localisation'], {
      timeout: 60_000,
      maxBuffer: 50_000_000,
      encoding: 'utf-8'
    });
    const said = items
      .split('\n')
      .filter(line => line !== '')
      .map(line => JSON.parse(line))
      .map(({ item, crash }) =>
        JSON.stringify({ item, system: 'crash-cell', cells: [crash.cell] })
      );
    const crashCell = path.join(folder, 'crash-cell.jsonl');
    fs.writeFileSync(crashCell, said.join('\n') + '\n');
    const way = path.join(folder, 'way.json');
    fs.writeFileSync(way, JSON.stringify(TRAJECTORY));
    for (const file of [rules, crashCell, way]) {
      await page.contents.uploadFile(
        file,
        `${tmpPath}/${path.basename(file)}`
      );
    }
  });

  test('filter the list, and stand beside a crash', async ({
    page,
    tmpPath
  }) => {
    test.setTimeout(120_000);
    for (const name of ['rules', 'crash-cell']) {
      await page.evaluate(
        ([command, file]) =>
          window.jupyterapp.commands.execute(command, {
            bench: 'starter',
            paths: [file]
          }),
        ['junobench-lab:load-system', `${tmpPath}/${name}.jsonl`]
      );
    }
    await page.evaluate(() =>
      window.jupyterapp.commands.execute('junobench-lab:browse')
    );
    const systems = page.getByRole('list', { name: 'Loaded systems' });
    await expect(systems.getByRole('listitem')).toHaveCount(2);
    const list = page.getByRole('listbox', { name: 'Instances' });

    // A right, B wrong.
    const first = page.getByRole('button', {
      name: /^Only those that rules \(localisation\) has right/
    });
    const second = page.getByRole('button', {
      name: /^Only those that crash-cell \(localisation\) has wrong/
    });
    await first.click();
    await expect(first).toHaveAttribute('aria-pressed', 'true');
    await second.click();
    await expect(second).toHaveAttribute('aria-pressed', 'true');
    await page.getByLabel('Search the instances').fill('orchard-frost');
    await expect(list.getByRole('option')).toHaveCount(1);
    const row = list.getByRole('option');
    await expect(row).toContainText('rules (localisation): right');
    await expect(row).toContainText('crash-cell (localisation): wrong');

    // The page says what each said, once it is unfolded: the cell that never ran, and the one that crashed.
    await row.click();
    const said = page.getByRole('region', { name: 'What systems said' });
    await expect(said.getByText('cell 9')).toBeHidden();
    await said.getByText('rules').click();
    await expect(said.getByText('cell 9')).toBeVisible();
    await expect(said).toContainText('cell 9');
    await expect(said).toContainText('cell 11');

    // What an agent did, by keyboard.
    await page.evaluate(
      ([command, file]) =>
        window.jupyterapp.commands.execute(command, { path: file }),
      ['junobench-lab:replay-trajectory', `${tmpPath}/way.json`]
    );
    const steps = page.getByRole('listbox', { name: 'Steps of the agent' });
    await expect(steps).toBeFocused();
    await page.keyboard.press('End');
    await expect(steps.getByRole('option', { selected: true })).toContainText(
      'Edit cell 11'
    );
    await expect(
      page.getByRole('region', { name: 'cell 11', exact: true })
    ).toContainText('y = 1');

    // From the first attempt on all of it is hidden.
    await page.evaluate(() =>
      window.jupyterapp.commands.execute('junobench-lab:open-attempt', {
        bench: 'starter',
        id: 'orchard-frost'
      })
    );
    await expect(row).toHaveCount(0);
    await page.evaluate(() =>
      window.jupyterapp.commands.execute('junobench-lab:open-instance', {
        bench: 'starter',
        id: 'orchard-frost'
      })
    );
    await expect(said).toContainText('is hidden while you work on it');

    for (const name of ['rules', 'crash-cell']) {
      await page
        .getByRole('button', { name: `Unload ${name} (localisation)` })
        .click();
    }
    await expect(systems).toHaveCount(0);
  });
});

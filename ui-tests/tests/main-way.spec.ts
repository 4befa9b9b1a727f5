/** The main way: find a crash, see it, run it to its crash, repair it, run the repair, compare it with the reference. */
import { expect, IJupyterLabPageFixture, test } from '@jupyterlab/galata';
import { Locator } from '@playwright/test';

const ID = 'ferry-reviews';

function panel(page: IJupyterLabPageFixture): Locator {
  return page.getByRole('listbox', { name: 'Instances' });
}

/** The cell element of the current notebook at a place counted from 1, scrolled into view. */
async function cellAt(
  page: IJupyterLabPageFixture,
  place: number
): Promise<Locator> {
  await page.notebook.selectCells(place - 1);
  const cell = page.locator(
    `.jp-NotebookPanel:not(.lm-mod-hidden) .jp-Notebook [data-windowed-list-index="${place - 1}"]`
  );
  await cell.scrollIntoViewIfNeeded();
  return cell;
}

test.describe('the main way', () => {
  test('from the catalog to the comparison', async ({ page }) => {
    test.setTimeout(120_000);
    await page.evaluate(() =>
      window.jupyterapp.commands.execute('junobench-lab:browse')
    );

    // Filter: of all instances, those whose root cause is the notebook's order.
    const list = panel(page);
    await expect(list.getByRole('option').first()).toBeVisible();
    await page.getByRole('checkbox', { name: /^NB specific/ }).check();
    await page.getByLabel('Search the instances').fill('ferry');
    await expect(list.getByRole('option')).toHaveCount(1);
    await expect(list.getByRole('option')).toContainText(ID);

    // The page of the instance, then an attempt.
    await list.getByRole('option').click();
    await expect(page.locator('.jp-jbl-page:visible')).toContainText(
      "name 'y' is not defined"
    );
    await page.getByRole('button', { name: /^Start attempt/ }).click();
    await page.waitForSelector('.jp-NotebookPanel .jp-Notebook');

    // The marks: the crash with its place and line, the cell that never ran.
    const crash = await cellAt(page, 17);
    await expect(crash).toContainText('10 · crash');
    await expect(crash).toContainText('line 1');
    await expect(crash.locator('.cm-content')).toContainText(
      "NameError: name 'y' is not defined"
    );
    await expect(await cellAt(page, 14)).toContainText('never ran');

    // The trace.
    await page.getByRole('button', { name: 'Trace', exact: true }).click();
    const trace = page.locator('.jp-jbl-trace:visible');
    await expect(trace).toContainText('10 executions');
    await expect(trace).toContainText('Cells that never ran');

    // Run it as it is: it crashes as recorded.
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    const runs = page.getByRole('region', { name: /^Run of/ });
    await expect(runs).toContainText('Crash as labelled', { timeout: 60_000 });

    // Repair: the crash cell makes what it lacks.
    await page.notebook.setCell(
      16,
      'code',
      'y = (df["stars"] >= 4).astype(int)\n' +
        'X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=0.25, random_state=42, stratify=y)'
    );
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await expect(runs).toContainText('No crash', { timeout: 60_000 });
    await expect(runs).toContainText("doesn't show yet that the repair is right");

    // Compare with the reference fix, which is revealed on purpose.
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: 'Show' })
      .click();
    const comparison = page.locator('.jp-jbl-compare');
    await expect(comparison).toContainText('Your fix');
    await expect(comparison).toContainText('Reference fix');
    await expect(comparison).toContainText('only in the reference fix');
    await expect(comparison).toContainText('Cell 17');
  });
});

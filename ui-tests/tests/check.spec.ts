/** A check: from an attempt that crashes, over one that only runs, to one that is right. */
import { expect, test } from '@jupyterlab/galata';

/** Place of the cell that removes the loans that are still out, 0-based. */
const CLEAN = 10;

test.describe('a check', () => {
  test('tells a repair that only runs from one that is right', async ({
    page
  }) => {
    test.setTimeout(180_000);
    await page.evaluate(() =>
      window.jupyterapp.commands.execute('junobench-lab:open-attempt', {
        bench: 'starter',
        id: 'library-loans',
        fresh: true
      })
    );
    await page.waitForSelector('.jp-NotebookPanel .jp-Notebook');
    const check = page.getByRole('button', { name: 'Check', exact: true });
    const region = page.getByRole('region', { name: /^Run of/ });
    const level = region.locator('[aria-current=step]');

    await check.click();
    await expect(level).toContainText('Does not run', { timeout: 60_000 });
    await expect(region).toContainText('It crashes as before: AttributeError');

    await page.notebook.setCell(CLEAN, 'code', 'loans = loans.copy()');
    await check.click();
    await expect(level).toContainText('Runs', { timeout: 60_000 });
    await expect(region).toContainText(
      'this does not yet show that the repair is right'
    );
    await expect(region).toContainText('1 of 3 hold');

    await page.notebook.setCell(
      CLEAN,
      'code',
      'loans = loans[loans["returned"].notna()]'
    );
    await check.click();
    await expect(level).toContainText('Passes the check', { timeout: 60_000 });
    await expect(region).toContainText('3 of 3 hold');
  });
});

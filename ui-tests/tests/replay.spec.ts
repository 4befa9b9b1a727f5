/** The trace explains the crash: its finding, the replay by keyboard, and the session of a notebook of one's own. */
import { expect, test } from '@jupyterlab/galata';

test.describe('the explanation', () => {
  test('is shown when asked for, replayed by keyboard, and run', async ({
    page
  }) => {
    await page.evaluate(() =>
      window.jupyterapp.commands.execute('junobench-lab:open-attempt', {
        bench: 'starter',
        id: 'ferry-reviews',
        fresh: true
      })
    );
    await page.waitForSelector('.jp-NotebookPanel .jp-Notebook');
    await page.evaluate(() =>
      window.jupyterapp.commands.execute('junobench-lab:show-trace')
    );
    const trace = page.locator('.jp-jbl-trace:visible');
    await expect(trace).toContainText('hint 2 of 4');
    await expect(trace).not.toContainText('which never ran in this session');
    await trace.getByRole('button', { name: 'Show', exact: true }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: 'Show', exact: true })
      .click();
    await expect(trace).toContainText(
      'y is made by cell 14, which never ran in this session.'
    );

    await trace.getByRole('button', { name: 'Replay' }).first().click();
    const slider = trace.getByRole('slider');
    await slider.focus();
    await page.keyboard.press('Home');
    await expect(trace).toContainText('Step 1 of 10');
    await page.keyboard.press('ArrowRight');
    await expect(trace).toContainText('Step 2 of 10');
    await page.keyboard.press('End');
    await expect(trace).toContainText('Step 10 of 10');
    await expect(page.locator('.jp-NotebookPanel')).toContainText(
      'would write y'
    );

    // Nothing has run in this kernel yet, so what the missing cell needs runs before it.
    await trace.getByRole('button', { name: 'Run what is missing' }).click();
    await expect(
      page.locator('.jp-Notebook .jp-mod-active .jp-OutputArea-output').last()
    ).toContainText('177))', { timeout: 60_000 });
  });
});

test.describe('a notebook of one’s own', () => {
  test('shows what ran in this kernel and what a cell needs', async ({
    page
  }) => {
    await page.notebook.createNew('own.ipynb');
    await page.notebook.setCell(0, 'code', 'rate = 2');
    await page.notebook.addCell('code', 'price = 10 * rate');
    await page.notebook.addCell('code', 'print(price)');
    await page.evaluate(() =>
      window.jupyterapp.commands.execute('junobench-lab:show-trace')
    );
    const trace = page.locator('.jp-jbl-trace:visible');
    await trace.getByText('This kernel').click();
    await page.notebook.runCell(2, true);
    await expect(trace).toContainText('price is made by cell 2');
    await page.notebook.selectCells(2);
    await page.evaluate(() =>
      window.jupyterapp.commands.execute('junobench-lab:run-needs')
    );
    await expect(
      page.locator('.jp-Notebook .jp-OutputArea-output').last()
    ).toContainText('20');
  });
});

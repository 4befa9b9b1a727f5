/** Trying a cell: what it would do is told below it, and the session is as it was. */
import { expect, test } from '@jupyterlab/galata';

// Galata reads the replies about kernels, and fails for that to an interrupt, which is empty.
test.use({ kernels: null });

test.describe('trying a cell', () => {
  test('tells a crash, what would change, and what can not be told', async ({
    page
  }) => {
    test.setTimeout(120_000);
    await page.notebook.createNew('own.ipynb');
    await page.notebook.setCell(0, 'code', 'prices = {"tea": 3}');
    await page.notebook.runCell(0, true);
    const trial = page.getByRole('region', { name: 'Trial of this cell' });
    const said = trial.getByRole('status');

    // The button in the toolbar of the cell.
    await page.notebook.addCell('code', '# too early\nprices["cake"]');
    await page.notebook.selectCells(1);
    await page.getByRole('button', { name: /^Try this cell in a copy/ }).click();
    await expect(said).toHaveText(
      "Would crash on line 2: KeyError: 'cake'",
      { timeout: 30_000 }
    );
    await trial.getByRole('button', { name: 'Close the trial' }).click();
    await expect(trial).toHaveCount(0);

    // The shortcut, while the cell is edited.
    await page.notebook.setCell(1, 'code', 'prices["cake"] = 4');
    await page.notebook.enterCellEditingMode(1);
    await page.keyboard.press('Alt+Shift+Enter');
    await expect(said).toContainText('Would run', { timeout: 30_000 });
    await expect(trial.getByRole('row').last()).toHaveText(
      /prices\s*changed in place\s*dict of 1 \u2192 dict of 2/
    );
    await expect(trial).toContainText('it is as it was');

    await page.notebook.setCell(1, 'code', 'open("new.txt", "w")');
    await expect(trial).toContainText('The cell was edited since.');
    await trial.getByRole('button', { name: 'Try again' }).click();
    await expect(said).toHaveText(
      "Can't tell here: it writes a file (line 1).",
      { timeout: 30_000 }
    );
    // By keyboard alone: asked for anew while it goes on, cancelled, closed.
    await page.notebook.setCell(1, 'code', 'while True: pass');
    await page.notebook.enterCellEditingMode(1);
    await page.keyboard.press('Alt+Shift+Enter');
    await page.keyboard.press('Alt+Shift+Enter');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(trial.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(said).toHaveText('The trial was cancelled.', {
      timeout: 30_000
    });
    await expect(
      trial.getByRole('button', { name: 'Try again' })
    ).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(trial).toHaveCount(0);

    // Nothing of it ran: the next cell is the second.
    await page.notebook.setCell(1, 'code', 'len(prices)');
    await page.notebook.runCell(1, true);
    await expect(trial).toHaveCount(0);
    expect(await page.notebook.getCellTextOutput(1)).toEqual(['1']);
    await expect(page.locator('.jp-InputPrompt').nth(1)).toHaveText('[2]:');
  });
});

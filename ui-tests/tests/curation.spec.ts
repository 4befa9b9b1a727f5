/** Making an instance of one's own crash: a draft first, then accepted with an attempt as its repair. */
import { expect, test } from '@jupyterlab/galata';

test.describe('an own crash', () => {
  test('becomes a draft, and an instance once it is repaired', async ({
    page,
    tmpPath
  }) => {
    test.setTimeout(300_000);
    await page.notebook.createNew('Tides.ipynb');
    await page.notebook.setCell(0, 'code', 'tides = [1.2, 3.4]');
    await page.notebook.addCell('code', 'moon = "full"');
    await page.notebook.addCell('code', 'highest = max(tides) + offset');
    for (const cell of [0, 1, 2]) {
      await page.notebook.runCell(cell, true);
    }

    await page.evaluate(() => {
      // Not waited for: it ends with its dialogs.
      void window.jupyterapp.commands.execute('junobench-lab:make-instance');
    });
    const dialog = page.getByRole('dialog');
    await dialog
      .getByRole('textbox', { name: /^Folder of your bench/ })
      .fill(`${tmpPath}/my crashes`);

    // The lab's own chooser takes the place of the dialog, which then comes back as it was.
    const repaired = dialog.getByRole('textbox', {
      name: 'The same notebook, repaired'
    });
    await dialog
      .getByRole('button', { name: 'Browse for the repaired notebook' })
      .click();
    await dialog
      .locator('.jp-DirListing-item', { hasText: 'Tides.ipynb' })
      .click();
    await dialog.getByRole('button', { name: 'Select' }).click();
    await expect(repaired).toHaveValue(`${tmpPath}/Tides.ipynb`);
    await expect(repaired).toBeFocused();
    await repaired.fill('');
    // By keyboard all is reached, round and round.
    await dialog.getByRole('button', { name: 'Make It' }).focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(
      dialog.getByRole('textbox', { name: /^Folder of your bench/ })
    ).toBeFocused();
    await dialog.getByRole('button', { name: 'Make It' }).click();
    await expect(dialog).toContainText('tides stays a draft', {
      timeout: 120_000
    });
    await expect(dialog).toContainText('2 of 3 executions are needed.');
    await expect(dialog).toContainText('It has no fixed variant yet');
    await expect(
      dialog.getByRole('combobox', { name: /^Crash type/ })
    ).toHaveValue('variable not found');
    await dialog
      .getByRole('combobox', { name: /^Root cause/ })
      .selectOption('implementation error');
    await dialog
      .getByRole('textbox', { name: 'Diagnosis' })
      .fill('Nobody made offset.');
    await dialog.getByRole('button', { name: 'Save and Open' }).click();
    const draft = page.locator('.jp-jbl-page');
    await expect(draft.getByRole('heading', { name: 'tides' })).toBeVisible();

    await draft.getByRole('button', { name: 'Start attempt' }).click();
    const attempt = page.locator('.jp-NotebookPanel:not(.lm-mod-hidden)');
    await expect(attempt.locator('.jp-CodeCell')).toHaveCount(2, {
      timeout: 30_000
    });
    await page.notebook.setCell(1, 'code', 'offset = 0\nhighest = max(tides)');
    await page.evaluate(() => {
      // Not waited for: it ends with its dialogs.
      void window.jupyterapp.commands.execute('junobench-lab:accept-draft');
    });
    await expect(dialog).toContainText('tides is part of your bench', {
      timeout: 120_000
    });
    await dialog.getByRole('button', { name: 'Save and Open' }).click();
    const browser = page.getByRole('combobox', { name: 'Bench' });
    await expect(browser.locator('option:checked')).toHaveText(
      'my crashes (1 instance)'
    );
  });
});

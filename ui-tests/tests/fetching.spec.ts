/** Fetching the published data set, from a hub on this machine. */
import { expect, test } from '@jupyterlab/galata';

test('JunoBench is fetched by a few clicks, with sizes and licences shown before', async ({
  page
}) => {
  await page.evaluate(() =>
    window.jupyterapp.commands.execute('junobench-lab:browse')
  );
  const panel = page.getByRole('region', { name: 'JunoBench Lab' });
  await panel.getByRole('button', { name: 'Fetch JunoBench…' }).click();

  const dialog = page.getByRole('dialog');
  const rows = dialog.locator('tbody tr');
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText('ferry-reviews');
  await expect(rows.first()).toContainText('kB');
  await expect(dialog.getByRole('status')).toContainText('to fetch');

  // One instance with its data, chosen by keyboard.
  await rows.nth(1).getByRole('checkbox').focus();
  await page.keyboard.press('Space');
  await expect(
    dialog.getByRole('radio', { name: /^Chosen instances/ })
  ).toBeChecked();
  await dialog.getByRole('button', { name: 'Fetch' }).click();

  const told = page.locator('.Toastify__toast', { hasText: '1 instance fetched' });
  await told.getByRole('button', { name: 'Show It' }).click();
  await expect(panel.getByLabel('Bench', { exact: true })).toHaveValue('junobench');

  // What is here isn't fetched again.
  await panel.getByRole('button', { name: 'Fetch JunoBench…' }).click();
  await expect(rows.nth(1)).toContainText('is here');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
});

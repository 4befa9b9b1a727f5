import { expect, test } from '@jupyterlab/galata';

test('the lab loads every plugin of the extension', async ({ page }) => {
  const inactive = await page.evaluate(() =>
    window.jupyterapp
      .listPlugins()
      .filter(
        id =>
          id.startsWith('junobench-lab:') &&
          !window.jupyterapp.isPluginActivated(id)
      )
  );
  expect(inactive).toEqual([]);
  const active = await page.evaluate(
    () =>
      window.jupyterapp
        .listPlugins()
        .filter(id => id.startsWith('junobench-lab:')).length
  );
  expect(active).toBeGreaterThan(4);
});

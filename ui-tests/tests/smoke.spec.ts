import { expect, test } from '@jupyterlab/galata';

test('the lab loads the extension', async ({ page }) => {
  const plugins = await page.evaluate(() =>
    window.jupyterapp
      .listPlugins()
      .filter(
        id =>
          id.startsWith('junobench-lab:') &&
          window.jupyterapp.isPluginActivated(id)
      )
  );
  expect(plugins).toContain('junobench-lab:plugin');
});

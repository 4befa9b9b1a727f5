/** A notebook whose kernel runs in a container: chosen by keyboard, run, interrupted, restarted, given up again. */
import { expect, IJupyterLabPageFixture, test } from '@jupyterlab/galata';

const without = process.env.JUNOBENCH_UI_NO_DOCKER;

// Galata can't read the empty answer to an interrupt.
test.use({ kernels: null, sessions: null });

/** Give the first code cell a source and run it, without waiting for its end. */
async function run(page: IJupyterLabPageFixture, source: string) {
  await page.notebook.setCell(0, 'code', source);
  await page.notebook.selectCells(0);
  await page.evaluate(() => {
    void window.jupyterapp.commands.execute('notebook:run-cell');
  });
}

test.describe('a kernel in a container', () => {
  test.skip(
    Boolean(without) && !process.env.CI,
    `Without a Docker daemon: ${without}`
  );

  test('is chosen, runs, is interrupted and restarts', async ({ page }) => {
    test.setTimeout(180_000);
    expect(without ?? '').toBe('');
    const item = page.locator('.jp-jbl-environment-item button');
    await expect(item).toHaveText('Local kernel');

    await item.focus();
    await page.keyboard.press('Enter');
    const choice = page.getByRole('dialog', { name: 'Where kernels run' });
    await expect(choice.getByRole('radio', { name: 'Local' })).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(item).toHaveText('Container: ready', { timeout: 20_000 });
    await expect(choice).toContainText('unix sockets, no network');
    await page.keyboard.press('Escape');
    await expect(choice).toBeHidden();
    await expect(item).toBeFocused();

    await page.evaluate(() =>
      window.jupyterapp.commands.execute('junobench-lab:open-attempt', {
        bench: 'starter',
        id: 'library-loans',
        fresh: true
      })
    );
    await page.waitForSelector('.jp-NotebookPanel .jp-Notebook');
    await expect(
      page.locator('.jp-NotebookPanel .jp-KernelName')
    ).toContainText('JunoBench (container)', { timeout: 30_000 });
    const output = page
      .locator('.jp-Notebook .jp-Cell')
      .first()
      .locator('.jp-Cell-outputArea');

    // Its own folder is all that it sees.
    await run(
      page,
      "import os; print(os.path.exists('/.dockerenv'), os.listdir('/home'))"
    );
    await expect(output).toContainText('True []', { timeout: 30_000 });

    await run(page, "print('asleep'); import time; time.sleep(100)");
    await expect(output).toContainText('asleep');
    await page.evaluate(() =>
      window.jupyterapp.commands.execute('notebook:interrupt-kernel')
    );
    await expect(output).toContainText('KeyboardInterrupt');

    await run(page, "kept = 1; print('kept')");
    await expect(output).toHaveText('kept');
    await page.evaluate(() => {
      void window.jupyterapp.commands.execute('notebook:restart-kernel');
    });
    await page.getByRole('button', { name: 'Confirm Kernel Restart' }).click();
    await expect(
      page.locator('.jp-NotebookPanel [data-status=idle]')
    ).toBeVisible({ timeout: 30_000 });
    await run(page, "print('after', 'kept' in globals())");
    await expect(output).toHaveText('after False', { timeout: 30_000 });

    await run(page, 'import os; os.kill(os.getpid(), 9)');
    await expect(
      page.locator('.Toastify__toast', { hasText: /^The kernel of .* ended/ })
    ).toContainText('SIGKILL', { timeout: 30_000 });
    // The lab itself says only that it died.
    await page.getByRole('button', { name: 'Ok', exact: true }).click();
    await page.getByRole('button', { name: 'Hide notification' }).click();

    await item.click();
    const own = choice.getByRole('group', { name: 'Kernels of library-loans' });
    await own.getByRole('radio', { name: 'Local' }).check();
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    await expect(
      page.locator('.jp-NotebookPanel .jp-KernelName')
    ).toContainText('Python 3');
    await expect(item).toHaveText('Local kernel');
  });

  test('carries out runs', async ({ page }) => {
    test.setTimeout(120_000);
    expect(without ?? '').toBe('');
    await expect(page.locator('.jp-jbl-environment-item')).toBeVisible();
    await page.evaluate(async () => {
      await window.jupyterapp.commands.execute(
        'junobench-lab:choose-environment'
      );
    });
    const choice = page.getByRole('dialog', { name: 'Where kernels run' });
    await choice.getByRole('radio', { name: 'Container' }).check();
    await expect(choice).toContainText('unix sockets');
    const run = page.waitForResponse(
      response =>
        response.request().method() === 'POST' &&
        new URL(response.url()).pathname.endsWith('/junobench-lab/api/runs')
    );
    await page.evaluate(() => {
      void window.jupyterapp.commands.execute('junobench-lab:run', {
        target: { bench: 'starter', id: 'library-loans', variant: 'reproduced' }
      });
    });
    expect((await (await run).json()).environment).toBe('container');
    const region = page.getByRole('region', { name: /^Run of/ });
    // The image has no pandas: the verdict shows that the run took place there.
    await expect(region).toContainText('ModuleNotFoundError', {
      timeout: 60_000
    });
  });
});

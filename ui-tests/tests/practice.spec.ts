/** Practising: an attempt made, predicted, hinted, repaired and checked; its progress in the panel. */
import { expect, test } from '@jupyterlab/galata';

const KEY = { bench: 'starter', id: 'marina-berths' };

/** Place of the cell that holds the cause, 0-based. */
const CAUSE = 2;

test.describe('practising', () => {
  test('an attempt made, predicted, hinted, repaired, checked', async ({
    page
  }) => {
    test.setTimeout(240_000);
    await page.evaluate(() =>
      window.jupyterapp.commands.execute('junobench-lab:browse')
    );
    await page.getByLabel('Search the instances').fill(KEY.id);
    const row = page
      .getByRole('listbox', { name: 'Instances' })
      .getByRole('option');
    await expect(row).toHaveCount(1);
    await page.evaluate(
      key =>
        window.jupyterapp.commands.execute('junobench-lab:open-attempt', key),
      KEY
    );
    await page.waitForSelector('.jp-NotebookPanel .jp-Notebook');
    const header = page.getByRole('region', { name: `JunoBench: ${KEY.id}` });

    // What would give the cause away is hidden from now on.
    await expect(row).toContainText('tried');
    await expect(row).not.toContainText('key error');
    await expect(header).not.toContainText('key error');

    // Predict: a cell, a kind.
    await page.notebook.selectCells(CAUSE);
    const question = header.getByRole('group', { name: /^Predict first/ });
    await expect(question).toContainText(`cell ${CAUSE + 1}`);
    await question
      .getByRole('button', { name: 'the data are not what the code takes them for' })
      .click();
    await expect(header).toContainText(
      'The answer comes when the check passes.'
    );

    // Two hints, one after the other, each after a question.
    for (const [button, text] of [
      ['Hint 1 of 4', 'Root cause: data confusion'],
      ['Hint 2 of 4', 'What the trace says']
    ]) {
      await header.getByRole('button', { name: button }).click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: 'Show' })
        .click();
      await expect(header).toContainText(text);
    }
    await expect(row).toContainText('key error');

    // Repair and check.
    await page.notebook.setCell(
      CAUSE,
      'code',
      'stays = pd.read_csv("data/stays.csv", skipinitialspace=True)\nstays.head()'
    );
    await header.getByRole('button', { name: 'Check', exact: true }).click();
    const run = page.getByRole('region', { name: /^Run of/ });
    await expect(run.locator('[aria-current=step]')).toContainText(
      'Equals the reference fix',
      { timeout: 120_000 }
    );
    await expect(run).toContainText('It was just that.');
    await expect(header).toContainText('It was just that.');

    // The panel knows.
    await expect(row).toContainText('equals');
    const progress = page.getByRole('button', { name: /^Progress/i });
    await expect(progress).toContainText(/[1-9]\d* of \d+ solved/);
    await progress.click();
    await expect(
      page.getByRole('list', { name: 'Progress by Library' })
    ).toContainText(/pandas: 1 equals/);

    // Begin anew: another attempt; the one before is still listed.
    await header.getByRole('button', { name: 'Reset' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: 'Begin anew' })
      .click();
    await expect(
      page.getByRole('button', { name: /^attempt 2/ })
    ).toBeVisible();
    await page.evaluate(
      key =>
        window.jupyterapp.commands.execute('junobench-lab:open-instance', key),
      KEY
    );
    for (const number of [1, 2]) {
      await expect(
        page.getByRole('button', { name: `Resume attempt ${number}` }).first()
      ).toBeVisible();
    }
  });
});

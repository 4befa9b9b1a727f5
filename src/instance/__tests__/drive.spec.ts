import { ServerConnection } from '@jupyterlab/services';
import { nullTranslator } from '@jupyterlab/translation';

import type { IInstanceKey, VariantName, VariantView } from '../../tokens';
import { JunoBenchDrive, variantAt, variantPath } from '../drive';

const KEY = {
  bench: 'starter',
  id: 'ferry-reviews',
  variant: 'fixed'
} as const;

const VIEW = {
  ...KEY,
  left_out: 0,
  notebook: {
    nbformat: 4,
    nbformat_minor: 5,
    metadata: {},
    cells: [
      {
        cell_type: 'code',
        source: 'x',
        metadata: { tags: ['mine'] },
        outputs: [
          { output_type: 'stream', name: 'stdout', text: ['a\n', 'b'] },
          {
            output_type: 'display_data',
            metadata: {},
            data: {
              'text/html': ['<b>', '</b>'],
              'text/plain': 'x',
              'application/json': ['a', 'b']
            }
          }
        ],
        execution_count: 1
      }
    ]
  }
} as unknown as VariantView;

function makeDrive(): [JunoBenchDrive, [IInstanceKey, VariantName][]] {
  const asked: [IInstanceKey, VariantName][] = [];
  const client = {
    settings: ServerConnection.makeSettings(),
    variant: async (key: IInstanceKey, variant: VariantName) => {
      asked.push([key, variant]);
      return VIEW;
    }
  };
  return [
    new JunoBenchDrive(client, nullTranslator.load('junobench_lab')),
    asked
  ];
}

describe('the path of a variant', () => {
  it('is read back as the variant', () => {
    expect(variantPath(KEY)).toBe(
      'junobench:starter/ferry-reviews/ferry-reviews_fixed.ipynb'
    );
    expect(variantAt(variantPath(KEY))).toEqual(KEY);
  });

  it('is told from other notebooks', () => {
    for (const path of [
      'ferry-reviews/attempt-1/ferry-reviews.ipynb',
      'starter/ferry-reviews/other_fixed.ipynb',
      'starter/ferry-reviews/ferry-reviews_mine.ipynb',
      'starter/ferry-reviews_fixed.ipynb',
      ''
    ]) {
      expect(variantAt(path)).toBeNull();
    }
  });
});

describe('the drive of variants', () => {
  const path = 'starter/ferry-reviews/ferry-reviews_fixed.ipynb';

  it('gives a notebook that can not be written', async () => {
    const [drive, asked] = makeDrive();
    const model = await drive.get(path, { content: true });
    expect(asked).toEqual([[KEY, 'fixed']]);
    expect(model).toMatchObject({ type: 'notebook', writable: false, path });
  });

  it('locks its cells and keeps their other metadata', async () => {
    const [drive] = makeDrive();
    const { content } = await drive.get(path);
    expect(content.cells[0].metadata).toEqual({
      tags: ['mine'],
      editable: false,
      deletable: false
    });
  });

  it('joins the lines of texts, but leaves lists that are data', async () => {
    const [drive] = makeDrive();
    const { content } = await drive.get(path);
    const [stream, display] = content.cells[0].outputs;
    expect(stream.text).toBe('a\nb');
    expect(display.data).toEqual({
      'text/html': '<b></b>',
      'text/plain': 'x',
      'application/json': ['a', 'b']
    });
  });

  it('asks the server for nothing when the content is not wanted', async () => {
    const [drive, asked] = makeDrive();
    const model = await drive.get(path, { content: false });
    expect(model.content).toBeNull();
    expect(asked).toEqual([]);
  });

  it('has the same time at every look, so that nothing seems changed on disk', async () => {
    const [drive] = makeDrive();
    const first = await drive.get(path);
    const second = await drive.get(path);
    expect(first.last_modified).not.toBe('');
    expect(second.last_modified).toBe(first.last_modified);
  });

  it('says what to do at a path without a variant', async () => {
    const [drive] = makeDrive();
    await expect(drive.get('starter')).rejects.toThrow(
      /page of their instance/
    );
  });

  it('refuses in words all that would change something', async () => {
    const [drive] = makeDrive();
    for (const attempt of [
      drive.save(),
      drive.rename(),
      drive.delete(),
      drive.copy(),
      drive.newUntitled(),
      drive.createCheckpoint(),
      drive.restoreCheckpoint(),
      drive.deleteCheckpoint(),
      drive.getDownloadUrl()
    ]) {
      await expect(attempt).rejects.toThrow(/read-only/);
    }
    await expect(drive.listCheckpoints()).resolves.toEqual([]);
  });
});

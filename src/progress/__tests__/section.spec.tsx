import { nullTranslator } from '@jupyterlab/translation';
import React, { act } from 'react';

import { Mounted } from '../../__tests__/mounted';
import { ProgressModel } from '../model';
import { ProgressSection } from '../section';
import { progressClient, progressOf } from './progress';

const trans = nullTranslator.load('junobench_lab');

describe('the progress in the panel', () => {
  let mounted: Mounted;
  let model: ProgressModel;

  beforeEach(async () => {
    mounted = new Mounted();
    model = new ProgressModel(progressClient({ a: 'passes', b: 'tried' }));
    await model.choose('starter');
    mounted.render(
      <ProgressSection
        model={model}
        actions={{ export: jest.fn(), remove: jest.fn() }}
        trans={trans}
      />
    );
  });

  afterEach(() => mounted.unmount());

  it('says in its heading how much is solved, and shows the rest when unfolded', () => {
    expect(mounted.texts('.jp-jbl-section')[0]).toContain('1 of 10 solved');
    expect(mounted.texts('.jp-jbl-progress')).toEqual([]);
    mounted.click('.jp-jbl-section');
    expect(mounted.texts('.jp-jbl-progress-counts > li')).toEqual([
      '0equals',
      '1passes',
      '0runs',
      '1tried',
      '8new'
    ]);
  });

  it('tells each bar in words, for those who do not see it', () => {
    mounted.click('.jp-jbl-section');
    expect(mounted.texts('.jp-jbl-progress-chart .jp-jbl-sr')).toEqual([
      'pandas: 1 passes, 1 tried, 8 new'
    ]);
    expect(mounted.texts('.jp-jbl-progress-bar > i')).toHaveLength(3);
  });

  it('begins anew when it was removed', async () => {
    await act(async () => void (await model.remove()));
    expect(mounted.texts('.jp-jbl-section')[0]).toContain('0 of 10 solved');
    expect(model.state('a')).toBe('new');
  });
});

describe('the model of the progress', () => {
  it('keeps what it knew and says why, where it can not be read again', async () => {
    const client = progressClient({ a: 'runs' });
    const model = new ProgressModel({
      ...client,
      progress: jest
        .fn()
        .mockResolvedValueOnce(progressOf({ a: 'runs' }))
        .mockRejectedValue(new Error('The disk is full.'))
    });
    await model.choose('starter');
    await model.refresh();
    expect(model.state('a')).toBe('runs');
    expect(model.error).toBe('The disk is full.');
  });

  it('knows nothing of an instance before it is loaded', () => {
    expect(new ProgressModel(progressClient({})).state('a')).toBeNull();
  });
});

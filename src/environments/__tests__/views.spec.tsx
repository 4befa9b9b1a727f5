import { nullTranslator } from '@jupyterlab/translation';
import React from 'react';

import { Mounted } from '../../__tests__/mounted';
import { Choice, type IChoiceActions } from '../choice';
import type { ImageModel } from '../image';
import type { EnvironmentsModel } from '../model';
import { Progress } from '../progress';
import { jobWords, placeWords } from '../words';

const trans = nullTranslator.load('junobench_lab');
const FERRY = { bench: 'starter', id: 'ferry-reviews' };
const READY = {
  ready: true,
  problem: null,
  message: 'Docker 27',
  advice: null
};
const NO_IMAGE = {
  ready: false,
  problem: 'image',
  message: 'The image is not here.',
  advice: 'Build it.'
};
const NO_DOCKER = { ...NO_IMAGE, problem: 'docker', advice: 'Start Docker.' };

function environments(more: object): EnvironmentsModel {
  return {
    chosen: () => 'container',
    own: () => null,
    current: FERRY,
    status: null,
    problem: '',
    ...more
  } as unknown as EnvironmentsModel;
}

function image(more: object = {}): ImageModel {
  return {
    running: false,
    cancelling: false,
    part: null,
    progress: null,
    ...more
  } as unknown as ImageModel;
}

const PULL = {
  job: { action: 'pull', sentence: null },
  layers: [
    { layer: 'a1', words: 'a1 Downloading [=> ] 1MB/4MB', done: 1, total: 4 },
    { layer: 'b2', words: 'b2 Waiting', done: null, total: null }
  ],
  lines: ['Pulling from somewhere']
};

describe('the item of the status bar', () => {
  it.each([
    [{ chosen: () => 'local' }, 'Local kernel'],
    [{}, 'Container'],
    [{ status: READY }, 'Container: ready'],
    [{ status: NO_IMAGE }, 'Container: image missing'],
    [{ status: NO_DOCKER }, 'Container: Docker is off']
  ])('says where kernels run: %#', (more, words) => {
    expect(placeWords(environments(more), trans)).toBe(words);
  });

  it('says how far a pull is, where that is known', () => {
    expect(jobWords(image({ progress: PULL }), trans)).toBe(
      'Pulling the image'
    );
    expect(jobWords(image({ progress: PULL, part: 0.257 }), trans)).toBe(
      'Pulling the image 25 %'
    );
  });
});

describe('the choice', () => {
  let mounted: Mounted;
  let calls: unknown[][];
  const note =
    (name: string) =>
    (...given: unknown[]) =>
      void calls.push([name, ...given]);

  const show = (model: object, more: object = {}) =>
    mounted.render(
      <Choice
        model={environments(model)}
        image={image(more)}
        actions={
          {
            choose: note('choose'),
            chooseFor: note('chooseFor'),
            build: note('build'),
            pull: note('pull'),
            check: note('check'),
            showJob: note('showJob'),
            askAgain: note('askAgain')
          } as IChoiceActions
        }
        trans={trans}
      />
    );

  beforeEach(() => {
    mounted = new Mounted();
    calls = [];
  });
  afterEach(() => mounted.unmount());

  it('begins with the keyboard on what is chosen', () => {
    show({});
    expect(document.activeElement?.parentElement?.textContent).toBe(
      'Container'
    );
  });

  it('chooses for all and for the instance in front', () => {
    show({ own: () => 'container' });
    mounted.click('fieldset:nth-of-type(1) input', 0);
    mounted.click('fieldset:nth-of-type(2) input', 0);
    mounted.click('fieldset:nth-of-type(2) input', 1);
    expect(calls).toEqual([
      ['choose', 'local'],
      ['chooseFor', FERRY, null],
      ['chooseFor', FERRY, 'local']
    ]);
  });

  it('offers no choice for an instance where none is in front', () => {
    show({ current: null });
    expect(mounted.texts('legend')).toEqual(['Kernels of all instances']);
  });

  it('says why there is no container, and offers an image only where Docker is', () => {
    show({ status: NO_IMAGE });
    expect(mounted.host.textContent).toContain('Build it.');
    expect(mounted.host.textContent).toContain('goes on with local kernels');
    expect(mounted.texts('button')).toEqual([
      'Build the image…',
      'Pull the image…',
      'Ask Docker again'
    ]);
    show({ status: NO_DOCKER });
    expect(mounted.host.textContent).toContain('Start Docker.');
    expect(mounted.texts('button')).toEqual(['Ask Docker again']);
  });

  it('leads to the progress while something goes on', () => {
    show({ status: NO_IMAGE }, { running: true, progress: PULL });
    mounted.click('button');
    expect(calls.map(([name]) => name)).toEqual(['showJob']);
  });
});

describe('the progress of an image', () => {
  it('is shown layer by layer, also of layers whose size is not known', () => {
    const mounted = new Mounted();
    mounted.render(
      <Progress image={image({ progress: PULL })} trans={trans} />
    );
    const bars = mounted.host.querySelectorAll('[role=progressbar]');
    expect(Array.from(bars, bar => bar.getAttribute('aria-valuenow'))).toEqual([
      '25',
      null
    ]);
    expect(mounted.texts('li > span')).toEqual([
      'Downloading 1MB/4MB',
      'Waiting'
    ]);
    expect(mounted.texts('pre')).toEqual(['Pulling from somewhere']);
    mounted.unmount();
  });
});

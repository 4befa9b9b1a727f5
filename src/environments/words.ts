import type { TranslationBundle } from '@jupyterlab/translation';

import type { ImageJob } from '../tokens';
import type { ImageModel } from './image';
import type { EnvironmentsModel } from './model';

/** Where the kernels of the notebook in front run, in the few words of the status bar. */
export function placeWords(
  model: EnvironmentsModel,
  trans: TranslationBundle
): string {
  if (model.chosen(model.current) === 'local') {
    return trans.__('Local kernel');
  }
  const { status, problem } = model;
  if (status?.ready) {
    return trans.__('Container: ready');
  }
  if (status?.problem === 'image') {
    return trans.__('Container: image missing');
  }
  return status || problem
    ? trans.__('Container: Docker is off')
    : trans.__('Container');
}

/** What goes on with the image, in a few words. */
export function jobWords(image: ImageModel, trans: TranslationBundle): string {
  const { progress, part } = image;
  if (!progress) {
    return '';
  }
  const doing = doingWords(progress.job.action, trans);
  return part === null
    ? doing
    : trans.__('%1 %2 %', doing, Math.floor(part * 100));
}

function doingWords(
  action: ImageJob['action'],
  trans: TranslationBundle
): string {
  switch (action) {
    case 'build':
      return trans.__('Building the image');
    case 'pull':
      return trans.__('Pulling the image');
    case 'check':
      return trans.__('Trying the image');
  }
}

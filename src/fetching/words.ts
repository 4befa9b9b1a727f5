import type { TranslationBundle } from '@jupyterlab/translation';

import { sizeWords } from '../instance/words';
import type { FetchOffer } from '../tokens';
import type { FetchModel } from './model';

type Instance = FetchOffer['instances'][number];

/** What goes on, in a few words. */
export function fetchWords(
  model: FetchModel,
  trans: TranslationBundle
): string {
  const { progress } = model;
  if (!progress) {
    return '';
  }
  const { total, done, files, files_done } = progress;
  if (total === null) {
    return files > 0
      ? trans.__('Fetching JunoBench')
      : trans.__('Looking at what is here');
  }
  return trans.__(
    'Fetching JunoBench: %1 of %2, %3 of %4 files',
    sizeWords(done),
    sizeWords(total),
    files_done,
    files
  );
}

/** The licences of an instance's input data; what the sheet doesn't say is unknown. */
export function licenceWords(
  { sources }: Pick<Instance, 'sources'>,
  trans: TranslationBundle
): string {
  const said = sources.map(({ licence }) => licence ?? trans.__('unknown'));
  return said.length > 0 ? [...new Set(said)].join(', ') : trans.__('no data');
}

/** How much of something is still to come. */
export function amountWords(
  { size, missing }: FetchOffer['everything'],
  trans: TranslationBundle
): string {
  if (missing === 0) {
    return trans.__('%1, is here', sizeWords(size));
  }
  return missing < size
    ? trans.__('%1, %2 to fetch', sizeWords(size), sizeWords(missing))
    : sizeWords(size);
}

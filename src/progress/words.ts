/** The words in which progress is shown. */
import type { TranslationBundle } from '@jupyterlab/translation';

import type { ProgressState } from '../tokens';

/** From the furthest on, as the bars are drawn. */
export const STATES: readonly ProgressState[] = [
  'equals',
  'passes',
  'runs',
  'tried',
  'new'
];

export function stateName(
  state: ProgressState,
  trans: TranslationBundle
): string {
  switch (state) {
    case 'equals':
      return trans.__('equals');
    case 'passes':
      return trans.__('passes');
    case 'runs':
      return trans.__('runs');
    case 'tried':
      return trans.__('tried');
    case 'new':
      return trans.__('new');
  }
}

export function stateMeaning(
  state: ProgressState,
  trans: TranslationBundle
): string {
  switch (state) {
    case 'equals':
      return trans.__('Your repair equals the reference fix');
    case 'passes':
      return trans.__('Your repair passes the check');
    case 'runs':
      return trans.__(
        'It no longer crashes, which does not show that it is right'
      );
    case 'tried':
      return trans.__('You have begun with it');
    case 'new':
      return trans.__('You have not begun with it');
  }
}

/** "4 min". */
export function minutes(seconds: number, trans: TranslationBundle): string {
  return trans.__('%1 min', Math.round(seconds / 60));
}

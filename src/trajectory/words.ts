/** The words in which a trajectory is shown. */
import type { TranslationBundle } from '@jupyterlab/translation';

import type { CellAt } from './model';

/** "0:07", "12:30": minutes and seconds since the beginning. */
export function timeWords(seconds: number, trans: TranslationBundle): string {
  const whole = Math.floor(seconds);
  return trans.__(
    '%1:%2',
    Math.floor(whole / 60),
    String(whole % 60).padStart(2, '0')
  );
}

/** What is known of a cell in the kernel of the moment. */
export function ranWords(
  ran: CellAt['ran'],
  trans: TranslationBundle
): string | null {
  switch (ran) {
    case 'ok':
      return trans.__('ran');
    case 'failed':
      return trans.__('failed');
    case 'edited':
      return trans.__('not run since the edit');
    case 'given':
      return null;
  }
}

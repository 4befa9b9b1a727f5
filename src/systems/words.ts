/** The words in which systems are shown. */
import type { TranslationBundle } from '@jupyterlab/translation';

import type { Standing } from '../tokens';

/** What stands for a system where there is little room, by its place among those of the bench: A, B, ... Z, 27, ... */
export function letterOf(index: number): string {
  return index < 26 ? String.fromCharCode(65 + index) : String(index + 1);
}

/** "ours (labels)". */
export function systemName(
  { name, task }: { name: string; task: string },
  trans: TranslationBundle
): string {
  return trans.__('%1 (%2)', name, task);
}

export function standingWords(
  standing: Standing,
  trans: TranslationBundle
): string {
  return standing === 'right' ? trans.__('right') : trans.__('wrong');
}

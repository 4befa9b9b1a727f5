import { showErrorMessage } from '@jupyterlab/apputils';

import { sentenceOf } from './sentence';

/** Do what a person asked for; where it fails, say why in a dialog, and resolve to null. */
export async function orTell<T>(
  title: string,
  act: () => Promise<T>
): Promise<T | null> {
  try {
    return await act();
  } catch (error) {
    await showErrorMessage(title, sentenceOf(error));
    return null;
  }
}

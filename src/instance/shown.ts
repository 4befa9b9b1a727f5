import { NotebookPanel } from '@jupyterlab/notebook';

import type { IShown } from '../tokens';
import { variantAt } from './drive';

/** What the server writes into the metadata of an attempt's notebook. */
export const METADATA_KEY = 'junobench_lab';

/** The attempt that a notebook's metadata name; null where they name none. */
export function attemptIn(metadata: unknown): IShown | null {
  if (typeof metadata !== 'object' || metadata === null) {
    return null;
  }
  const { bench, id, attempt } = metadata as Record<string, unknown>;
  if (
    typeof bench !== 'string' ||
    typeof id !== 'string' ||
    typeof attempt !== 'number'
  ) {
    return null;
  }
  return { bench, id, attempt };
}

/** What a panel shows; null for a notebook of someone's own, and for an attempt whose notebook is still loading. */
export function shownIn(panel: NotebookPanel): IShown | null {
  return (
    variantAt(panel.context.path) ??
    attemptIn(panel.context.model.getMetadata(METADATA_KEY))
  );
}

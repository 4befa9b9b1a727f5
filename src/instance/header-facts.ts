import type { InstanceView, IShown, Target } from '../tokens';
import { exceptionOf } from './words';

/** What the header above a notebook says. A label that is null is not shown at all. */
export interface IHeaderFacts {
  exception: string | null;
  stage: string | null;
  /** Null also while it is hidden. */
  library: string | null;
  notebookSpecific: boolean;
  crashType: string | null;
  rootCause: string | null;
  /** Whether it is a copy of the attempt's notebook: runs and comparisons are of the attempt itself. */
  isCopy: boolean;
}

/**
 * What to say above a notebook. The server leaves out the labels that may not be seen yet.
 *
 * @param path - Where the notebook is, in the contents root.
 */
export function headerFacts(
  view: InstanceView,
  shown: IShown,
  path: string
): IHeaderFacts {
  const { labels, notebook_specific } = view.instance.summary;
  const attempt = view.attempts.find(({ number }) => number === shown.attempt);
  return {
    exception: exceptionOf(view),
    stage: labels.stage,
    library: labels.library,
    notebookSpecific: notebook_specific,
    crashType: labels.crash_type,
    rootCause: labels.root_cause,
    isCopy: shown.attempt !== undefined && attempt?.path !== path
  };
}

/** What a run of the notebook is a run of. */
export function targetOf({ bench, id, attempt, variant }: IShown): Target {
  return { bench, id, attempt: attempt ?? null, variant: variant ?? null };
}

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
  /** Whether there are labels that show only when asked for. */
  canRevealCause: boolean;
  canRevealDiagnosis: boolean;
  /** Whether it is a copy of the attempt's notebook: runs and comparisons are of the attempt itself. */
  isCopy: boolean;
}

/**
 * What to say above a notebook before and after reveals.
 *
 * Whoever works on an attempt sees the exception, which the notebook itself shows; what kind of mistake it was (root cause,
 * crash type, library, whether the order is at fault) only after asking.
 *
 * @param path - Where the notebook is, in the contents root.
 */
export function headerFacts(
  view: InstanceView,
  shown: IShown,
  path: string
): IHeaderFacts {
  const { labels, notebook_specific } = view.instance.summary;
  const { revealed } = view.reveals;
  const isAttempt = shown.attempt !== undefined;
  const causeRevealed = revealed.includes('root_cause');
  const labelsShow = !isAttempt || causeRevealed;
  const attempt = view.attempts.find(({ number }) => number === shown.attempt);
  return {
    exception: exceptionOf(view),
    stage: labels.stage,
    library: labelsShow ? labels.library : null,
    notebookSpecific: labelsShow && notebook_specific,
    crashType: labelsShow ? labels.crash_type : null,
    rootCause: causeRevealed ? labels.root_cause : null,
    canRevealCause: labels.root_cause !== null && !causeRevealed,
    canRevealDiagnosis: !revealed.includes('diagnosis'),
    isCopy: isAttempt && attempt?.path !== path
  };
}

/** What a run of the notebook is a run of. */
export function targetOf({ bench, id, attempt, variant }: IShown): Target {
  return { bench, id, attempt: attempt ?? null, variant: variant ?? null };
}

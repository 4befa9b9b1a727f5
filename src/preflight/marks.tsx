/** Small marks for what a trial came to. Each has a shape of its own; colour comes second. */
import React from 'react';

import type { Trial } from '../tokens';

const PATHS: Record<Trial['verdict'], string> = {
  runs: 'M2.5 8.5l3.5 3.5l7.5 -8',
  crashes: 'M3.5 3.5l9 9m0 -9l-9 9',
  cannot_tell:
    'M5.4 5.6a2.6 2.6 0 1 1 3.9 2.3c-.9.5-1.3 1-1.3 2M8 12.4v.1M8 1.6a6.4 6.4 0 1 0 .01 0z'
};

export function TrialMark({
  verdict
}: {
  verdict: Trial['verdict'];
}): JSX.Element {
  return (
    <svg
      className={`jp-jbl-trial-mark jp-jbl-trial-mark-${verdict.replace('_', '-')}`}
      width="14"
      height="14"
      viewBox="0 0 16 16"
      aria-hidden="true"
    >
      <path d={PATHS[verdict]} />
    </svg>
  );
}

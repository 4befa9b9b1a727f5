import React from 'react';

import type { IInstanceKey } from '../tokens';

/** Asks what the kernel of a bench lacks to run an instance; null: nothing. */
export type AskLacking = (key: IInstanceKey) => Promise<string | null>;

/** What has to be installed before the instance can be run, in a sentence; nothing where it can be run as it is. */
export function LackingNote(props: {
  instance: IInstanceKey;
  ask: AskLacking;
  className: string;
}): JSX.Element | null {
  const { ask, className } = props;
  const { bench, id } = props.instance;
  const [sentence, setSentence] = React.useState<string | null>(null);
  React.useEffect(() => {
    let isCurrent = true;
    setSentence(null);
    ask({ bench, id }).then(
      answer => {
        if (isCurrent) {
          setSentence(answer);
        }
      },
      () => {
        // Whoever runs it is told then; all else works without an answer.
      }
    );
    return () => {
      isCurrent = false;
    };
  }, [ask, bench, id]);
  return sentence === null ? null : (
    <p className={className} role="status">
      {sentence}
    </p>
  );
}

import React from 'react';

import type { InstanceSummary } from './tokens';

/** What is wrong with a bench or an instance: what each problem is about, and the server's sentence. */
export function ProblemList(props: {
  problems: readonly InstanceSummary['problems'][number][];
}): JSX.Element {
  return (
    <ul>
      {props.problems.map(({ subject, message }, index) => (
        <li key={index}>
          <strong>{subject}</strong> {message}
        </li>
      ))}
    </ul>
  );
}

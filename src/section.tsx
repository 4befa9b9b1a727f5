import { caretDownIcon } from '@jupyterlab/ui-components';
import React from 'react';

export interface ISectionProps {
  title: string;
  /** Stands at the right end of the heading. */
  more?: React.ReactNode;
  /** Whether it begins folded. */
  folded?: boolean;
  children: React.ReactNode;
}

/** A heading of a side panel that folds what follows it. */
export function Section(props: ISectionProps): JSX.Element {
  const [folded, setFolded] = React.useState(props.folded ?? false);
  return (
    <>
      <button
        className="jp-jbl-section"
        aria-expanded={!folded}
        onClick={() => setFolded(!folded)}
      >
        <caretDownIcon.react tag="span" width="16px" />
        {props.title}
        <span className="jp-jbl-section-more">{props.more}</span>
      </button>
      {!folded && props.children}
    </>
  );
}

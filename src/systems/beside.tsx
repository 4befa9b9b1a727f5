import type { LanguageSupport } from '@codemirror/language';
import type { TranslationBundle } from '@jupyterlab/translation';
import type { ISignal } from '@lumino/signaling';
import React from 'react';

import { sentenceOf } from '../sentence';
import type { IInstanceKey, InstanceSystems, InstanceView } from '../tokens';
import { SystemsOnInstance } from './on-instance';

/** Where the page of an instance has it from what systems said. */
export interface ISystemsSource {
  ask: (key: IInstanceKey) => Promise<InstanceSystems>;
  /** A system was loaded or unloaded. */
  changed: ISignal<unknown, void>;
}

/** The part of an instance's page that is about systems; asked for anew whenever the page is. */
export function SystemsBeside(props: {
  source: ISystemsSource;
  view: InstanceView;
  language: () => Promise<LanguageSupport | null>;
  onReveal: () => void;
  onReplay: (name: string) => void;
  trans: TranslationBundle;
}): JSX.Element | null {
  const { source, view, language, onReveal, onReplay, trans } = props;
  const [shown, setShown] = React.useState<InstanceSystems | null>(null);
  const [error, setError] = React.useState<string | null>(null);
  React.useEffect(() => {
    const { bench, id } = view.instance.summary;
    let gone = false;
    const ask = async () => {
      try {
        const answer = await source.ask({ bench, id });
        if (!gone) {
          setShown(answer);
          setError(null);
        }
      } catch (failure) {
        if (!gone) {
          setShown(null);
          setError(sentenceOf(failure));
        }
      }
    };
    const again = () => void ask();
    source.changed.connect(again);
    void ask();
    return () => {
      gone = true;
      source.changed.disconnect(again);
    };
  }, [source, view]);
  if (error !== null) {
    return (
      <p className="jp-jbl-message jp-jbl-message-error" role="alert">
        {error}
      </p>
    );
  }
  return (
    shown && (
      <SystemsOnInstance
        shown={shown}
        language={language}
        onReveal={onReveal}
        onReplay={onReplay}
        trans={trans}
      />
    )
  );
}

import type { LanguageSupport } from '@codemirror/language';
import type { TranslationBundle } from '@jupyterlab/translation';
import React from 'react';

import { levelName } from '../practice/check-view';
import { CheckMark, CheckState } from '../runs/marks';
import type { InstanceSystems, SystemOnInstance } from '../tokens';
import { StandingMark } from './marks';
import { Patch } from './patch';
import { standingWords } from './words';

type SaidItem = SystemOnInstance['said'][number];
type Level = NonNullable<SystemOnInstance['level']>;

interface IProps {
  shown: InstanceSystems;
  language: () => Promise<LanguageSupport | null>;
  /** Ask for the reference fix, which shows what systems said as well. */
  onReveal: () => void;
  /** Show step by step what an agent did. */
  onReplay: (name: string) => void;
  trans: TranslationBundle;
}

/** What the loaded systems said about an instance; nothing where none is loaded. */
export function SystemsOnInstance(props: IProps): JSX.Element | null {
  const { shown, trans } = props;
  const { hidden, systems, trajectories } = shown;
  if (hidden === null && systems.length + trajectories.length === 0) {
    return null;
  }
  return (
    <section
      className="jp-jbl-on-instance"
      aria-label={trans.__('What systems said')}
    >
      {(hidden !== null || systems.length > 0) && (
        <h2 className="jp-jbl-heading">
          {trans.__('Systems')}
          <span>
            {hidden === null
              ? trans.__('unfold what they said: it may tell the answer')
              : trans.__('what they said about this crash')}
          </span>
        </h2>
      )}
      {hidden !== null ? (
        <p>
          {hidden}{' '}
          <button className="jp-jbl-link" onClick={props.onReveal}>
            {trans.__('Reveal with the reference fix…')}
          </button>
        </p>
      ) : (
        systems.map(system => (
          <System key={system.key} system={system} {...props} />
        ))
      )}
      {trajectories.length > 0 && <Trajectories {...props} />}
    </section>
  );
}

/** The agents that worked on the instance, each with the way to see what it did. */
function Trajectories({ shown, onReplay, trans }: IProps): JSX.Element {
  return (
    <>
      <h2 className="jp-jbl-heading">
        {trans.__('Agents')}
        <span>{trans.__('what they did, step by step')}</span>
      </h2>
      <table className="jp-jbl-table">
        <thead>
          <tr>
            <th>{trans.__('agent')}</th>
            <th className="jp-jbl-variant-words">{trans.__('began')}</th>
            <th className="jp-jbl-number">{trans.__('steps')}</th>
            <th>{trans.__('check')}</th>
            <th />
          </tr>
        </thead>
        <tbody>
          {shown.trajectories.map(
            ({ name, agent, began, steps, level, sentence }) => (
              <tr key={name}>
                <td>{agent}</td>
                <td className="jp-jbl-variant-words">
                  {new Date(began).toLocaleString()}
                </td>
                <td className="jp-jbl-number">{steps}</td>
                <td title={sentence}>
                  {level !== null ? (
                    <LevelChip level={level} trans={trans} />
                  ) : (
                    <span className="jp-jbl-quiet">{trans.__('none')}</span>
                  )}
                </td>
                <td className="jp-jbl-ways">
                  <button
                    className="jp-jbl-link"
                    aria-label={trans.__('Replay what %1 did', agent)}
                    onClick={() => onReplay(name)}
                  >
                    {trans.__('Replay')}
                  </button>
                </td>
              </tr>
            )
          )}
        </tbody>
      </table>
    </>
  );
}

/**
 * Whether what systems said is unfolded, on all pages until the lab is loaded anew. It may tell the answer to whoever
 * is about to look for it, so it begins folded.
 */
const unfolded = new Map<string, boolean>();

/** Fold all of it again, as when the lab is loaded. */
export function foldAll(): void {
  unfolded.clear();
}

function System(props: IProps & { system: SystemOnInstance }): JSX.Element {
  const { system, language, trans } = props;
  const several = new Set(system.said.map(({ run }) => run)).size > 1;
  return (
    <details
      className="jp-jbl-said"
      open={unfolded.get(system.key) ?? false}
      onToggle={event => unfolded.set(system.key, event.currentTarget.open)}
    >
      <summary>
        {system.standing !== null && (
          <StandingMark standing={system.standing} />
        )}
        <strong>{system.name}</strong>{' '}
        <span className="jp-jbl-quiet">{system.task}</span>{' '}
        {(several || system.level === null) && system.sentence}
        {several && system.level !== null && (
          <span className="jp-jbl-quiet">{trans.__(', best run')} </span>
        )}
        {system.level !== null && (
          <LevelChip level={system.level} trans={trans} />
        )}
        {!several && system.level !== null && system.standing !== null && (
          <span className="jp-jbl-sr">
            {standingWords(system.standing, trans)}
          </span>
        )}
      </summary>
      {system.said.map((said, index) => (
        <Said
          key={index}
          said={said}
          title={titleOf(said, system, several, trans)}
          language={language}
          trans={trans}
        />
      ))}
    </details>
  );
}

/** Which of several things a system said it is; null where it said one. */
function titleOf(
  said: SaidItem,
  system: SystemOnInstance,
  several: boolean,
  trans: TranslationBundle
): string | null {
  const parts: string[] = [];
  if (system.task === 'detection') {
    parts.push(
      said.variant === 'reproduced'
        ? trans.__('the crashing side')
        : trans.__('the repaired side')
    );
  }
  if (several) {
    parts.push(trans.__('run %1', said.run));
  }
  return parts.length > 0 ? parts.join(', ') : null;
}

function Said(props: {
  said: SaidItem;
  title: string | null;
  language: () => Promise<LanguageSupport | null>;
  trans: TranslationBundle;
}): JSX.Element {
  const { said, title, language, trans } = props;
  return (
    <div className="jp-jbl-said-item">
      {title !== null && <p className="jp-jbl-quiet">{title}</p>}
      {said.parts.length > 0 && (
        <dl className="jp-jbl-facts">
          {said.parts.map(part => (
            <React.Fragment key={part.name}>
              <dt>{part.name}</dt>
              <dd className="jp-jbl-said-part">
                <span>{part.said}</span>
                {part.right !== null && (
                  <>
                    <StandingMark standing={part.right ? 'right' : 'wrong'} />
                    <span className="jp-jbl-sr">
                      {standingWords(part.right ? 'right' : 'wrong', trans)}
                    </span>
                  </>
                )}
              </dd>
            </React.Fragment>
          ))}
        </dl>
      )}
      {said.sentence !== null && <p>{said.sentence}</p>}
      {said.patch !== null && (
        <Patch patch={said.patch} language={language} trans={trans} />
      )}
    </div>
  );
}

const LEVEL_MARKS: Record<Level, CheckState> = {
  does_not_run: 'no',
  runs: 'runs',
  passes_check: 'passes_check',
  equals_reference: 'equals_reference'
};

/** The level that a repair reached, as the marks of a check show it. */
export function LevelChip(props: {
  level: Level;
  trans: TranslationBundle;
}): JSX.Element {
  const { level, trans } = props;
  return (
    <span className="jp-jbl-chip">
      <CheckMark state={LEVEL_MARKS[level]} />
      {levelName(level, trans)}
    </span>
  );
}

import type { TranslationBundle } from '@jupyterlab/translation';
import { closeIcon, UseSignal } from '@jupyterlab/ui-components';
import React from 'react';

import type { CatalogModel } from '../catalog/model';
import { Section } from '../section';
import type { LoadedSystem, Standing, SystemFacet } from '../tokens';
import { StandingMark } from './marks';
import type { SystemsModel } from './model';
import { letterOf, standingWords, systemName } from './words';

/** What a person can ask for beside filtering. */
export interface ISystemActions {
  load: () => void;
  /** Show how often each is right, by label. */
  shares: () => void;
  unload: (key: string) => void;
  /** End the judging that goes on. */
  cancelGrading: () => void;
  /** Judge what was cancelled. */
  grade: () => void;
}

interface IProps {
  catalog: CatalogModel;
  model: SystemsModel;
  actions: ISystemActions;
  trans: TranslationBundle;
}

/** The systems that are loaded for the bench, as filters by who is right. */
export function SystemsSection(props: IProps): JSX.Element {
  const { model, trans } = props;
  return (
    <UseSignal signal={model.changed}>
      {() => {
        const { systems } = model;
        return (
          // It opens when the first system is there.
          <Section
            key={systems.length > 0 ? 'some' : 'none'}
            title={trans.__('Systems')}
            more={systems.length > 0 ? systems.length : trans.__('none loaded')}
            folded={systems.length === 0}
          >
            <Content {...props} />
          </Section>
        );
      }}
    </UseSignal>
  );
}

function Content(props: IProps): JSX.Element {
  const { catalog, model, actions, trans } = props;
  const { systems, error } = model;
  const grading = systems.find(system => (system.grading?.done ?? 0) > 0);
  const goesOn = systems.some(system => system.grading !== null);
  const facets = new Map(catalog.systems.map(facet => [facet.key, facet]));
  return (
    <div className="jp-jbl-systems">
      {error !== null && (
        <p className="jp-jbl-message jp-jbl-message-error" role="alert">
          {error}
        </p>
      )}
      {systems.length === 0 ? (
        <p className="jp-jbl-small jp-jbl-quiet">
          {trans.__(
            'Load what a system predicted to see beside each crash what it said, and who is right where.'
          )}
        </p>
      ) : (
        <ul
          className="jp-jbl-system-list"
          aria-label={trans.__('Loaded systems')}
        >
          {systems.map((system, index) => (
            <System
              key={system.key}
              system={system}
              facet={facets.get(system.key) ?? null}
              index={index}
              catalog={catalog}
              actions={actions}
              trans={trans}
            />
          ))}
        </ul>
      )}
      {goesOn && (
        <p className="jp-jbl-small jp-jbl-system-grading">
          <progress
            aria-label={trans.__('Crashes looked at')}
            value={grading?.grading?.done}
            max={grading?.grading?.total}
          />
          <span>{grading?.sentence ?? trans.__('being judged')}</span>
          <button className="jp-jbl-link" onClick={actions.cancelGrading}>
            {trans.__('Cancel')}
          </button>
        </p>
      )}
      {systems.some(system => system.unjudged) && (
        <p className="jp-jbl-small">
          {trans.__('Where they are right is not known.')}{' '}
          <button className="jp-jbl-link" onClick={actions.grade}>
            {trans.__('Judge them')}
          </button>
        </p>
      )}
      <p className="jp-jbl-small jp-jbl-system-ways">
        <button className="jp-jbl-link" onClick={actions.load}>
          {trans.__('Load predictions…')}
        </button>{' '}
        {systems.length > 0 && (
          <button className="jp-jbl-link" onClick={actions.shares}>
            {trans.__('Share right by label')}
          </button>
        )}
      </p>
    </div>
  );
}

function System(props: {
  system: LoadedSystem;
  facet: SystemFacet | null;
  index: number;
  catalog: CatalogModel;
  actions: ISystemActions;
  trans: TranslationBundle;
}): JSX.Element {
  const { system, facet, index, catalog, actions, trans } = props;
  const name = systemName(system, trans);
  const judged = system.grading === null && !system.unjudged;
  return (
    <li>
      <span className="jp-jbl-system-letter" aria-hidden="true">
        {letterOf(index)}
      </span>
      <span
        className="jp-jbl-system-name"
        title={[`${name}: ${system.sentence}`, ...system.files].join('\n')}
      >
        <span className="jp-jbl-cut">{system.name}</span>
        <span className="jp-jbl-cut jp-jbl-quiet">{system.task}</span>
      </span>
      {(['right', 'wrong'] as const).map(standing => (
        <StandingButton
          key={standing}
          standing={standing}
          count={judged ? (facet?.[standing] ?? null) : null}
          name={name}
          disabled={!judged}
          chosen={catalog.standing(system.key) === standing}
          trans={trans}
          onChoose={chosen =>
            void catalog.chooseStanding(system.key, chosen ? standing : null)
          }
        />
      ))}
      <button
        className="jp-jbl-system-unload"
        title={trans.__('Unload %1', name)}
        aria-label={trans.__('Unload %1', name)}
        onClick={() => actions.unload(system.key)}
      >
        <closeIcon.react tag="span" width="14px" />
      </button>
      {system.problems.length > 0 && (
        <details className="jp-jbl-system-problems">
          <summary>
            {trans._n('%1 note', '%1 notes', system.problems.length)}
          </summary>
          <ul>
            {system.problems.map(problem => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}

/** Shows only instances about which a system is right, or wrong. */
function StandingButton(props: {
  standing: Standing;
  /** Instances that would be left; null while that isn't known. */
  count: number | null;
  name: string;
  chosen: boolean;
  disabled: boolean;
  trans: TranslationBundle;
  onChoose: (chosen: boolean) => void;
}): JSX.Element {
  const { standing, count, name, chosen, disabled, trans, onChoose } = props;
  const word = standingWords(standing, trans);
  const told = trans.__(
    'Only those that %1 has %2: %3',
    name,
    word,
    count ?? 0
  );
  return (
    <button
      className="jp-jbl-system-filter"
      aria-pressed={chosen}
      // What was chosen before it was being judged can be taken back.
      disabled={disabled && !chosen}
      aria-label={told}
      title={told}
      onClick={() => onChoose(!chosen)}
    >
      <StandingMark standing={standing} />
      {count ?? ''}
    </button>
  );
}

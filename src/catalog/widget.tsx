import { ReactWidget } from '@jupyterlab/apputils';
import { ITranslator, TranslationBundle } from '@jupyterlab/translation';
import {
  addIcon,
  downloadIcon,
  refreshIcon,
  searchIcon,
  UseSignal
} from '@jupyterlab/ui-components';
import { Message } from '@lumino/messaging';
import React, { useEffect } from 'react';

import { benchIcon } from '../icons';
import { ProblemList } from '../problem-list';
import type { ProgressModel } from '../progress/model';
import { IProgressActions, ProgressSection } from '../progress/section';
import { Section } from '../section';
import type { SystemsModel } from '../systems/model';
import { ISystemActions, SystemsSection } from '../systems/section';
import { ActiveFilters, Filters } from './filters';
import { InstanceList } from './list';
import type { CatalogModel } from './model';

/** What a person can ask of the panel that concerns the rest of the lab. */
export interface ICatalogActions {
  /** Show the selected instance; `clicked`: not merely passed with the keyboard. */
  show: (clicked: boolean) => void;
  /** Open or resume an attempt at the selected instance. */
  open: () => void;
  addBench: () => void;
  /** Fetch the published data set. */
  fetchBench: () => void;
  progress: IProgressActions;
  systems: ISystemActions;
}

/** The panel of benches: choose one, search, filter, pick an instance. */
export class CatalogPanel extends ReactWidget {
  constructor(
    private readonly _model: CatalogModel,
    private readonly _progress: ProgressModel,
    private readonly _systems: SystemsModel | null,
    private readonly _actions: ICatalogActions,
    translator: ITranslator
  ) {
    super();
    this._trans = translator.load('junobench_lab');
    this.id = 'junobench-lab-catalog';
    this.addClass('jp-jbl');
    this.addClass('jp-jbl-catalog');
    this.title.icon = benchIcon;
    this.title.caption = this._trans.__('JunoBench Lab');
    this.node.tabIndex = -1;
    this.node.setAttribute('role', 'region');
    this.node.setAttribute('aria-label', this._trans.__('JunoBench Lab'));
  }

  protected override render(): JSX.Element {
    return (
      <UseSignal signal={this._model.changed}>
        {() => (
          <Catalog
            model={this._model}
            progress={this._progress}
            systems={this._systems}
            actions={this._actions}
            trans={this._trans}
            onRows={this._handFocusOn}
          />
        )}
      </UseSignal>
    );
  }

  /** Nothing is asked of the server before the panel is seen for the first time. */
  protected override onBeforeShow(msg: Message): void {
    super.onBeforeShow(msg);
    if (!this._model.hasRows && !this._model.loading) {
      void this._model.refresh();
    }
  }

  protected override onActivateRequest(msg: Message): void {
    super.onActivateRequest(msg);
    this.node.focus();
    this._handFocusOn();
  }

  /**
   * Give the panel's focus to the search. There is nothing to search in before the first answer, and by then the person
   * may have gone elsewhere.
   */
  private readonly _handFocusOn = (): void => {
    if (document.activeElement === this.node) {
      this.node.querySelector<HTMLElement>('.jp-jbl-search input')?.focus();
    }
  };

  private readonly _trans: TranslationBundle;
}

interface IProps {
  model: CatalogModel;
  actions: ICatalogActions;
  trans: TranslationBundle;
}

interface ICatalogProps extends IProps {
  progress: ProgressModel;
  /** Null: the lab does without systems. */
  systems: SystemsModel | null;
  /** Called when rows and the search take the place of the waiting. */
  onRows: () => void;
}

function Catalog({
  model,
  progress,
  systems,
  actions,
  trans,
  onRows
}: ICatalogProps): JSX.Element {
  const { error, problems } = model;
  return (
    <>
      <div className="jp-jbl-head">
        <h2>{trans.__('JunoBench Lab')}</h2>
        <Tool
          icon={refreshIcon}
          label={trans.__('Refresh')}
          onClick={() => void model.refresh()}
        />
        <Tool
          icon={addIcon}
          label={trans.__('Add a folder as a bench…')}
          onClick={actions.addBench}
        />
        <Tool
          icon={downloadIcon}
          label={trans.__('Fetch JunoBench…')}
          onClick={actions.fetchBench}
        />
      </div>
      {model.benches.length > 0 && <BenchChooser model={model} trans={trans} />}
      {error !== null && (
        <div className="jp-jbl-message jp-jbl-message-error" role="alert">
          {error}
          <div className="jp-jbl-row">
            <button
              className="jp-jbl-link"
              onClick={() => void model.refresh()}
            >
              {trans.__('Try again')}
            </button>
          </div>
        </div>
      )}
      {problems.length > 0 && (
        <details className="jp-jbl-problems">
          <summary>
            {trans._n('%1 problem', '%1 problems', problems.length)}
          </summary>
          <ProblemList problems={problems} />
        </details>
      )}
      {model.hasRows ? (
        <Instances
          model={model}
          progress={progress}
          systems={systems}
          actions={actions}
          trans={trans}
          onRows={onRows}
        />
      ) : (
        error === null && <Nothing model={model} trans={trans} />
      )}
    </>
  );
}

/** What to say before there are rows. */
function Nothing({ model, trans }: Omit<IProps, 'actions'>): JSX.Element {
  return (
    <p className="jp-jbl-message jp-jbl-quiet" role="status">
      {model.loading
        ? trans.__('Loading the benches…')
        : trans.__('There is no bench. Add a folder as a bench.')}
    </p>
  );
}

function Instances({
  model,
  progress,
  systems,
  actions,
  trans,
  onRows
}: ICatalogProps): JSX.Element {
  const { matched, total } = model;
  useEffect(() => onRows(), [onRows]);
  return (
    <>
      <div className="jp-jbl-search">
        <searchIcon.react tag="span" width="14px" />
        <input
          type="search"
          value={model.filter.query}
          placeholder={trans.__('Search id, error, label')}
          aria-label={trans.__('Search the instances')}
          onChange={event => model.setQuery(event.currentTarget.value)}
        />
      </div>
      <ActiveFilters model={model} trans={trans} />
      <ProgressSection
        model={progress}
        actions={actions.progress}
        trans={trans}
      />
      {systems && (
        <SystemsSection
          catalog={model}
          model={systems}
          actions={actions.systems}
          trans={trans}
        />
      )}
      <Section title={trans.__('Filters')}>
        <Filters model={model} trans={trans} />
      </Section>
      <Section
        title={trans.__('Instances')}
        more={
          <span role="status">
            {matched === total ? total : trans.__('%1 of %2', matched, total)}
          </span>
        }
      >
        {matched > 0 ? (
          <InstanceList
            model={model}
            progress={progress}
            trans={trans}
            onShow={actions.show}
            onOpen={actions.open}
          />
        ) : (
          <NoMatch model={model} trans={trans} />
        )}
      </Section>
    </>
  );
}

function NoMatch({ model, trans }: Omit<IProps, 'actions'>): JSX.Element {
  if (!model.isFiltered) {
    return <p className="jp-jbl-message">{trans.__('This bench is empty.')}</p>;
  }
  return (
    <p className="jp-jbl-message">
      {trans.__('No instance matches.')}{' '}
      <button className="jp-jbl-link" onClick={() => void model.clearFilter()}>
        {trans.__('Clear the filters.')}
      </button>
    </p>
  );
}

function BenchChooser({ model, trans }: Omit<IProps, 'actions'>): JSX.Element {
  return (
    <div className="jp-jbl-benches">
      <select
        value={model.bench ?? undefined}
        aria-label={trans.__('Bench')}
        title={model.benches.find(({ name }) => name === model.bench)?.path}
        onChange={event => void model.choose(event.currentTarget.value)}
      >
        {model.benches.map(({ name, title, instances }) => (
          <option key={name} value={name}>
            {instances === null
              ? trans.__('%1 (can not be read)', title)
              : trans._n(
                  '%2 (%1 instance)',
                  '%2 (%1 instances)',
                  instances,
                  title
                )}
          </option>
        ))}
      </select>
    </div>
  );
}

function Tool(props: {
  icon: typeof refreshIcon;
  label: string;
  onClick: () => void;
}): JSX.Element {
  return (
    <button
      className="jp-jbl-tool"
      title={props.label}
      aria-label={props.label}
      onClick={props.onClick}
    >
      <props.icon.react tag="span" width="16px" />
    </button>
  );
}

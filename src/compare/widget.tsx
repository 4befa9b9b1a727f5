import { PathExt } from '@jupyterlab/coreutils';
import type { ITranslator, TranslationBundle } from '@jupyterlab/translation';
import { ReactWidget, refreshIcon, UseSignal } from '@jupyterlab/ui-components';
import type { Message } from '@lumino/messaging';
import React from 'react';

import { compareIcon } from '../icons';
import type { Comparison } from '../tokens';
import type { ComparisonModel } from './model';
import { ResultsLane } from './results-lane';
import { SequenceLane } from './sequence-lane';
import { LanguageOf, SourceLane } from './source-lane';
import { clockTime, executionWords } from './words';

/** Two notebooks side by side: what each ran, then what each says. */
export class ComparisonWidget extends ReactWidget {
  constructor(
    readonly model: ComparisonModel,
    private readonly _languageOf: LanguageOf,
    translator: ITranslator
  ) {
    super();
    this._trans = translator.load('junobench_lab');
    this.id = `junobench-lab-compare-${counter++}`;
    this.addClass('jp-jbl');
    this.addClass('jp-jbl-compare');
    this.title.icon = compareIcon;
    this.title.label = sidesName(model, this._trans, PathExt.basename);
    this.title.caption = sidesName(model, this._trans, path => path);
    this.title.closable = true;
    this.node.tabIndex = -1;
    this.node.setAttribute('role', 'region');
    this.node.setAttribute('aria-label', this.title.caption);
  }

  override dispose(): void {
    if (!this.isDisposed) {
      this.model.dispose();
      super.dispose();
    }
  }

  /** Steps through the differences by keyboard: F7 and Shift F7, or n and p. */
  handleEvent(event: Event): void {
    if (!(event instanceof KeyboardEvent)) {
      return;
    }
    const by = stepOf(event);
    if (by !== 0) {
      event.preventDefault();
      event.stopPropagation();
      this.model.step(by);
    }
  }

  protected override onAfterAttach(message: Message): void {
    super.onAfterAttach(message);
    this.node.addEventListener('keydown', this);
  }

  protected override onBeforeDetach(message: Message): void {
    this.node.removeEventListener('keydown', this);
    super.onBeforeDetach(message);
  }

  protected override onActivateRequest(message: Message): void {
    super.onActivateRequest(message);
    this.node.focus();
  }

  protected override render(): JSX.Element {
    return (
      <UseSignal signal={this.model.changed}>
        {() => (
          <ComparisonView
            model={this.model}
            languageOf={this._languageOf}
            trans={this._trans}
          />
        )}
      </UseSignal>
    );
  }

  private readonly _trans: TranslationBundle;
}

let counter = 0;

/** "Compare: ferry-reviews"; of notebooks by path, their names: "a.ipynb | b.ipynb". */
function sidesName(
  { left, right }: ComparisonModel,
  trans: TranslationBundle,
  shortened: (path: string) => string
): string {
  if (left.id !== null && left.id !== undefined && left.id === right.id) {
    return trans.__('Compare: %1', left.id);
  }
  return [left, right]
    .map(side => side.id ?? shortened(side.path ?? ''))
    .join(' | ');
}

function stepOf(event: KeyboardEvent): 1 | -1 | 0 {
  if (event.ctrlKey || event.metaKey || event.altKey) {
    return 0;
  }
  if (event.key === 'F7') {
    return event.shiftKey ? -1 : 1;
  }
  if (event.key === 'n') {
    return 1;
  }
  return event.key === 'p' ? -1 : 0;
}

export interface IComparisonViewProps {
  model: ComparisonModel;
  languageOf: LanguageOf;
  trans: TranslationBundle;
}

export function ComparisonView(props: IComparisonViewProps): JSX.Element {
  const { model, languageOf, trans } = props;
  const { comparison } = model;
  return (
    <>
      <Bar model={model} trans={trans} />
      {comparison && (
        <div className="jp-jbl-compare-sides">
          <SideHead side={comparison.left} trans={trans} />
          <SideHead side={comparison.right} trans={trans} />
        </div>
      )}
      <div className="jp-jbl-compare-body">
        {model.problem && (
          <p className="jp-jbl-message jp-jbl-message-error" role="alert">
            {model.problem}
          </p>
        )}
        {comparison && model.unsaved && (
          <p className="jp-jbl-message" role="status">
            {trans.__(
              'Changes since the last save are not compared. Save the notebook to compare them.'
            )}
          </p>
        )}
        {!comparison && model.comparing && (
          <p className="jp-jbl-message" role="status">
            {trans.__('Comparing…')}
          </p>
        )}
        {comparison && (
          <>
            <SequenceLane comparison={comparison} trans={trans} />
            <SourceLane
              model={model}
              comparison={comparison}
              languageOf={languageOf}
              trans={trans}
            />
            <ResultsLane comparison={comparison} trans={trans} />
          </>
        )}
      </div>
    </>
  );
}

/** Steps through the differences, and says of when the comparison is. */
function Bar(props: {
  model: ComparisonModel;
  trans: TranslationBundle;
}): JSX.Element {
  const { model, trans } = props;
  const { comparison, comparedAt, differences, current } = model;
  const compared =
    comparison && comparedAt
      ? trans.__(
          'Compared %1, in %2 ms',
          clockTime(comparedAt, new Date()),
          Math.max(1, Math.round(comparison.seconds * 1000))
        )
      : '';
  return (
    <div
      className="jp-jbl-compare-bar"
      role="toolbar"
      aria-label={trans.__('Comparison')}
    >
      <button
        className="jp-jbl-tool"
        disabled={differences === 0}
        title={trans.__('Previous difference (Shift F7 or p)')}
        aria-label={trans.__('Previous difference')}
        onClick={() => model.step(-1)}
      >
        <Chevron path="M10 3L5 8l5 5" />
      </button>
      <button
        className="jp-jbl-tool"
        disabled={differences === 0}
        title={trans.__('Next difference (F7 or n)')}
        aria-label={trans.__('Next difference')}
        onClick={() => model.step(1)}
      >
        <Chevron path="M6 3l5 5l-5 5" />
      </button>
      <span className="jp-jbl-cut" role="status">
        {differenceWords(comparison, current, differences, trans)}
      </span>
      <span className="jp-jbl-grow" />
      <label className="jp-jbl-tool jp-jbl-compare-check">
        <input
          type="checkbox"
          checked={model.ignoreComments}
          onChange={event => {
            model.ignoreComments = event.target.checked;
          }}
        />
        {trans.__('Ignore comments')}
      </label>
      <button
        className="jp-jbl-tool"
        disabled={model.comparing}
        title={trans.__('Compare again')}
        onClick={() => void model.refresh()}
      >
        <refreshIcon.react tag="span" width="16px" aria-hidden="true" />
        <span className="jp-jbl-compare-time">
          {model.comparing ? trans.__('Comparing…') : compared}
        </span>
        <span className="jp-jbl-sr">{trans.__('Compare again')}</span>
      </button>
    </div>
  );
}

function Chevron({ path }: { path: string }): JSX.Element {
  return (
    <svg
      className="jp-jbl-chevron"
      width="16"
      height="16"
      viewBox="0 0 16 16"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  );
}

function differenceWords(
  comparison: Comparison | null,
  current: number | null,
  differences: number,
  trans: TranslationBundle
): string {
  if (!comparison) {
    return '';
  }
  if (differences === 0) {
    return trans.__('No cell differs');
  }
  return current === null
    ? trans._n('%1 difference', '%1 differences', differences)
    : trans.__('Difference %1 of %2', current + 1, differences);
}

function SideHead(props: {
  side: Comparison['left'];
  trans: TranslationBundle;
}): JSX.Element {
  const { side, trans } = props;
  return (
    <div>
      <strong>{side.title}</strong>
      {side.detail !== side.title && (
        <span className="jp-jbl-cut">{side.detail}</span>
      )}
      <span className="jp-jbl-quiet jp-jbl-cut">
        {side.modified
          ? trans.__('saved %1', clockTime(new Date(side.modified), new Date()))
          : trans.__('read-only')}
      </span>
      <span className="jp-jbl-grow" />
      <span className="jp-jbl-quiet jp-jbl-cut">
        {executionWords(side, trans)}
      </span>
    </div>
  );
}

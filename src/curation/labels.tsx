import { Dialog } from '@jupyterlab/apputils';
import type { TranslationBundle } from '@jupyterlab/translation';
import { ReactWidget } from '@jupyterlab/ui-components';
import React from 'react';

import type { CurationResult } from '../tokens';
import { LabelChoice } from './model';
import { dataWords, labelWords, orderWords } from './words';

/** What was made, with its proposed labels and diagnosis for the person to change. */
export class MadeView
  extends ReactWidget
  implements Dialog.IBodyWidget<LabelChoice>
{
  constructor(
    private readonly _result: CurationResult,
    private readonly _trans: TranslationBundle
  ) {
    super();
    this._choice = new LabelChoice(_result);
    this.addClass('jp-jbl');
    this.addClass('jp-jbl-curation');
    // After its last button a dialog goes on with the first thing that takes the focus when it opens, and fields are
    // drawn later: with this one their way round isn't left out.
    this.node.tabIndex = -1;
  }

  getValue(): LabelChoice {
    return this._choice;
  }

  protected override render(): JSX.Element {
    return (
      <Made
        result={this._result}
        choice={this._choice}
        onChange={choice => {
          this._choice = choice;
          this.update();
        }}
        trans={this._trans}
      />
    );
  }

  private _choice: LabelChoice;
}

export function Made(props: {
  result: CurationResult;
  choice: LabelChoice;
  onChange: (choice: LabelChoice) => void;
  trans: TranslationBundle;
}): JSX.Element {
  const { result, choice, onChange, trans } = props;
  const { record } = result;
  return (
    <>
      <p>{record.sentence}</p>
      <ul>
        <li>{orderWords(result, trans)}</li>
        {record.data.map(change => (
          <li key={change.path}>{dataWords(change, trans)}</li>
        ))}
        {record.data_choice === 'synthetic' && (
          <li>
            {trans.__(
              'The original notebook is kept as it was saved, with its outputs.'
            )}
          </li>
        )}
      </ul>
      <fieldset>
        <legend>
          {Object.keys(record.chosen).length > 0
            ? trans.__('Labels')
            : trans.__('Labels, as the estimators propose them')}
        </legend>
        {choice.rows.map(({ label, value, values, reason }) => (
          <label key={label} className="jp-jbl-curation-field">
            <span>{labelWords(label, trans)}</span>
            <select
              name={label}
              value={value}
              onChange={event =>
                onChange(choice.with(label, event.target.value))
              }
            >
              {!value && <option value="">{trans.__('not said')}</option>}
              {values.map(each => (
                <option key={each}>{each}</option>
              ))}
            </select>
            {reason && <span className="jp-jbl-quiet">{reason}</span>}
          </label>
        ))}
      </fieldset>
      <label className="jp-jbl-curation-field">
        <span>{trans.__('Diagnosis')}</span>
        <textarea
          name="diagnosis"
          className="jp-mod-styled"
          rows={3}
          value={choice.diagnosis}
          placeholder={trans.__('Why it crashes; no rule says.')}
          onChange={event => onChange(choice.withDiagnosis(event.target.value))}
        />
      </label>
    </>
  );
}

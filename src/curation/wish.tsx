import { Dialog } from '@jupyterlab/apputils';
import type { TranslationBundle } from '@jupyterlab/translation';
import { ReactWidget } from '@jupyterlab/ui-components';
import React from 'react';

import type { CurationRequest } from '../tokens';

export type DataChoice = CurationRequest['data'];

/** What can be chosen among the person's files rather than typed. */
export type Chosen = 'bench' | 'fixed';

/** What a person wants made; empty texts are left to the server. */
export interface IWish {
  bench: string;
  id: string;
  fixed: string;
  data: DataChoice;
}

/** Asks where the instance goes, what it is called and what becomes of its data. */
export class WishForm extends ReactWidget implements Dialog.IBodyWidget<IWish> {
  constructor(
    private _wish: IWish,
    private readonly _trans: TranslationBundle,
    private readonly _choose: ((what: Chosen) => void) | null = null
  ) {
    super();
    this.addClass('jp-jbl');
    this.addClass('jp-jbl-curation');
    // After its last button a dialog goes on with the first thing that takes the focus when it opens, and fields are
    // drawn later: with this one their way round isn't left out.
    this.node.tabIndex = -1;
  }

  getValue(): IWish {
    const { bench, id, fixed, data } = this._wish;
    return { bench: bench.trim(), id: id.trim(), fixed: fixed.trim(), data };
  }

  protected override render(): JSX.Element {
    return (
      <WishFields
        wish={this._wish}
        onChange={wish => {
          this._wish = wish;
          this.update();
        }}
        onChoose={this._choose}
        trans={this._trans}
      />
    );
  }
}

export function WishFields(props: {
  wish: IWish;
  onChange: (wish: IWish) => void;
  /** Let the person choose among their files; null where there is nothing to choose with. */
  onChoose: ((what: Chosen) => void) | null;
  trans: TranslationBundle;
}): JSX.Element {
  const { wish, onChange, onChoose, trans } = props;
  const text = (
    name: 'bench' | 'id' | 'fixed',
    label: string,
    hint: string,
    placeholder: string,
    choose?: { what: Chosen; label: string }
  ) => (
    <div className="jp-jbl-curation-field">
      <label htmlFor={`jp-jbl-curation-${name}`}>{label}</label>
      <div className="jp-jbl-curation-chosen">
        <input
          id={`jp-jbl-curation-${name}`}
          aria-describedby={`jp-jbl-curation-${name}-hint`}
          className="jp-mod-styled"
          name={name}
          value={wish[name]}
          placeholder={placeholder}
          spellCheck={false}
          onChange={event => onChange({ ...wish, [name]: event.target.value })}
        />
        {choose && onChoose && (
          <button
            type="button"
            className="jp-mod-styled jp-mod-reject"
            aria-label={choose.label}
            title={choose.label}
            onClick={() => onChoose(choose.what)}
          >
            {trans.__('Browse…')}
          </button>
        )}
      </div>
      <span id={`jp-jbl-curation-${name}-hint`} className="jp-jbl-quiet">
        {hint}
      </span>
    </div>
  );
  const data: [DataChoice, string][] = [
    ['sampled', trans.__('A small part of it, for which the crash stays')],
    ['synthetic', trans.__('Made-up data of the same schema')],
    ['whole', trans.__('All of it, as it is')]
  ];
  return (
    <>
      <p>
        {trans.__(
          'The recorded order is run and made as short as the crash allows. Your notebook stays as it is; the instance holds a copy of it, outputs included.'
        )}
      </p>
      {text(
        'bench',
        trans.__('Folder of your bench'),
        trans.__(
          'Made if it does not exist yet; below your files or absolute.'
        ),
        'my-crashes',
        { what: 'bench', label: trans.__('Browse for the folder') }
      )}
      {text(
        'id',
        trans.__('Name of the instance'),
        trans.__('Left empty, it is made from the name of the notebook.'),
        ''
      )}
      {text(
        'fixed',
        trans.__('The same notebook, repaired'),
        trans.__(
          'Its path below your files. Left empty, the instance is a draft until you repair it.'
        ),
        'repaired.ipynb',
        { what: 'fixed', label: trans.__('Browse for the repaired notebook') }
      )}
      <fieldset>
        <legend>{trans.__('Input data')}</legend>
        {data.map(([choice, label]) => (
          <label key={choice}>
            <input
              type="radio"
              name="jp-jbl-curation-data"
              checked={wish.data === choice}
              onChange={() => onChange({ ...wish, data: choice })}
            />
            {label}
          </label>
        ))}
      </fieldset>
    </>
  );
}

import type { Dialog } from '@jupyterlab/apputils';
import type { TranslationBundle } from '@jupyterlab/translation';
import { ReactWidget } from '@jupyterlab/ui-components';
import React, { useState } from 'react';

import { sizeWords } from '../instance/words';
import type { FetchOffer } from '../tokens';
import { FetchChoice, type FetchWhat } from './model';
import { amountWords, licenceWords } from './words';

/** What can be fetched, with sizes and licences, for a person to choose from. */
export class OfferView
  extends ReactWidget
  implements Dialog.IBodyWidget<FetchChoice>
{
  constructor(
    private readonly _offer: FetchOffer,
    private readonly _trans: TranslationBundle
  ) {
    super();
    this.addClass('jp-jbl');
    this.addClass('jp-jbl-fetch');
    this._choice = new FetchChoice(_offer);
  }

  getValue(): FetchChoice {
    return this._choice;
  }

  protected override render(): JSX.Element {
    return (
      <Offer
        offer={this._offer}
        first={this._choice}
        onChoice={choice => {
          this._choice = choice;
        }}
        trans={this._trans}
      />
    );
  }

  private _choice: FetchChoice;
}

export function Offer(props: {
  offer: FetchOffer;
  first: FetchChoice;
  onChoice: (choice: FetchChoice) => void;
  trans: TranslationBundle;
}): JSX.Element {
  const { offer, trans } = props;
  const [choice, setChoice] = useState(props.first);
  const choose = (next: FetchChoice) => {
    props.onChoice(next);
    setChoice(next);
  };
  const ways: [FetchWhat, string, string][] = [
    [
      'notebooks',
      trans.__('Notebooks only: to read, trace and compare'),
      amountWords(offer.notebooks, trans)
    ],
    [
      'chosen',
      trans.__('Chosen instances with their input data: to run'),
      choice.what === 'chosen' ? sizeWords(choice.missing) : ''
    ],
    ['everything', trans.__('Everything'), amountWords(offer.everything, trans)]
  ];
  return (
    <>
      <p className="jp-jbl-quiet">
        {trans.__(
          'From %1, to %2. What is here already is not fetched again.',
          offer.source,
          offer.folder
        )}
      </p>
      <fieldset>
        <legend>{trans.__('Fetch')}</legend>
        {ways.map(([what, label, amount]) => (
          <label key={what}>
            <input
              type="radio"
              name="jp-jbl-fetch-what"
              checked={choice.what === what}
              onChange={() => choose(choice.asked(what))}
            />
            <span>{label}</span>
            <span className="jp-jbl-quiet">{amount}</span>
          </label>
        ))}
      </fieldset>
      <Instances offer={offer} choice={choice} choose={choose} trans={trans} />
      <p role="status">
        {choice.isSomething
          ? trans.__(
              '%1 to fetch, %2 free.',
              sizeWords(choice.missing),
              sizeWords(offer.free)
            )
          : trans.__('Choose at least one instance.')}
        {!choice.fits && ` ${trans.__('That does not fit on the disk.')}`}
      </p>
      <p className="jp-jbl-quiet">
        {trans.__(
          'Each data set keeps its own licence: where it says unknown, do not pass the data on.'
        )}
      </p>
    </>
  );
}

function Instances(props: {
  offer: FetchOffer;
  choice: FetchChoice;
  choose: (choice: FetchChoice) => void;
  trans: TranslationBundle;
}): JSX.Element {
  const { offer, choice, choose, trans } = props;
  return (
    <div className="jp-jbl-fetch-instances" tabIndex={0} role="group">
      <table>
        <thead>
          <tr>
            <th scope="col">{trans.__('Instance')}</th>
            <th scope="col">{trans.__('With input data')}</th>
            <th scope="col">{trans.__('Licence of the data')}</th>
          </tr>
        </thead>
        <tbody>
          {offer.instances.map(instance => (
            <tr key={instance.id}>
              <td>
                <label>
                  <input
                    type="checkbox"
                    checked={
                      choice.what === 'chosen' && choice.has(instance.id)
                    }
                    onChange={() => choose(choice.toggled(instance.id))}
                  />
                  {instance.id}
                </label>
              </td>
              <td>{amountWords(instance.everything, trans)}</td>
              <td>{licenceWords(instance, trans)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

import type { TranslationBundle } from '@jupyterlab/translation';
import { ReactWidget, UseSignal } from '@jupyterlab/ui-components';
import type { ISignal } from '@lumino/signaling';
import React from 'react';

import type { ImageProgress } from '../tokens';
import type { ImageModel } from './image';
import { jobWords } from './words';

type Layer = ImageProgress['layers'][number];

/** How far a build, a pull or a trial of the image is: layer by layer, and what was said last. */
export class ImageProgressView extends ReactWidget {
  constructor(
    private readonly _image: ImageModel,
    private readonly _trans: TranslationBundle
  ) {
    super();
    this.addClass('jp-jbl');
    this.addClass('jp-jbl-image');
  }

  protected override render(): JSX.Element {
    return (
      <UseSignal signal={this._image.changed as ISignal<object, void>}>
        {() => <Progress image={this._image} trans={this._trans} />}
      </UseSignal>
    );
  }
}

export function Progress(props: {
  image: ImageModel;
  trans: TranslationBundle;
}): JSX.Element {
  const { image, trans } = props;
  const { progress, cancelling } = image;
  const last = React.useRef<HTMLPreElement>(null);
  const lines = (progress?.lines ?? []).join('\n');
  React.useEffect(() => {
    if (last.current) {
      last.current.scrollTop = last.current.scrollHeight;
    }
  }, [lines]);
  return (
    <>
      <p role="status">
        {cancelling
          ? trans.__('Cancelling…')
          : (progress?.job.sentence ?? jobWords(image, trans))}
      </p>
      {progress && progress.layers.length > 0 && (
        <ul aria-label={trans.__('Layers')}>
          {progress.layers.map(layer => (
            <LayerRow key={layer.layer} layer={layer} />
          ))}
        </ul>
      )}
      {lines && (
        <pre
          ref={last}
          tabIndex={0}
          aria-label={trans.__('What was said last')}
        >
          {lines}
        </pre>
      )}
    </>
  );
}

function LayerRow({ layer }: { layer: Layer }): JSX.Element {
  const { done, total } = layer;
  const part = done !== null && total ? Math.min(1, done / total) : null;
  return (
    <li>
      <code>{layer.layer}</code>
      <div
        className="jp-jbl-meter"
        role="progressbar"
        aria-label={layer.layer ?? undefined}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={part === null ? undefined : Math.round(part * 100)}
      >
        <div style={{ width: `${(part ?? 0) * 100}%` }} />
      </div>
      <span className="jp-jbl-quiet jp-jbl-cut" title={layer.words}>
        {shortWords(layer)}
      </span>
    </li>
  );
}

/** What Docker says of a layer, without its name and the bar that Docker draws of letters. */
function shortWords({ words, layer }: Layer): string {
  return words.replace(`${layer} `, '').replace(/ \[[^\]]*\] */, ' ');
}

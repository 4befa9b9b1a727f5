import { TranslationBundle } from '@jupyterlab/translation';
import React from 'react';

import type { InstanceView } from '../tokens';
import { sizeWords } from './words';

/** What a run of the instance needs: its kernel and its input files. */
export function NeedFacts(props: {
  instance: InstanceView['instance'];
  /** The kernel that attempts at a bench get; null: the default kernel. */
  kernel: (bench: string) => string | null;
  trans: TranslationBundle;
}): JSX.Element {
  const { instance, kernel, trans } = props;
  const { summary, data } = instance;
  const size = data.reduce((sum, file) => sum + file.size, 0);
  return (
    <section>
      <h2 className="jp-jbl-heading">{trans.__('What it needs')}</h2>
      <dl className="jp-jbl-facts">
        <dt>{trans.__('kernel')}</dt>
        <dd>{kernel(summary.bench) ?? trans.__('the default kernel')}</dd>
        <dt>{trans.__('input')}</dt>
        <dd>
          {data.length === 0
            ? trans.__('no files')
            : trans._n(
                '%1 file, %2',
                '%1 files, %2',
                data.length,
                sizeWords(size)
              )}
        </dd>
      </dl>
    </section>
  );
}

/** Files that are named one by one; more are counted. */
const NAMED_FILES = 4;

/** Where the input data come from, and under which licence. */
export function DataFacts(props: {
  instance: InstanceView['instance'];
  trans: TranslationBundle;
}): JSX.Element {
  const { instance, trans } = props;
  const { data, sources, notebook_url, readme } = instance;
  const named = data.length > NAMED_FILES ? [] : data;
  return (
    <section>
      <h2 className="jp-jbl-heading">{trans.__('Data and licence')}</h2>
      <dl className="jp-jbl-facts">
        {named.map(({ path, size }) => (
          <React.Fragment key={path}>
            <dt>{trans.__('file')}</dt>
            <dd>
              <code className="jp-jbl-code">{path}</code>, {sizeWords(size)}
            </dd>
          </React.Fragment>
        ))}
        {sources.map(({ title, licence, url }, index) => (
          <React.Fragment key={index}>
            <dt>{trans.__('source')}</dt>
            <dd>{url ? <Link url={url} text={title} /> : title}</dd>
            <dt>{trans.__('licence')}</dt>
            <dd>{licence ?? trans.__('unknown')}</dd>
          </React.Fragment>
        ))}
        {notebook_url !== null && (
          <>
            <dt>{trans.__('notebook')}</dt>
            <dd>
              <Link url={notebook_url} text={trans.__('where it comes from')} />
            </dd>
          </>
        )}
      </dl>
      {readme !== null && (
        <details className="jp-jbl-readme">
          <summary>{trans.__('What the bench says about the data')}</summary>
          <pre>{readme}</pre>
        </details>
      )}
    </section>
  );
}

/** A link out of the lab; an address of another kind than the web's is shown as text. */
function Link({ url, text }: { url: string; text: string }): JSX.Element {
  return /^https?:\/\//.test(url) ? (
    <a href={url} target="_blank" rel="noopener noreferrer">
      {text}
    </a>
  ) : (
    <>{text}</>
  );
}

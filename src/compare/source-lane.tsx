import type { LanguageSupport } from '@codemirror/language';
import type { TranslationBundle } from '@jupyterlab/translation';
import { caretRightIcon } from '@jupyterlab/ui-components';
import React, { useEffect, useRef, useState } from 'react';

import type { Comparison } from '../tokens';
import type { Block, CellPair } from './blocks';
import type { ComparisonModel } from './model';
import { lower, pairName, relationWords, unchangedWords } from './words';

/** Gets the highlighting of a kind of cell; null where there is none. */
export type LanguageOf = (
  type: CellPair['type']
) => Promise<LanguageSupport | null>;

interface IShared {
  model: ComparisonModel;
  comparison: Comparison;
  languageOf: LanguageOf;
  trans: TranslationBundle;
}

/** The cells of both sides below each other: those that differ open, those that don't folded. */
export function SourceLane(props: IShared): JSX.Element {
  const { model, comparison, trans } = props;
  return (
    <section aria-label={trans.__('Source')}>
      <div className="jp-jbl-compare-section jp-jbl-compare-section-line">
        <h2>{trans.__('Source')}</h2>
        <span className="jp-jbl-quiet jp-jbl-small">
          {comparison.source_sentence}
        </span>
      </div>
      {model.blocks.map(block =>
        block.kind === 'unchanged' ? (
          <Unchanged
            key={keyOf(block.pairs[0])}
            pairs={block.pairs}
            {...props}
          />
        ) : (
          <Changed key={keyOf(block.pair)} block={block} {...props} />
        )
      )}
    </section>
  );
}

function keyOf(pair: CellPair): string {
  return `${pair.left}-${pair.right}`;
}

function Unchanged(
  props: IShared & { pairs: readonly CellPair[] }
): JSX.Element {
  const { pairs, comparison, languageOf, trans } = props;
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        className="jp-jbl-unchanged"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <caretRightIcon.react tag="span" width="14px" aria-hidden="true" />
        {unchangedWords(pairs, trans)}
      </button>
      {open &&
        pairs.map(pair => (
          <div key={keyOf(pair)} className="jp-jbl-pair">
            <PairHead pair={pair} comparison={comparison} trans={trans} />
            <Editors
              pair={pair}
              comparison={comparison}
              languageOf={languageOf}
              trans={trans}
            />
          </div>
        ))}
    </>
  );
}

function Changed(
  props: IShared & { block: Extract<Block, { kind: 'cell' }> }
): JSX.Element {
  const { model, block, comparison, languageOf, trans } = props;
  const { pair, difference } = block;
  const [open, setOpen] = useState(difference !== null);
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => setOpen(difference !== null), [difference]);
  useEffect(() => {
    const show = (_: ComparisonModel, stepped: number) => {
      if (stepped === difference) {
        setOpen(true);
        box.current?.focus();
      }
    };
    model.stepped.connect(show);
    return () => void model.stepped.disconnect(show);
  }, [model, difference]);

  const name = pairName(pair, trans);
  return (
    <div
      ref={box}
      className="jp-jbl-pair"
      role="group"
      tabIndex={-1}
      aria-label={name}
      aria-current={
        difference !== null && difference === model.current ? true : undefined
      }
    >
      <PairHead pair={pair} comparison={comparison} trans={trans}>
        <button
          className="jp-jbl-tool jp-jbl-pair-fold"
          aria-expanded={open}
          aria-label={
            open ? trans.__('Hide %1', name) : trans.__('Show %1', name)
          }
          onClick={() => setOpen(!open)}
        >
          <caretRightIcon.react tag="span" width="16px" />
        </button>
      </PairHead>
      {open && (
        <Editors
          pair={pair}
          comparison={comparison}
          languageOf={languageOf}
          trans={trans}
        />
      )}
    </div>
  );
}

function PairHead(props: {
  pair: CellPair;
  comparison: Comparison;
  trans: TranslationBundle;
  children?: React.ReactNode;
}): JSX.Element {
  const { pair, comparison, trans, children } = props;
  const renamed = Object.entries(pair.renamed);
  return (
    <header className="jp-jbl-pair-head">
      {children}
      <strong>{pairName(pair, trans)}</strong>
      {pair.crash && (
        <span className="jp-jbl-pair-crash">
          <span aria-hidden="true">✕ </span>
          {trans.__('crash cell')}
        </span>
      )}
      {pair.type !== 'code' && (
        <span className="jp-jbl-quiet">{pair.type}</span>
      )}
      {pair.relation !== 'unchanged' && (
        <Relation pair={pair} comparison={comparison} trans={trans} />
      )}
      {renamed.length > 0 && (
        <span className="jp-jbl-quiet jp-jbl-small">
          {renamed.map(([from, to], index) => (
            <React.Fragment key={from}>
              {index > 0 && ', '}
              <code>{from}</code> {trans.__('for')} <code>{to}</code>
            </React.Fragment>
          ))}
        </span>
      )}
    </header>
  );
}

function Relation(props: {
  pair: CellPair;
  comparison: Comparison;
  trans: TranslationBundle;
}): JSX.Element {
  const { pair, comparison, trans } = props;
  const { words, equal } = relationWords(pair, comparison, trans);
  const alone = pair.left === null || pair.right === null;
  return (
    <>
      <span className="jp-jbl-relation">
        <span aria-hidden="true">{alone ? '+ ' : equal ? '= ' : '≠ '}</span>
        {words}
      </span>
      {pair.relation === 'moved' && pair.source !== 'same' && (
        <span className="jp-jbl-relation">
          <span aria-hidden="true">⇄ </span>
          {trans.__('at another place')}
        </span>
      )}
    </>
  );
}

/** The sources of a pair in editors, which are loaded first. */
function Editors(props: {
  pair: CellPair;
  comparison: Comparison;
  languageOf: LanguageOf;
  trans: TranslationBundle;
}): JSX.Element {
  const { pair, comparison, languageOf, trans } = props;
  const { left, right, left_source, right_source, type } = pair;
  const leftBox = useRef<HTMLDivElement>(null);
  const rightBox = useRef<HTMLDivElement>(null);
  const leftTitle = lower(comparison.left.title);
  const rightTitle = lower(comparison.right.title);
  const both = left !== null && right !== null;

  useEffect(() => {
    let remove: () => void = () => undefined;
    let gone = false;
    const show = async () => {
      const [merge, language] = await Promise.all([
        import('./merge'),
        languageOf(type)
      ]);
      const host = left !== null ? leftBox.current : rightBox.current;
      if (gone || !host) {
        return;
      }
      const sides = [
        { text: left_source, label: leftTitle },
        { text: right_source, label: rightTitle }
      ];
      remove = both
        ? merge.showMerge(host, sides[0], sides[1], language)
        : merge.showSource(host, sides[left !== null ? 0 : 1], language);
    };
    void show();
    return () => {
      gone = true;
      remove();
    };
  }, [
    both,
    left,
    left_source,
    right_source,
    leftTitle,
    rightTitle,
    type,
    languageOf
  ]);

  if (both) {
    return <div className="jp-jbl-merge" ref={leftBox} />;
  }
  const missing = (title: string) => (
    <p className="jp-jbl-merge-none">{trans.__('not in %1', title)}</p>
  );
  return (
    <div className="jp-jbl-merge jp-jbl-merge-one">
      {left !== null ? (
        <div className="jp-jbl-merge-left" ref={leftBox} />
      ) : (
        missing(leftTitle)
      )}
      {right !== null ? (
        <div className="jp-jbl-merge-right" ref={rightBox} />
      ) : (
        missing(rightTitle)
      )}
    </div>
  );
}

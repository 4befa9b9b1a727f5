import { TranslationBundle } from '@jupyterlab/translation';
import { UseSignal } from '@jupyterlab/ui-components';
import React from 'react';

import { orderIcon } from '../icons';
import type { ProgressModel } from '../progress/model';
import { State } from '../progress/state';
import { RowMarks } from '../systems/marks';
import type {
  InstanceSummary,
  ProgressState,
  SystemFacet,
  SystemMark
} from '../tokens';
import type { CatalogModel } from './model';
import { listWindow, scrollToShow } from './window';

/** Height of a row in CSS pixels; the style sheet has the same number. */
export const ROW_HEIGHT = 39;
const OVERSCAN = 6;

export interface IInstanceListProps {
  model: CatalogModel;
  progress: ProgressModel;
  trans: TranslationBundle;
  /** A row was clicked, or reached with the keyboard. */
  onShow: (clicked: boolean) => void;
  /** A row was double-clicked, or Enter was pressed on it. */
  onOpen: () => void;
}

/** The instances that match, as a list of which only the rows in view exist. */
export function InstanceList(props: IInstanceListProps): JSX.Element {
  return (
    <UseSignal signal={props.progress.changed}>
      {() => <Rows {...props} />}
    </UseSignal>
  );
}

function Rows(props: IInstanceListProps): JSX.Element {
  const { model, progress, trans, onShow, onOpen } = props;
  const scroller = React.useRef<HTMLDivElement>(null);
  const [scrollTop, setScrollTop] = React.useState(0);
  const [height, setHeight] = React.useState(0);
  const id = React.useId();
  const { active, matched } = model;

  React.useLayoutEffect(() => {
    const node = scroller.current;
    if (!node) {
      return;
    }
    const observer = new ResizeObserver(() => setHeight(node.clientHeight));
    observer.observe(node);
    return () => observer.disconnect();
  }, []);

  const window = listWindow({
    scrollTop,
    height,
    rowHeight: ROW_HEIGHT,
    count: matched,
    overscan: OVERSCAN
  });
  React.useEffect(() => {
    void model.need(window.first, window.end);
  });

  const move = (row: number) => {
    model.moveTo(row);
    const node = scroller.current;
    if (node) {
      node.scrollTop = scrollToShow(model.active, {
        scrollTop: node.scrollTop,
        height: node.clientHeight,
        rowHeight: ROW_HEIGHT
      });
    }
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    const page = Math.max(1, Math.floor(height / ROW_HEIGHT) - 1);
    const targets: Record<string, number> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + page,
      PageUp: active - page,
      Home: 0,
      End: matched - 1
    };
    if (event.key in targets) {
      move(targets[event.key]);
      onShow(false);
    } else if (event.key === 'Enter') {
      move(active);
      onOpen();
    } else if (event.key === ' ') {
      move(active);
      onShow(true);
    } else {
      return;
    }
    // Neither the list nor a shortcut of the lab is to act on these as well.
    event.preventDefault();
    event.stopPropagation();
  };

  const rows: JSX.Element[] = [];
  for (let index = window.first; index < window.end; index++) {
    const instance = model.row(index);
    rows.push(
      <Row
        key={index}
        id={`${id}-${index}`}
        instance={instance}
        state={instance && progress.state(instance.id)}
        systems={model.systems}
        marks={instance ? model.marks(instance.id) : []}
        index={index}
        count={matched}
        selected={index === active && model.selected !== null}
        active={index === active}
        trans={trans}
        onClick={() => {
          move(index);
          onShow(true);
        }}
        onDoubleClick={onOpen}
      />
    );
  }
  const inView = active >= window.first && active < window.end;
  return (
    <div
      ref={scroller}
      className="jp-jbl-list"
      role="listbox"
      tabIndex={0}
      aria-label={trans.__('Instances')}
      aria-busy={model.loading}
      aria-activedescendant={inView ? `${id}-${active}` : undefined}
      onScroll={event => setScrollTop(event.currentTarget.scrollTop)}
      onKeyDown={onKeyDown}
    >
      <div
        className="jp-jbl-list-all"
        role="presentation"
        style={{ height: window.total }}
      >
        <div
          role="presentation"
          style={{ transform: `translateY(${window.top}px)` }}
        >
          {rows}
        </div>
      </div>
    </div>
  );
}

interface IRowProps {
  id: string;
  /** Null while it is loading. */
  instance: InstanceSummary | null;
  /** How far the person got; null while that isn't known. */
  state: ProgressState | null;
  systems: readonly SystemFacet[];
  marks: readonly SystemMark[];
  index: number;
  count: number;
  selected: boolean;
  active: boolean;
  trans: TranslationBundle;
  onClick: () => void;
  onDoubleClick: () => void;
}

function Row(props: IRowProps): JSX.Element {
  const { id, instance, state, index, count, selected, active, trans } = props;
  const classes = ['jp-jbl-item'];
  if (active) {
    classes.push('jp-mod-active');
  }
  if (selected) {
    classes.push('jp-mod-selected');
  }
  return (
    <div
      id={id}
      className={classes.join(' ')}
      role="option"
      aria-selected={selected}
      aria-posinset={index + 1}
      aria-setsize={count}
      onClick={props.onClick}
      onDoubleClick={props.onDoubleClick}
    >
      {instance ? (
        <RowContent {...props} instance={instance} state={state} />
      ) : (
        <span className="jp-jbl-quiet">{trans.__('Loading…')}</span>
      )}
    </div>
  );
}

function RowContent(
  props: IRowProps & { instance: InstanceSummary }
): JSX.Element {
  const { instance, state, systems, marks, trans } = props;
  const { labels, problems, notebook_specific } = instance;
  const library = notebook_specific ? trans.__('notebook') : labels.library;
  return (
    <>
      <span className="jp-jbl-item-id jp-jbl-cut" title={instance.id}>
        {instance.id}
      </span>
      {problems.length > 0 && (
        <span
          className="jp-jbl-item-state"
          title={problems.map(problem => problem.message).join('\n')}
        >
          {trans._n('%1 problem', '%1 problems', problems.length)}
        </span>
      )}
      {problems.length === 0 && state !== null && state !== 'new' && (
        <span className="jp-jbl-item-state">
          <State state={state} trans={trans} />
        </span>
      )}
      <span className="jp-jbl-item-labels">
        {library && (
          <span
            className={
              notebook_specific
                ? 'jp-jbl-chip jp-jbl-chip-order'
                : 'jp-jbl-chip'
            }
            title={
              notebook_specific
                ? trans.__(
                    'Notebook-specific: the order in which the cells ran is the cause'
                  )
                : trans.__('Library: %1', library)
            }
          >
            {notebook_specific && <orderIcon.react tag="span" width="12px" />}
            {library}
          </span>
        )}
        <span className="jp-jbl-cut">
          {labels.crash_type ?? instance.crash?.ename}
        </span>
        <RowMarks systems={systems} marks={marks} trans={trans} />
      </span>
    </>
  );
}

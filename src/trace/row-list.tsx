import React, {
  useCallback,
  useEffect,
  useLayoutEffect,
  useState
} from 'react';

import { listWindow, scrollToShow } from '../catalog/window';

export interface IRow {
  key: string;
  /** What stands in the row. */
  content: React.ReactNode;
  /** Tooltip. */
  title?: string;
  /** Classes of the row beside the list's own. */
  className?: string;
  /** Whether the row can't be opened. */
  disabled?: boolean;
}

export interface IRowListProps {
  /** Unique in the page; ids of the rows are made from it. */
  id: string;
  /** Name of the list for a screen reader. */
  label: string;
  count: number;
  /** Height of every row, in CSS pixels. */
  rowHeight: number;
  row: (index: number) => IRow;
  /** Called for a row that was clicked or on which Enter was pressed. */
  onOpen: (index: number) => void;
  /** The current row, where the owner of the list says which it is; else the list does. */
  at?: number;
  /** The last row that is to be in view with the current one, where there are such. */
  upTo?: number;
  /** Called with the row that the keyboard moved to, where `at` is given. */
  onMove?: (index: number) => void;
  /** The element that scrolls the list; null before it is in the page. */
  scroller: HTMLElement | null;
  /** Draws beside the rows from `first` up to and without `last`. */
  beside?: (first: number, last: number) => React.ReactNode;
}

/** Rows drawn above and below those in view. */
const OVERSCAN = 12;
/** Height taken for a scroller that has none yet, in CSS pixels. */
const UNMEASURED = 600;

/**
 * A list of rows of one height that draws only those in view, to be moved through by keyboard.
 *
 * The list keeps the focus and names the current row, so that rows can come and go while it is scrolled.
 */
export function RowList(props: IRowListProps): JSX.Element {
  const { id, label, count, rowHeight, row, onOpen, scroller, beside } = props;
  const { at: given, upTo = given, onMove } = props;
  const [list, setList] = useState<HTMLElement | null>(null);
  const [current, setCurrent] = useState(0);
  const [first, last] = useRowsInView(list, scroller, count, rowHeight);
  const at = Math.min(given ?? current, count - 1);

  const scrollTo = useCallback(
    (index: number) => {
      if (!scroller || !list) {
        return;
      }
      const offset = offsetIn(list, scroller);
      scroller.scrollTop =
        offset +
        scrollToShow(index, {
          scrollTop: scroller.scrollTop - offset,
          height: scroller.clientHeight,
          rowHeight
        });
    },
    [list, scroller, rowHeight]
  );
  useLayoutEffect(() => {
    if (given !== undefined) {
      scrollTo(upTo ?? given);
      scrollTo(given);
    }
  }, [given, upTo, scrollTo]);
  const show = (index: number) => {
    if (given !== undefined) {
      onMove?.(index);
      return;
    }
    setCurrent(index);
    scrollTo(index);
  };

  const onKeyDown = (event: React.KeyboardEvent) => {
    const page = Math.max(
      1,
      Math.floor((scroller?.clientHeight ?? UNMEASURED) / rowHeight) - 1
    );
    const moves: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + page,
      PageUp: at - page,
      Home: 0,
      End: count - 1
    };
    if (event.key in moves) {
      show(Math.max(0, Math.min(count - 1, moves[event.key])));
    } else if (event.key === 'Enter' || event.key === ' ') {
      onOpen(at);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };

  const rows: JSX.Element[] = [];
  for (let index = first; index < last; index++) {
    const { key, content, title, className, disabled } = row(index);
    rows.push(
      <div
        key={key}
        id={`${id}-${index}`}
        className={`jp-jbl-row-list-row ${className ?? ''}`}
        style={{ top: index * rowHeight, height: rowHeight }}
        role="option"
        aria-selected={index === at}
        aria-disabled={disabled || undefined}
        aria-posinset={index + 1}
        aria-setsize={count}
        title={title}
        onClick={() => {
          setCurrent(index);
          onOpen(index);
        }}
      >
        {content}
      </div>
    );
  }
  return (
    <div
      ref={setList}
      className="jp-jbl-row-list"
      style={{ height: count * rowHeight }}
      role="listbox"
      tabIndex={0}
      aria-label={label}
      aria-activedescendant={count > 0 ? `${id}-${at}` : undefined}
      onKeyDown={onKeyDown}
    >
      {rows}
      {beside?.(first, last)}
    </div>
  );
}

/** Indices of the first row to draw, and of the one behind the last. */
function useRowsInView(
  list: HTMLElement | null,
  scroller: HTMLElement | null,
  count: number,
  rowHeight: number
): [number, number] {
  const [view, setView] = useState<[number, number]>([0, 0]);
  useEffect(() => {
    const measure = () => {
      const { first, end } = listWindow({
        scrollTop:
          list && scroller ? scroller.scrollTop - offsetIn(list, scroller) : 0,
        height: scroller?.clientHeight || UNMEASURED,
        rowHeight,
        count,
        overscan: OVERSCAN
      });
      setView(old => (old[0] === first && old[1] === end ? old : [first, end]));
    };
    measure();
    if (!scroller) {
      return;
    }
    const observer = new ResizeObserver(measure);
    observer.observe(scroller);
    scroller.addEventListener('scroll', measure, { passive: true });
    return () => {
      observer.disconnect();
      scroller.removeEventListener('scroll', measure);
    };
  }, [list, scroller, count, rowHeight]);
  // The list may have become shorter since it was measured.
  return [Math.min(view[0], count), Math.min(view[1], count)];
}

/** Distance from the top of what a scroller holds to an element in it. */
function offsetIn(element: HTMLElement, scroller: HTMLElement): number {
  return (
    element.getBoundingClientRect().top -
    scroller.getBoundingClientRect().top +
    scroller.scrollTop
  );
}

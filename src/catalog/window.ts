/** Lengths are in CSS pixels, rows are counted from 0. */
export interface IWindowOptions {
  scrollTop: number;
  /** Height of the part that is in view. */
  height: number;
  rowHeight: number;
  /** Number of all rows. */
  count: number;
  /** Rows to draw beyond each edge, so that a quick scroll shows no gap. */
  overscan: number;
}

export interface IWindow {
  /** First row to draw. */
  first: number;
  /** One past the last row to draw. */
  end: number;
  /** Where the first row stands. */
  top: number;
  /** Height of all rows together. */
  total: number;
}

/** Which rows of a long list have to be drawn. */
export function listWindow(options: IWindowOptions): IWindow {
  const { scrollTop, height, rowHeight, count, overscan } = options;
  const total = count * rowHeight;
  // A list that shrank may still be scrolled to where it ended before.
  const y = Math.max(0, Math.min(scrollTop, total - height));
  const first = Math.max(0, Math.floor(y / rowHeight) - overscan);
  const end = Math.min(count, Math.ceil((y + height) / rowHeight) + overscan);
  return { first, end, top: first * rowHeight, total };
}

/** Where to scroll so that a row is wholly in view: as little as possible. */
export function scrollToShow(
  row: number,
  {
    scrollTop,
    height,
    rowHeight
  }: Pick<IWindowOptions, 'scrollTop' | 'height' | 'rowHeight'>
): number {
  const top = row * rowHeight;
  if (top < scrollTop) {
    return top;
  }
  return Math.max(scrollTop, top + rowHeight - height);
}

import { listWindow, scrollToShow } from '../window';

const LIST = { height: 390, rowHeight: 39, count: 10_000, overscan: 2 };

describe('the window of a list', () => {
  it('is the rows in view and some beyond each edge', () => {
    // 39000 px is row 1000; ten rows fit.
    expect(listWindow({ ...LIST, scrollTop: 39_000 })).toEqual({
      first: 998,
      end: 1012,
      top: 998 * 39,
      total: 390_000
    });
  });

  it('counts rows that are partly in view', () => {
    const { first, end } = listWindow({
      ...LIST,
      overscan: 0,
      scrollTop: 20
    });
    expect([first, end]).toEqual([0, 11]);
  });

  it('ends with the list', () => {
    const { first, end } = listWindow({ ...LIST, scrollTop: 389_610 });
    expect([first, end]).toEqual([9_988, 10_000]);
  });

  it('shows the end of a list that shrank while it was scrolled', () => {
    const { first, end } = listWindow({
      ...LIST,
      count: 20,
      scrollTop: 300_000
    });
    expect([first, end]).toEqual([8, 20]);
  });

  it('shows all of a list that is shorter than its space', () => {
    expect(listWindow({ ...LIST, count: 3, scrollTop: 0 })).toMatchObject({
      first: 0,
      end: 3
    });
  });
});

describe('scrolling to a row', () => {
  it('does not scroll when the row is in view', () => {
    expect(scrollToShow(5, { ...LIST, scrollTop: 100 })).toBe(100);
  });

  it('scrolls as little as possible, up and down', () => {
    expect(scrollToShow(2, { ...LIST, scrollTop: 1000 })).toBe(78);
    // The lower edge of row 30 is at 31 * 39 = 1209.
    expect(scrollToShow(30, { ...LIST, scrollTop: 0 })).toBe(1209 - 390);
  });
});

import { barLengths, shownValues } from '../facets';

const values = ['a', 'b', 'c', 'd', 'e', 'f'].map((value, index) => ({
  value,
  count: 1,
  total: 10 - index,
  meaning: null
}));

const names = (chosen: string[], all = false) =>
  shownValues(values, chosen, all).map(({ value }) => value);

describe('the values of a filter', () => {
  it('are four at first', () => {
    expect(names([])).toEqual(['a', 'b', 'c', 'd']);
  });

  it('always contain those that are chosen', () => {
    expect(names(['f'])).toEqual(['a', 'b', 'c', 'd', 'f']);
  });

  it('are all of them when asked for, or when only one would be hidden', () => {
    expect(names([], true)).toHaveLength(6);
    expect(shownValues(values.slice(0, 5), [], false)).toHaveLength(5);
  });

  it('have bars as shares of the most frequent', () => {
    const value = { ...values[1], count: 3 };
    expect(barLengths(value, values)).toEqual({ matching: 0.3, all: 0.9 });
  });

  it('have empty bars in an empty bench', () => {
    const none = { ...values[0], count: 0, total: 0 };
    expect(barLengths(none, [none])).toEqual({ matching: 0, all: 0 });
  });
});

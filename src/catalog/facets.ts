import type { Facet } from './model';

export type FacetValue = Facet['values'][number];

/** Values of a filter that show before "more" is pressed. */
const SHORT = 4;

/**
 * Which values of a filter to show: the first ones, and every one that is chosen.
 *
 * A single value is never hidden: "1 more" would take as much space.
 */
export function shownValues(
  values: readonly FacetValue[],
  chosen: readonly string[],
  all: boolean
): FacetValue[] {
  if (all || values.length <= SHORT + 1) {
    return [...values];
  }
  return values.filter(
    ({ value }, index) => index < SHORT || chosen.includes(value)
  );
}

/** Lengths of the two bars of each value as shares of the longest: those that match, and all. */
export function barLengths(
  { count, total }: FacetValue,
  values: readonly FacetValue[]
): { matching: number; all: number } {
  const longest = Math.max(1, ...values.map(value => value.total));
  return { matching: count / longest, all: total / longest };
}

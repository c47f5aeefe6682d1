/** The middle of some numbers in order, the higher one of two; undefined for none. */
export const median = (values: readonly number[]): number | undefined =>
  values.toSorted((a, b) => a - b)[values.length >> 1];

/** The set without those of the items that it contains, and with the others. */
export const toggled = <T>(set: ReadonlySet<T>, items: Iterable<T>): ReadonlySet<T> =>
  set.symmetricDifference(new Set(items));

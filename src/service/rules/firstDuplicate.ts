/** The first value that occurs a second time; undefined if all differ. */
export function firstDuplicate<T>(values: readonly T[]): T | undefined {
  const seen = new Set<T>();
  return values.find((value) => {
    if (seen.has(value)) return true;
    seen.add(value);
    return false;
  });
}

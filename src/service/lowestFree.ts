/** The lowest number from `first` on that is not taken. */
export function lowestFree(taken: ReadonlySet<number | undefined>, first = 0): number {
  let number = first;
  while (taken.has(number)) number++;
  return number;
}

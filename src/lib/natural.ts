/** The shared comparison, created lazily: creating the collator takes 5 ms, which would delay the first frame. */
let compare: ((a: string, b: string) => number) | undefined;

/** Natural sort order: `osd.9` before `osd.10`, independent of the locale. */
export function naturalOrder(a: string, b: string): number {
  compare ??= new Intl.Collator('en', { numeric: true }).compare;
  return compare(a, b);
}

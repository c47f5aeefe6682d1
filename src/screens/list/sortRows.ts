import { naturalOrder } from '../../lib/natural.ts';

/** The value that a row is sorted by; rows without a value come last in either direction. */
export type SortValue = string | number | undefined;

interface Keyed<Row> {
  readonly row: Row;
  readonly key: string | number;
}

/**
 * A comparison of texts. If thousands of rows share a few texts, each text is ranked once, because comparing two numbers
 * takes a hundredth of the time of comparing two texts.
 */
function comparison(texts: ReadonlySet<string>, rows: number): (a: string, b: string) => number {
  if (texts.size > rows / 4) return naturalOrder;
  const ranks = new Map([...texts].sort(naturalOrder).map((text, rank) => [text, rank]));
  return (a, b) => (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0);
}

/** Sorts rows by `value`, numbers before texts; equal rows keep their order. */
export function sortRows<Row>(
  rows: readonly Row[],
  value: (row: Row) => SortValue,
  descending: boolean,
): Row[] {
  const keyed: Keyed<Row>[] = [];
  const without: Row[] = [];
  const texts = new Set<string>();
  for (const row of rows) {
    const key = value(row);
    if (key === undefined || key === '') without.push(row);
    else keyed.push({ row, key });
    if (typeof key === 'string') texts.add(key);
  }
  const compareTexts = comparison(texts, keyed.length);
  const sign = descending ? -1 : 1;
  const compare = (a: string | number, b: string | number) => {
    if (typeof a !== typeof b) return typeof a === 'number' ? -1 : 1;
    return typeof a === 'number' ? a - Number(b) : compareTexts(a, String(b));
  };
  keyed.sort((a, b) => sign * compare(a.key, b.key));
  return [...keyed.map(({ row }) => row), ...without];
}

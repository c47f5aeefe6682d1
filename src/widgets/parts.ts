import { width } from '../lib/text.ts';

/** Parts beside each other, two blanks between them: as many as fit and the first in any case, then the number of those left out. */
export function partsThatFit(
  parts: readonly string[],
  columns: number,
  more: (count: number) => string,
): string {
  const withFirst = (count: number): string =>
    [...parts.slice(0, count), ...(count < parts.length ? [more(parts.length - count)] : [])].join('  ');
  let shown = Math.min(1, parts.length);
  for (let count = shown + 1; count <= parts.length; count++)
    if (width(withFirst(count)) <= columns) shown = count;
  return withFirst(shown);
}

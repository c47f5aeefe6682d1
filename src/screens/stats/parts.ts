import { width } from '../../lib/text.ts';

/** Texts joined by two blanks: always the first, then as many as fit, then the number of the remaining ones. */
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

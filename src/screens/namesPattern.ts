import { width } from '../lib/text.ts';
import { listed } from '../lib/words.ts';
import { escaped } from '../store/filter/pattern.ts';

/** A filter for what names one of these: `osd.3`, not `osd.30`. */
export const namesPattern = (names: readonly string[]): string =>
  `\\b(${names.map((name) => escaped(name).replaceAll(/\s/g, '\\s').replaceAll('"', '\\x22')).join('|')})\\b`;

/** Such a filter, perhaps of one column. */
const NAMES = /^(?:([a-z]+):)?\\b\(((?:[^\\^$.*+?()[\]{}]|\\.)+)\)\\b$/;

/** The names in it, as they were. */
const namesIn = (inner: string): readonly string[] =>
  (inner.match(/(?:\\.|[^\\|])+/g) ?? []).map((name) =>
    name.replaceAll('\\x22', '"').replaceAll('\\s', ' ').replaceAll(/\\(.)/g, '$1'),
  );

/** The expression that finds the lines on a health check; it begins with the code. */
const CHECK = /^\\b\(([A-Z][A-Z0-9]*_[A-Z0-9_]+)\|.*(?:\)\\b|\[\\ss\(\])$/;

/** Most of the names that are told. */
const MOST_NAMES = 5;

/**
 * A filter in words: one that a jump made by the names that it finds, as many as have room in so many columns, any other as it was
 * typed. Untrusted, as the filter is.
 */
export function filterWords(filter: string, columns: number): string {
  const [whole, column = 'naming', inner = ''] = NAMES.exec(filter) ?? [];
  if (whole === undefined) {
    const code = CHECK.exec(filter)?.[1];
    return code === undefined ? `/${filter}` : `about ${code}`;
  }
  const names = namesIn(inner);
  const made = `${column === 'naming' ? '' : `${column}:`}${namesPattern(names)}`;
  if (names.length === 0 || made !== filter) return `/${filter}`;
  const said = (most: number) => `${column} ${listed(names, most)}`;
  let most = Math.min(MOST_NAMES, names.length);
  while (most > 1 && width(said(most)) > columns) most--;
  return said(most);
}

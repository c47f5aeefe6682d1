import { width } from '../lib/text.ts';
import { listed } from '../lib/words.ts';
import { escapedForRegExp } from '../store/filter/pattern.ts';

/** Escapes a text for use in a filter, where a blank would end the expression. */
export const escapedPart = (text: string): string =>
  escapedForRegExp(text).replaceAll(/\s/g, '\\s').replaceAll('"', '\\x22');

/** A filter for lines that contain one of these names as a whole word: `osd.3`, not `osd.30`. */
export const namesPattern = (names: readonly string[]): string =>
  `\\b(${names.map(escapedPart).join('|')})\\b`;

/** Matches a filter that `namesPattern` made, optionally limited to one column. */
const NAMES = /^(?:([a-z]+):)?\\b\(((?:[^\\^$.*+?()[\]{}]|\\.)+)\)\\b$/;

/** The original names in a `namesPattern`. */
const namesIn = (inner: string): readonly string[] =>
  (inner.match(/(?:\\.|[^\\|])+/g) ?? []).map((name) =>
    name.replaceAll('\\x22', '"').replaceAll('\\s', ' ').replaceAll(/\\(.)/g, '$1'),
  );

/** Matches the filter for the log lines about a health check; it begins with the check's code. */
const CHECK = /^\\b\(([A-Z][A-Z0-9]*_[A-Z0-9_]+)[|)].*(?:\)\\b|\[\\ss\(\])$/;

/** The most names that `filterWords` lists. */
const MAX_NAMES = 5;

/**
 * A filter in words: if a jump made it from names, as many of them as fit in `columns`; otherwise the filter as it was
 * typed. The result is untrusted, like the filter.
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
  let most = Math.min(MAX_NAMES, names.length);
  while (most > 1 && width(said(most)) > columns) most--;
  return said(most);
}

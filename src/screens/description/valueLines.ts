import { isMoment, momentMs } from '../../api/moments.ts';
import { exact } from '../../lib/decimal.ts';
import { bytes, dateTime, rate } from '../../lib/format.ts';
import type { TextLine } from '../../lib/textLine.ts';
import type { Shown } from '../../store/cockpit.ts';

/** A field name as words: `maxObjects` becomes "max objects", `maxSizeKb` becomes "max size". */
export const fieldWords = (name: string): string =>
  name
    .replace(/(?:Kb|_kb|BytesPerSec)$/, (unit) => (unit === 'BytesPerSec' ? 'PerSec' : ''))
    .replaceAll('_', ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();

/** Fields in which -1 means no limit. */
const LIMIT = /^max|quota|limit/i;

function numberText(name: string, value: number, { view }: Pick<Shown, 'view'>): string {
  if (value === -1 && LIMIT.test(name)) return 'no limit';
  const ms = isMoment(name) ? momentMs(value) : undefined;
  if (ms !== undefined) return dateTime(ms, view.getState().utc);
  if (/Kb$|_kb$/.test(name)) return bytes(value * 1024);
  if (name.endsWith('BytesPerSec')) return rate(value);
  return /bytes$/i.test(name) ? bytes(value) : exact(value);
}

/** A value in words, by its field name: timestamps as dates, bytes with units, "no limit" for -1. Untrusted text. */
export function valueWords(cockpit: Pick<Shown, 'view'>, name: string, value: unknown): string {
  if (value === undefined || value === null || value === '') return '--';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return numberText(name, value, cockpit);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** True if a value is an object or an array. */
export const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The fields of an object, or the items of an array. */
const entriesOf = (value: object): (readonly [string, unknown])[] =>
  Array.isArray(value) ? value.map((item: unknown) => ['', item] as const) : Object.entries(value);

/** Nesting levels and items beyond these limits are only counted. */
const DEEPEST = 3;
const MAX_ITEMS = 50;

/** The text that replaces values that are not shown. */
const folded = (count: number): string => `${count} more`;

/** A line with a dim field name and its value in words. */
const fieldLine = (label: string, text: string) => ({ label, text }) satisfies TextLine;
const dimLine = (text: string) => ({ text, role: 'dim' }) satisfies TextLine;

/**
 * A nested value as the lines of a tree: one field a line with its value in words, nested fields indented. Deeply nested
 * or long values are replaced by a count.
 */
export function valueLines(cockpit: Pick<Shown, 'view' | 'look'>, value: object, depth = 0): TextLine[] {
  const { leaf } = cockpit.look.glyphs;
  const indent = '  '.repeat(depth + 1);
  const entries = entriesOf(value);
  if (entries.length === 0) return [dimLine(`${indent}none`)];
  if (depth >= DEEPEST) return [dimLine(indent + folded(entries.length))];
  const shown = entries.slice(0, MAX_ITEMS);
  const wide = Math.max(...shown.map(([name, item]) => (isNested(item) ? 0 : fieldWords(name).length)));
  const lines = shown.flatMap(([name, item]): TextLine[] => {
    const words = fieldWords(name);
    if (!isNested(item))
      return [
        fieldLine(`${indent}${words === '' ? leaf : words.padEnd(wide)}  `, valueWords(cockpit, name, item)),
      ];
    const isItem = words === '' && !Array.isArray(item);
    const below = valueLines(cockpit, item, depth + (isItem ? 0 : 1));
    if (words !== '') return [dimLine(indent + words), ...below];
    return below.map((line, index) => (index === 0 ? itemLine(line, indent, leaf) : line));
  });
  const more = entries.length - MAX_ITEMS;
  return more > 0 ? [...lines, dimLine(indent + folded(more))] : lines;
}

/** The first line of an array item, with a bullet in front of its first field. */
function itemLine(line: TextLine, indent: string, leaf: string): TextLine {
  const marked = (text: string) => `${indent.slice(2)}${leaf} ${text.slice(indent.length)}`;
  if (typeof line === 'string') return marked(line);
  return line.label === undefined
    ? { ...line, text: marked(line.text) }
    : { ...line, label: marked(line.label) };
}

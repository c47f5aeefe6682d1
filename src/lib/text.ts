import stringWidth from 'string-width';
import { isOneColumnEach } from './oneColumn.ts';
import { SGR, applySgr, styled, unstyled } from './sgr.ts';

export { painted, typeable, visible } from './visible.ts';

/**
 * The number of columns that a text takes on the screen; it may contain SGR sequences, but no other control characters.
 */
export function width(text: string): number {
  const shown = unstyled(text);
  return isOneColumnEach(shown) ? shown.length : stringWidth(shown);
}

/** One grapheme with its SGR parameters. */
interface StyledGrapheme {
  readonly text: string;
  readonly columns: number;
  readonly style: string;
}

let segmenter: Intl.Segmenter | undefined;

/** The grapheme clusters of a text: a letter with its combining marks is one, and so is a flag emoji. */
export function graphemes(text: string): string[] {
  // Created on first use: V8 takes about ten milliseconds to load the segmentation data.
  segmenter ??= new Intl.Segmenter();
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

function cells(text: string): StyledGrapheme[] {
  const result: StyledGrapheme[] = [];
  const open = new Map<string, string>();
  let style = '';
  for (const [index, part] of text.split(SGR).entries()) {
    if (index % 2 === 0) {
      if (isOneColumnEach(part)) for (const text of part) result.push({ text, columns: 1, style });
      else for (const text of graphemes(part)) result.push({ text, columns: width(text), style });
      continue;
    }
    applySgr(open, part);
    style = [...open.values()].join(';');
  }
  return result;
}

function join(row: readonly StyledGrapheme[]): string {
  let result = '';
  let run = '';
  let style = '';
  for (const cell of row) {
    if (cell.style !== style) {
      result += styled(style, run);
      run = '';
      style = cell.style;
    }
    run += cell.text;
  }
  return result + styled(style, run);
}

/** The number of cells, beginning at `start`, that fit into `columns`. */
function countFitting(row: readonly StyledGrapheme[], start: number, columns: number): number {
  let used = 0;
  let end = start;
  for (let next = row[end]; next && used + next.columns <= columns; next = row[++end]) used += next.columns;
  return end - start;
}

/**
 * Truncates a text to `columns`: it is cut between graphemes, ends with the ellipsis, and its SGR sequences are closed.
 */
export function cut(text: string, columns: number, ellipsis = '…'): string {
  if (columns < 1) return '';
  if (width(text) <= columns) return text;
  const tail = width(ellipsis) <= columns ? ellipsis : '';
  const room = columns - width(tail);
  if (isOneColumnEach(text)) return text.slice(0, room) + tail;
  const row = cells(text);
  const head = row.slice(0, countFitting(row, 0, room));
  return join([...head, { text: tail, columns: 0, style: head.at(-1)?.style ?? '' }]);
}

export type Align = 'left' | 'right' | 'centre';

/** Makes a text exactly `columns` wide: cut with an ellipsis, or padded with spaces. */
export function fit(text: string, columns: number, align: Align = 'left', ellipsis = '…'): string {
  const shown = cut(text, columns, ellipsis);
  const missing = columns - width(shown);
  if (missing <= 0) return shown;
  const before = align === 'left' ? 0 : align === 'right' ? missing : missing >> 1;
  return ' '.repeat(before) + shown + ' '.repeat(missing - before);
}

/** A sign between the parts of a name, such as `replicated_hdd_rack` or `10.1.3.54`. */
const JOINT = /^[-_./:,]$/;

/** The narrowest line that is broken behind a joint: a narrower one would become many. */
const ROOMY = 12;

/** The end of the part of a word that fills a line: behind the last joint after a third of it, if there is one. */
function partEnd(row: readonly StyledGrapheme[], start: number, end: number): number {
  const least = end - start < ROOMY ? end : start + (end - start) / 3;
  for (let stop = end; stop > least; stop--) if (JOINT.test(row[stop - 1]?.text ?? '')) return stop;
  return end;
}

function wrapRow(row: readonly StyledGrapheme[], columns: number, most: number): string[] {
  const lines: string[] = [];
  let start = 0;
  while (start < row.length) {
    const end = start + Math.max(1, countFitting(row, start, columns));
    if (end >= row.length || lines.length === most - 1) {
      lines.push(join(row.slice(start)));
      break;
    }
    let space = end;
    while (space > start && row[space]?.text !== ' ') space--;
    const stop = space > start ? space : partEnd(row, start, end);
    lines.push(join(row.slice(start, stop)));
    start = stop;
    while (row[start]?.text === ' ') start++;
  }
  return lines.length === 0 ? [''] : lines;
}

/**
 * Wraps a text into lines of at most `columns`, at spaces, or inside a word that is longer than a line: between the parts of
 * its name, if it has any. A newline starts a new line; styles continue across line breaks. A grapheme wider than `columns`
 * gets its own line. Of at most `most` lines the last one has the rest, which the caller cuts at the edge.
 */
export function wrap(text: string, columns: number, most = Infinity): string[] {
  if (!text.includes('\n') && width(text) <= columns) return [text];
  const rows: StyledGrapheme[][] = [[]];
  for (const cell of cells(text)) {
    if (cell.text === '\n' || cell.text === '\r\n') rows.push([]);
    else rows.at(-1)?.push(cell);
  }
  const lines: string[] = [];
  for (const row of rows) lines.push(...wrapRow(row, Math.max(1, columns), most - lines.length));
  return [...atMost(lines, most)];
}

/**
 * Splits a text, which has no newlines, into pieces of at most `columns` without regard to spaces. A grapheme wider than
 * `columns` gets its own piece.
 */
export function chop(text: string, columns: number): string[] {
  const row = cells(text);
  const pieces: string[] = [];
  for (let start = 0, count; start < row.length; start += count) {
    count = Math.max(1, countFitting(row, start, columns));
    pieces.push(join(row.slice(start, start + count)));
  }
  return pieces.length === 0 ? [''] : pieces;
}

/**
 * Puts parts beside each other, separated by two spaces, on as few lines as possible; only a part longer than a line is
 * wrapped.
 */
export function wrapParts(parts: readonly string[], columns: number): string[] {
  const lines: string[] = [];
  for (const part of parts) {
    const longer = `${lines.at(-1)}  ${part}`;
    if (lines.length > 0 && width(longer) <= columns) lines[lines.length - 1] = longer;
    else lines.push(...wrap(part, columns));
  }
  return lines;
}

/**
 * Limits the number of lines to `most`: surplus lines are joined to the last one, which the caller cuts at the edge.
 */
export const atMost = (lines: readonly string[], most: number): readonly string[] =>
  lines.length <= most ? lines : [...lines.slice(0, most - 1), lines.slice(most - 1).join(' ')];

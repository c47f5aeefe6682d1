import { isOneColumnEach } from '../../../src/lib/oneColumn.ts';
import { SGR, applySgr, unstyled } from '../../../src/lib/sgr.ts';
import { GenerationCache } from './generationCache.mjs';

/**
 * A line of text written to a row of the frame.
 *
 * @typedef {object} Write
 * @property {number} x its start column
 * @property {string} line
 * @property {boolean} raw true if Ink must still normalize its escape sequences
 */

const ENDS_IN_SGR = /\x1b\[[\d;]*m$/;

/** The column count of a text that must be measured character by character. */
const UNKNOWN = -1;

/** @type {GenerationCache<number>} */
const kept = new GenerationCache(200_000);

/** @param {string} line */
function countColumns(line) {
  const shown = unstyled(line);
  return isOneColumnEach(shown) ? shown.length : UNKNOWN;
}

/** @param {string} line @returns {number} its number of cells if every character takes one, else -1 */
export const columnsOf = (line) => kept.getOrMake(line, countColumns);

/** @param {string} text */
function endsPlain(text) {
  if (!text.includes('\x1b')) return true;
  /** @type {Map<string, string>} */
  const inForce = new Map();
  for (const [, parameters = ''] of text.matchAll(SGR)) applySgr(inForce, parameters);
  return inForce.size === 0;
}

/**
 * True for a single-line text that can be used without parsing: every character takes one cell, and it ends all styles that
 * it starts.
 *
 * @param {string} text
 */
export const isWhole = (text) => columnsOf(text) !== UNKNOWN && endsPlain(text);

/**
 * The cache key of a row: everything that the row depends on.
 *
 * @param {readonly Write[]} writes
 * @param {number} width of the frame
 */
export function keyOf(writes, width) {
  let key = `${width}`;
  for (const { x, line, raw } of writes) key += `\n${x}${raw ? '!' : ' '}${line}`;
  return key;
}

/**
 * The row that Ink would build from cells, built by joining lines and blanks.
 *
 * @param {readonly Write[]} writes
 * @param {number} width of the frame
 * @returns {string | undefined} undefined if lines overlap, exceed the width, or must be measured by character
 */
export function joined(writes, width) {
  let row = '';
  let end = 0;
  for (const { x, line, raw } of writes.toSorted((a, b) => a.x - b.x)) {
    const columns = columnsOf(line);
    if (raw || columns === UNKNOWN || x < end || x + columns > width) return undefined;
    if (columns === 0) continue;
    // Between two adjacent styled cells Ink writes only the difference, not an end and a start.
    if (x === end && line.startsWith('\x1b') && ENDS_IN_SGR.test(row)) return undefined;
    row += ' '.repeat(x - end) + line;
    end = x + columns;
  }
  return row.trimEnd();
}

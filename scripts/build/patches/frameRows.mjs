import { isOneColumnEach } from '../../../src/lib/oneColumn.ts';
import { SGR, applySgr, unstyled } from '../../../src/lib/sgr.ts';
import { GenerationCache } from './generationCache.mjs';

/**
 * A line of text in a row of the frame.
 *
 * @typedef {object} Write
 * @property {number} x the column where it begins
 * @property {string} line
 * @property {boolean} raw whether Ink has yet to bring its sequences into order
 */

const ENDS_IN_SGR = /\x1b\[[\d;]*m$/;

/** Marks a text whose cells have to be told one by one. */
const UNKNOWN = -1;

/** @type {GenerationCache<number>} */
const kept = new GenerationCache(200_000);

/** @param {string} line */
function countColumns(line) {
  const shown = unstyled(line);
  return isOneColumnEach(shown) ? shown.length : UNKNOWN;
}

/** @param {string} line @returns {number} how many cells it takes when each of its signs takes one, else -1 */
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
 * True for a text of one line whose cells need no look: each sign takes one, and the styles that it begins it
 * ends.
 *
 * @param {string} text
 */
export const isWhole = (text) => columnsOf(text) !== UNKNOWN && endsPlain(text);

/**
 * A row of the frame depends on nothing but this.
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
 * The row as Ink would make it of cells, by putting lines and blanks one behind the other.
 *
 * @param {readonly Write[]} writes
 * @param {number} width of the frame
 * @returns {string | undefined} nothing where lines overlap, stand out, or hold what takes more than a look at their length
 */
export function joined(writes, width) {
  let row = '';
  let end = 0;
  for (const { x, line, raw } of writes.toSorted((a, b) => a.x - b.x)) {
    const columns = columnsOf(line);
    if (raw || columns === UNKNOWN || x < end || x + columns > width) return undefined;
    if (columns === 0) continue;
    // Between two styled cells Ink writes what changes, not an end and a beginning.
    if (x === end && line.startsWith('\x1b') && ENDS_IN_SGR.test(row)) return undefined;
    row += ' '.repeat(x - end) + line;
    end = x + columns;
  }
  return row.trimEnd();
}

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'rolldown/utils';
import { TestRunner } from './testRunner.mjs';

/** @typedef {{ start: number, end: number }} Range */
/** @typedef {import('./judge.mjs').Place} Place */

/** @param {string} path @param {string} source @returns {(Range & { isBlock: boolean })[]} the bodies of its functions */
function bodiesOf(path, source) {
  /** @type {(Range & { isBlock: boolean })[]} */
  const found = [];
  /** @param {{ body: (Range & { type: string }) | null }} node */
  const note = ({ body }) =>
    void (body && found.push({ start: body.start, end: body.end, isBlock: body.type === 'BlockStatement' }));
  new Visitor({ FunctionDeclaration: note, FunctionExpression: note, ArrowFunctionExpression: note }).visit(
    parseSync(path, source).program,
  );
  return found;
}

/**
 * Adds a note to the innermost function around each of some places: when it is called, the number of the place is added to
 * the set `storedeckReached`. Places outside of functions get none.
 *
 * @param {string} path
 * @param {string} source
 * @param {readonly (Range & { number: number })[]} places
 * @returns {{ text: string, noted: Set<number> }} the source with the notes, and the numbers that got one
 */
export function withNotes(path, source, places) {
  const bodies = bodiesOf(path, source);
  /** @type {{ at: number, text: string }[]} */
  const added = [];
  /** @type {Set<number>} */
  const noted = new Set();
  for (const { start, end, number } of places) {
    const around = bodies.filter((body) => body.start <= start && end <= body.end);
    const body = around.toSorted((a, b) => a.end - a.start - (b.end - b.start))[0];
    if (body === undefined) continue;
    noted.add(number);
    const note = `globalThis.storedeckReached?.add(${number})`;
    if (body.isBlock) added.push({ at: body.start + 1, text: `${note};` });
    else added.push({ at: body.start, text: `(${note}, ` }, { at: body.end, text: ')' });
  }
  const text = added
    .toSorted((a, b) => b.at - a.at)
    .reduce((all, { at, text: one }) => all.slice(0, at) + one + all.slice(at), source);
  return { text, noted };
}

/**
 * Runs tests once without any change, to learn which of them call the function around each place.
 *
 * @param {string} folder the copy of the project
 * @param {readonly Place[]} places
 * @param {string[]} tests
 * @returns {Promise<(number: number, test: string) => boolean>} tells whether a test reaches the place of a number, or may
 */
export async function reachOf(folder, places, tests) {
  /** @type {Set<number>} */
  const noted = new Set();
  const files = Map.groupBy(places.entries(), ([, { file }]) => file);
  for (const [file, own] of files) {
    const [[, { source }]] = /** @type {[[number, Place]]} */ (own);
    const ranges = own.map(([number, { mutant }]) => ({ start: mutant.start, end: mutant.end, number }));
    const { text, noted: some } = withNotes(file, source, ranges);
    for (const number of some) noted.add(number);
    writeFileSync(join(folder, file), text);
  }
  // An empty file in case that no test reaches any place.
  writeFileSync(join(folder, 'reached.txt'), '');
  const failed = tests.length > 0 ? await new TestRunner(folder, 'noting').run('src/main.ts', tests) : [];
  for (const [file, [first]] of files) writeFileSync(join(folder, file), first?.[1].source ?? '');
  // On a busy machine the tests may be stopped before they have noted all: then each may reach each place.
  if (failed.length > 0 && failed.length === tests.length) return () => true;
  const reached = new Set(readFileSync(join(folder, 'reached.txt'), 'utf8').split('\n'));
  return (number, test) => !noted.has(number) || reached.has(`${number} ${join(folder, test)}`);
}

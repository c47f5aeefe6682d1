// npm run mutate -- [--count 40] [--seed 1] [--under src/service]: mutation testing. Changes one place of the source at a
// time, in a copy of the project, and runs the tests that reach it. A change that no test detects shows a gap in the tests.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { inOwnNode } from './lib/ownNode.mjs';

/** The Mulberry32 generator. @param {number} seed @returns {() => number} numbers in [0, 1), reproducible by seed */
function randomFrom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** @template T @param {T[]} list @param {number} count @param {() => number} random @returns {T[]} a sample without repetition */
function sample(list, count, random) {
  const left = [...list];
  return Array.from({ length: Math.min(count, left.length) }, () =>
    left.splice(Math.floor(random() * left.length), 1),
  ).flat();
}

/** @typedef {import('./mutate/judge.mjs').Place} Place */
/** @typedef {import('./mutate/judge.mjs').Verdict} Verdict */

/** @param {string} folder the copy of the project @param {string} under @returns {Promise<Place[]>} */
async function placesUnder(folder, under) {
  const { filesIn } = await import('./mutate/near.mjs');
  const { hasLogic, mutantsOf } = await import('./mutate/mutants.mjs');
  return filesIn(folder, 'src')
    .filter((file) => file === under || file.startsWith(`${under.replace(/\/$/, '')}/`))
    .toSorted()
    .flatMap((file) => {
      const source = readFileSync(join(folder, file), 'utf8');
      return hasLogic(file, source)
        ? mutantsOf(file, source).map((mutant) => ({ file, source, mutant }))
        : [];
    });
}

/** @param {Map<string, Record<Verdict, number>>} counts by folder */
function table(counts) {
  return [...counts]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([folder, count]) => {
      const { killed, survived } = count;
      return `${folder}: ${killed} of ${killed + survived} killed`;
    });
}

async function main() {
  const { values } = parseArgs({
    options: {
      count: { type: 'string', default: '40' },
      seed: { type: 'string', default: '1' },
      under: { type: 'string', default: 'src' },
    },
  });
  const { copyOfProject } = await import('./mutate/copy.mjs');
  const { verdicts } = await import('./mutate/judge.mjs');
  const { describeMutant } = await import('./mutate/mutants.mjs');
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1));
  const folder = copyOfProject();
  const places = await placesUnder(folder, values.under);
  /** @type {Map<string, Record<Verdict, number>>} */
  const counts = new Map();
  const chosen = sample(places, Number(values.count), randomFrom(Number(values.seed)));
  for await (const [place, verdict] of verdicts(folder, chosen)) {
    const key = dirname(place.file);
    const count = counts.get(key) ?? { killed: 0, survived: 0, 'not valid': 0 };
    count[verdict] += 1;
    counts.set(key, count);
    process.stdout.write(`${verdict}: ${place.file}:${describeMutant(place.source, place.mutant)}\n`);
  }
  const all = [...counts.values()];
  const sum = (/** @type {Verdict} */ verdict) => all.reduce((total, count) => total + count[verdict], 0);
  const judged = sum('killed') + sum('survived');
  const rate = judged === 0 ? 0 : Math.floor((sum('killed') / judged) * 100);
  process.stdout.write(`\n${table(counts).join('\n')}\n`);
  process.stdout.write(
    `\n${rate} %: ${sum('killed')} of ${judged} killed, ${sum('survived')} survived; ${sum('not valid')} do not compile ` +
      `and do not count. Seed ${values.seed}.\n`,
  );
}

await inOwnNode(import.meta.url, main);
// The test runner may still be open.
process.exit();

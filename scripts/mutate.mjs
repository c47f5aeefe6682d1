// npm run mutate -- [--count 40] [--seed 1] [--under src/service]: mutation testing. Changes one place of the source at a
// time, in a copy of the project, and runs the tests near it. A change that no test detects shows a gap in the tests.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { inOwnNode } from './lib/ownNode.mjs';

/** The maximum number of tests run for a file, nearest first; a change that only further tests would detect survives. */
const TESTS_NEAR = 5;

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

/** @typedef {{ file: string, source: string, mutant: import('./mutate/mutants.mjs').Mutant }} Place */
/** @typedef {'killed' | 'survived' | 'not valid' | 'no test near'} Verdict */

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

/** @param {string} folder the copy @returns {Promise<(place: Place) => Promise<Verdict>>} */
async function judge(folder) {
  const { mutated } = await import('./mutate/mutants.mjs');
  const { nearTests } = await import('./mutate/near.mjs');
  const { TestRunner } = await import('./mutate/testRunner.mjs');
  const { compiles } = await import('./mutate/compiles.mjs');
  if (!(await compiles(folder))) throw new Error('the project does not compile as it is: npx tsc says why');
  const near = nearTests(folder);
  const runner = new TestRunner(folder);
  /** @type {Map<string, number>} the duration of each test without a change, in milliseconds */
  const unchanged = new Map();

  /** Checks that a failed test passes without the change. @param {string} file @param {string} test */
  async function requireGreen(file, test) {
    if (unchanged.has(test)) return;
    const start = performance.now();
    const outcome = await runner.run(file, [test]);
    if (outcome !== 'passed') throw new Error(`without any change: ${outcome}: ${test}`);
    unchanged.set(test, performance.now() - start);
  }

  /** The first test that fails with the current change. @param {string} file @param {string[]} tests */
  async function failing(file, tests) {
    for (const test of tests) {
      const took = unchanged.get(test);
      const limit = took === undefined ? undefined : 20_000 + took * 5;
      if ((await runner.run(file, [test], limit)) !== 'passed') return test;
    }
    return undefined;
  }

  return async ({ file, source, mutant }) => {
    const tests = (near.get(file) ?? []).slice(0, TESTS_NEAR);
    if (tests.length === 0) return 'no test near';
    const path = join(folder, file);
    // A string is often restricted by its type, and the compiler rejects the change faster than five tests run.
    const isCheckedFirst = mutant.what === 'string emptied';
    writeFileSync(path, mutated(source, mutant));
    /** @type {string | undefined} */
    let noticed;
    try {
      if (isCheckedFirst && !(await compiles(folder))) return 'not valid';
      noticed = await failing(file, tests);
      if (noticed === undefined) return isCheckedFirst || (await compiles(folder)) ? 'survived' : 'not valid';
    } finally {
      writeFileSync(path, source);
    }
    await requireGreen(file, noticed);
    return 'killed';
  };
}

/** @param {Map<string, Record<Verdict, number>>} counts by folder */
function table(counts) {
  return [...counts]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([folder, count]) => {
      const { killed, survived, 'no test near': without } = count;
      const judged = killed + survived + without;
      return `${folder}: ${killed} of ${judged} killed${without > 0 ? `, ${without} without a test near` : ''}`;
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
  const { describeMutant } = await import('./mutate/mutants.mjs');
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1));
  const folder = copyOfProject();
  const places = await placesUnder(folder, values.under);
  const verdictOf = await judge(folder);
  /** @type {Map<string, Record<Verdict, number>>} */
  const counts = new Map();
  for (const place of sample(places, Number(values.count), randomFrom(Number(values.seed)))) {
    const verdict = await verdictOf(place);
    const key = dirname(place.file);
    const count = counts.get(key) ?? { killed: 0, survived: 0, 'not valid': 0, 'no test near': 0 };
    count[verdict] += 1;
    counts.set(key, count);
    process.stdout.write(`${verdict}: ${place.file}:${describeMutant(place.source, place.mutant)}\n`);
  }
  const all = [...counts.values()];
  const sum = (/** @type {Verdict} */ verdict) => all.reduce((total, count) => total + count[verdict], 0);
  const judged = sum('killed') + sum('survived') + sum('no test near');
  const rate = judged === 0 ? 0 : Math.floor((sum('killed') / judged) * 100);
  process.stdout.write(`\n${table(counts).join('\n')}\n`);
  process.stdout.write(
    `\n${rate} %: ${sum('killed')} of ${judged} killed, ${sum('survived')} survived, ${sum('no test near')} without a ` +
      `test near; ${sum('not valid')} do not compile and do not count. Seed ${values.seed}.\n`,
  );
}

await inOwnNode(import.meta.url, main);
// The test runner may still be open.
process.exit();

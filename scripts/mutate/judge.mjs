import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compiles } from './compiles.mjs';
import { mutated } from './mutants.mjs';
import { testsOfFiles } from './near.mjs';
import { reachOf } from './reach.mjs';
import { TestRunner } from './testRunner.mjs';

/** The number of tests run for a file one by one, nearest first; few changes survive them, for which all others are run. */
const ONE_BY_ONE = 5;

/** @typedef {{ file: string, source: string, mutant: import('./mutants.mjs').Mutant }} Place */
/** @typedef {'killed' | 'survived' | 'not valid' | 'not reached'} Verdict */

/** Runs the tests of a copy of the project. Those that fail there without any change are left out. */
class Tests {
  /** @type {Map<string, number | 'fails'>} the duration of a test without a change, in milliseconds */
  #unchanged = new Map();
  #apart;
  #together;

  /** @param {string} folder the copy */
  constructor(folder) {
    this.#apart = new TestRunner(folder, 'apart');
    this.#together = new TestRunner(folder, 'together');
  }

  /** True if a test passes, now that there is no change. @param {string} file the last changed @param {string} test */
  async passesUnchanged(file, test) {
    if (!this.#unchanged.has(test)) {
      const start = performance.now();
      const [failed] = await this.#apart.run(file, [test]);
      this.#unchanged.set(test, failed === undefined ? performance.now() - start : 'fails');
      if (failed !== undefined) process.stdout.write(`fails without any change, and is left out: ${test}\n`);
    }
    return this.#unchanged.get(test) !== 'fails';
  }

  /** The first test that fails with the current change, each run apart. @param {string} file @param {string[]} tests */
  async failingApart(file, tests) {
    for (const test of tests) {
      const took = this.#unchanged.get(test);
      if (took === 'fails') continue;
      const limit = took === undefined ? undefined : 20_000 + took * 5;
      if ((await this.#apart.run(file, [test], limit)).length > 0) return test;
    }
    return undefined;
  }

  /**
   * A test of many that fails with the current change. They share their modules, so that one may fail because of another:
   * only a failure that is repeated apart counts.
   *
   * @param {string} file
   * @param {string[]} tests
   * @returns {Promise<string | undefined>}
   */
  async failingTogether(file, tests) {
    const known = tests.filter((test) => this.#unchanged.get(test) !== 'fails');
    const failed = known.length > 0 ? await this.#together.run(file, known) : [];
    if (failed.length === 0) return undefined;
    const others = known.filter((test) => !failed.includes(test));
    return (await this.failingApart(file, failed)) ?? this.failingTogether(file, others);
  }
}

/**
 * @param {string} folder the copy of the project
 * @param {readonly Place[]} places
 * @returns {AsyncGenerator<[Place, Verdict]>} the places with the verdict on each, in their order
 */
export async function* verdicts(folder, places) {
  if (!(await compiles(folder))) throw new Error('the project does not compile as it is: npx tsc says why');
  const testsOf = testsOfFiles(folder);
  const inOrder = (/** @type {Place} */ { file }) => {
    const { near = [], further = [] } = testsOf.get(file) ?? {};
    return [...near, ...further];
  };
  const reaches = await reachOf(folder, places, [...new Set(places.flatMap(inOrder))]);
  const tests = new Tests(folder);
  for (const [number, place] of places.entries()) {
    const reaching = inOrder(place).filter((test) => reaches(number, test));
    yield [place, await verdictOf(folder, place, reaching, tests)];
  }
}

/**
 * @param {string} folder
 * @param {Place} place
 * @param {string[]} reaching the tests that reach it, nearest first
 * @param {Tests} tests
 * @returns {Promise<Verdict>}
 */
async function verdictOf(folder, place, reaching, tests) {
  const { file, source, mutant } = place;
  const path = join(folder, file);
  writeFileSync(path, mutated(source, mutant));
  /** @type {string | undefined} */
  let noticed;
  try {
    const compiling = compiles(folder);
    noticed = await tests.failingApart(file, reaching.slice(0, ONE_BY_ONE));
    if (!(await compiling)) return 'not valid';
    noticed ??= await tests.failingTogether(file, reaching.slice(ONE_BY_ONE));
  } finally {
    writeFileSync(path, source);
  }
  if (noticed === undefined) return reaching.length === 0 ? 'not reached' : 'survived';
  return (await tests.passesUnchanged(file, noticed)) ? 'killed' : verdictOf(folder, place, reaching, tests);
}

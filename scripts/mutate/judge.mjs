import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compiles, notCompiling } from './compiles.mjs';
import { mutated } from './mutants.mjs';
import { testsOfFiles } from './near.mjs';
import { reachOf } from './reach.mjs';
import { TestRunner } from './testRunner.mjs';

/** The number of tests run for a change one by one, nearest first. Few changes survive them; for these all others are run. */
const ONE_BY_ONE = 5;

/** @typedef {{ file: string, source: string, mutant: import('./mutants.mjs').Mutant }} Place */
/** @typedef {'killed' | 'survived' | 'not valid'} Verdict */

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
 * @returns {AsyncGenerator<[Place, Verdict]>} the places with the verdict on each; those easy to judge come first
 */
export async function* verdicts(folder, places) {
  if (!(await compiles(folder))) throw new Error('the project does not compile as it is: npx tsc says why');
  const invalid = await notCompiling(folder, places);
  for (const place of invalid) yield [place, 'not valid'];
  const testsOf = testsOfFiles(folder);
  const inOrder = (/** @type {Place} */ { file }) => {
    const { near = [], further = [] } = testsOf.get(file) ?? {};
    return [...near, ...further];
  };
  const tests = new Tests(folder);
  const doubtful = [];
  for (const place of places.filter((one) => !invalid.includes(one))) {
    const nearest = inOrder(place).slice(0, ONE_BY_ONE);
    if (await isNoticed(folder, place, tests, () => tests.failingApart(place.file, nearest)))
      yield [place, 'killed'];
    else doubtful.push(place);
  }
  const further = (/** @type {Place} */ place) => inOrder(place).slice(ONE_BY_ONE);
  const reaches = await reachOf(folder, doubtful, [...new Set(doubtful.flatMap(further))]);
  for (const [number, place] of doubtful.entries()) {
    const reaching = further(place).filter((test) => reaches(number, test));
    const failing = () => tests.failingTogether(place.file, reaching);
    yield [place, (await isNoticed(folder, place, tests, failing)) ? 'killed' : 'survived'];
  }
}

/**
 * @param {string} folder
 * @param {Place} place
 * @param {Tests} tests
 * @param {() => Promise<string | undefined>} failing looks for a test that fails with the change
 * @returns {Promise<boolean>} whether there is one that passes without it
 */
async function isNoticed(folder, { file, source, mutant }, tests, failing) {
  const path = join(folder, file);
  for (;;) {
    writeFileSync(path, mutated(source, mutant));
    const noticed = await failing().finally(() => writeFileSync(path, source));
    if (noticed === undefined) return false;
    if (await tests.passesUnchanged(file, noticed)) return true;
  }
}

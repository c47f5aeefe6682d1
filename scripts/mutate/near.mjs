import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';

/** Tests that need more than Node or more than a few seconds: whole programs in a terminal, clusters, packages. */
const SLOW = /^test\/(?:ceph|package|scenarios|scenarios-ceph)\//;
const IMPORT = /(?:^|\n)(?:import|export)\s(?!type\s)[^;']*?from\s*'(\.[^']+)'|import\(\s*'(\.[^']+)'\s*\)/g;

/** The handlers of the simulated engine, which the interface suite tests completely. */
const INTERFACE = {
  handlers: /^src\/service\/sim\/(?:handlers\/\w+|\w+\/(?:handlers|\w+Handlers))\.ts$/,
  test: 'test/interface/sim.test.ts',
};

/** @param {string} root @param {string} folder @returns {string[]} the TypeScript files in it, relative to the root */
export const filesIn = (root, folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));

/** @param {string} root @param {string} file @returns {string[]} the project files that it imports, except for types */
function importsOf(root, file) {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(IMPORT)].map((match) =>
    relative(root, resolve(root, dirname(file), match[1] ?? match[2] ?? '')),
  );
}

/**
 * All files that can be reached through imports from some files, including these.
 *
 * @param {Iterable<string>} from
 * @param {Map<string, string[]>} imports
 * @param {(file: string) => boolean} through true for files to follow
 */
function reachable(from, imports, through = () => true) {
  const reached = new Set(from);
  for (const file of reached) {
    for (const imported of imports.get(file) ?? []) if (through(imported)) reached.add(imported);
  }
  return reached;
}

/** @typedef {{ near: string[], further: string[] }} Tests tests of a file, those that are likelier to notice a change first */

/**
 * Finds the tests of each source file: those near it, and the further ones that reach it through any imports. A test, with its helpers, is near the files that it imports; the files that these
 * reach in their own folder and its subfolders; and the files that it reaches in the folder that the test, or the test's
 * folder, is named after.
 *
 * @param {string} root the project's folder
 * @returns {Map<string, Tests>} the tests of every file of src; of those near it, first those that import it, then those
 *   named like it, those in the mirrored folder, and those that load few files
 */
export function testsOfFiles(root) {
  const sources = filesIn(root, 'src');
  const tests = filesIn(root, 'test').filter((file) => !SLOW.test(file));
  const imports = new Map([...sources, ...tests].map((file) => [file, importsOf(root, file)]));
  /** @type {Map<string, { test: string, isNear: boolean, order: number[] }[]>} */
  const found = new Map(sources.map((file) => [file, []]));
  for (const test of tests.filter((file) => /\.test\.tsx?$/.test(file))) {
    const reached = reachable([test], imports);
    const ranks = ranked(test, imports);
    for (const file of reached) {
      const rank = ranks.get(file);
      const order = [rank === 0, isAbout(test, file), isBeside(test, file)].map((is) => (is ? 0 : 1));
      found.get(file)?.push({ test, isNear: rank !== undefined, order: [...order, rank ?? 0, reached.size] });
    }
  }
  return new Map(
    [...found].map(([file, list]) => {
      const inOrder = list.toSorted((a, b) => compare(a.order, b.order));
      const [near, further] = [true, false].map((isNear) =>
        inOrder.filter((one) => one.isNear === isNear).map(({ test }) => test),
      );
      return [file, { near: near ?? [], further: further ?? [] }];
    }),
  );
}

/** Compares lists of the same length by their first different numbers. @param {number[]} a @param {number[]} b */
function compare(a, b) {
  const index = a.findIndex((number, place) => number !== b[place]);
  return index < 0 ? 0 : (a[index] ?? 0) - (b[index] ?? 0);
}

/** @param {string} file @returns {string} its name up to the first dot */
const nameOf = (file) => basename(file).replace(/\..*$/, '');

/** True if a test is named after a file or its folder, as pools after poolPlan. @param {string} test @param {string} file */
const isAbout = (test, file) => {
  const stem = nameOf(test).replace(/s$/, '');
  return nameOf(file).startsWith(stem) || basename(dirname(file)).startsWith(stem);
};

/** True if a test is in the folder that mirrors that of a file. @param {string} test @param {string} file */
const isBeside = (test, file) => dirname(test).replace(/^test/, 'src') === dirname(file);

/** True if a file is in a folder, or in a subfolder of a top-level one. @param {string} file @param {string} folder */
const isWithin = (file, folder) =>
  dirname(file) === folder || (dirname(dirname(file)) === folder && /^src\/(?!service$)[^/]+$/.test(folder));

/** @param {string} test @param {Map<string, string[]>} imports @returns {Map<string, number>} files with ranks, 0 is nearest */
function ranked(test, imports) {
  const own = reachable([test], imports, (file) => file.startsWith('test/'));
  const direct = new Set(
    [...own].flatMap((file) => imports.get(file) ?? []).filter((file) => file.startsWith('src/')),
  );
  const mirrored = test.replace(/^test/, 'src').replace(/(?:\.property)?\.test\.tsx?$/, '');
  const files = new Map([...direct].map((file) => [file, 0]));
  /** @param {Iterable<string>} found @param {number} rank */
  const add = (found, rank) => {
    for (const file of found) if (!files.has(file)) files.set(file, rank);
  };
  for (const file of direct) {
    const folder = dirname(file);
    add(
      reachable([file], imports, (other) => isWithin(other, folder)),
      1,
    );
  }
  const isMirrored = (/** @type {string} */ file) =>
    isWithin(file, mirrored) ||
    isWithin(file, dirname(mirrored)) ||
    (test === INTERFACE.test && INTERFACE.handlers.test(file));
  add([...reachable(direct, imports)].filter(isMirrored), 2);
  return files;
}

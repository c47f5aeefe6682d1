import { readFile } from 'node:fs/promises';
import { defineConfig, type Plugin } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { patches } from './scripts/build/patches.mjs';
import { NEEDS, testFiles, type Need } from './scripts/lib/needs.mjs';

/** Ink and what it measures text with, which the bundle changes. */
const inlined =
  /node_modules\/(ink|ink-table|ink-text-input|ink-testing-library|string-width|widest-line|wrap-ansi|cli-truncate|yoga-layout)\//;

/** Those libraries as the bundle has them: what is tested is what runs, and a frame takes half the time. */
const patched: Plugin = {
  name: 'patched-libraries',
  enforce: 'pre',
  async load(id) {
    const [path = ''] = id.split('?');
    if (!inlined.test(path) || !path.endsWith('.js')) return undefined;
    const fitting = patches.filter(({ file }) => file.test(path));
    const source = fitting.reduce((text, patch) => patch.apply(text), await readFile(path, 'utf8'));
    // Ink's source maps name sources that are not in its package.
    return { code: source.replace(/^\/\/# sourceMappingURL=.*$/m, ''), map: null };
  },
};

/** Whole consoles and clusters over minutes, in all scenarios or on all screens; the longest first. */
const LONG = [
  'store/truth.test.ts',
  'screens/walk.test.ts',
  'screens/cuts.test.ts',
  'screens/health/firstScreen.test.ts',
  'diagnosis/late.test.ts',
  'store/soak.test.ts',
  'diagnosis/healing/trial.test.ts',
  'screens/hostile.test.ts',
  'screens/health/checkLogs.test.ts',
  'screens/outage.test.ts',
].map((path) => `test/${path}`);

/**
 * Vitest begins with the files that took longest last time, or on a new machine with the largest. Some of the long tests
 * are small files: started last, one of them would keep a single worker busy.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const place = ({ moduleId }: TestSpecification) =>
      LONG.findIndex((path) => moduleId.endsWith(`/${path}`));
    const projects = Map.groupBy(await super.sort(files), ({ project }) => project.name);
    const long = (projects.get('long') ?? []).toSorted((one, other) => place(one) - place(other));
    projects.delete('long');
    return [...long, ...[...projects.values()].flat()];
  }
}

const wholeProgram = ['test/scenarios/**/*.test.ts'];

/** The tests that need something of the machine. Where it lacks that they are found and counted, and none is run. */
function testsOf(name: Need['name']) {
  const need = NEEDS.find((one) => one.name === name)!;
  const left = need.lacks() !== undefined;
  return { left, project: { name, include: testFiles(need), ...(left && { testNamePattern: /^$/ }) } };
}
const ceph = testsOf('ceph');
const hosts = testsOf('hosts');

// React's own checks take a third of a frame, and are not in the bundle.
const shared = { plugins: [patched], oxc: { jsx: { runtime: 'automatic' as const, development: false } } };
const buildFirst = ['test/support/buildProgram.mjs'];

/** What tests of the console and the service within one process have in common. */
const inProcess = {
  server: { deps: { inline: [inlined] } },
  // Ink starts a program that asks for the size of the terminal unless it is known.
  env: { NODE_ENV: 'production', COLUMNS: '80', LINES: '24' },
  // The files share a process and its modules: to load the console for each of them took half of the time.
  isolate: false,
  // Most objects live for one step of a test: with room for them V8 spends a tenth less time on collecting.
  execArgv: ['--max-semi-space-size=64'],
  // Far above what any of them takes alone: on a busy machine a slow test is not a broken one.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 30_000 } },
};

export default defineConfig({
  test: {
    // A scenario runs the program and a terminal beside the test: more of them at once would only wait for each other.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        ...shared,
        test: {
          ...inProcess,
          name: 'unit',
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: [...wholeProgram, ...LONG, ...NEEDS.flatMap(testFiles)],
        },
      },
      { ...shared, test: { ...inProcess, name: 'long', include: LONG } },
      {
        ...shared,
        test: {
          name: 'scenarios',
          include: wholeProgram,
          globalSetup: buildFirst,
          testTimeout: 240_000,
          hookTimeout: 240_000,
          expect: { poll: { timeout: 60_000 } },
        },
      },
      {
        ...shared,
        test: {
          ...ceph.project,
          globalSetup: ceph.left ? [] : buildFirst,
          // One small cluster at a time: each takes a gigabyte and the ports that it was given.
          fileParallelism: false,
          testTimeout: 300_000,
          hookTimeout: 600_000,
          expect: { poll: { timeout: 60_000 } },
        },
      },
      {
        ...shared,
        test: {
          ...hosts.project,
          globalSetup: hosts.left ? [] : buildFirst,
          fileParallelism: false,
          testTimeout: 300_000,
          hookTimeout: 300_000,
          expect: { poll: { timeout: 60_000 } },
        },
      },
      {
        ...shared,
        test: {
          ...testsOf('package').project,
          testTimeout: 180_000,
          // To remove a whole Debian takes a while on a busy disk.
          hookTimeout: 180_000,
          expect: { poll: { timeout: 60_000 } },
        },
      },
      {
        ...shared,
        test: {
          ...testsOf('python').project,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 30_000 } },
        },
      },
    ],
  },
});

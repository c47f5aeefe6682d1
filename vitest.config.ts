import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { defineConfig, type Plugin } from 'vitest/config';
import { inkTableModule } from './scripts/build/patches/inkTableModule.mjs';

/** ink-table is CommonJS that requires Ink, an ES module: the same change as in the bundle lets tests import it. */
const inkTable: Plugin = {
  name: 'ink-table-as-es-module',
  enforce: 'pre',
  transform(source, id) {
    const [path = ''] = id.split('?');
    return inkTableModule.file.test(path) ? { code: inkTableModule.apply(source), map: null } : undefined;
  },
};

function isInstalled(program: string): boolean {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

const realCluster = ['test/ceph/**/*.test.ts', 'test/scenarios-ceph/**/*.test.ts'];
const wholeProgram = ['test/scenarios/**/*.test.ts'];
const hasCeph = isInstalled('ceph-mon');
if (!hasCeph) {
  process.stderr.write(
    'Ceph is not installed: the tests against a real cluster are left out (test/ceph/packages.txt says what they need)\n',
  );
}

const bareDebian = ['test/package/**/*.test.ts'];
const canPackage = process.getuid?.() === 0 && ['debootstrap', 'strip', 'xz'].every(isInstalled);
if (!canPackage) {
  process.stderr.write(
    'The packages are not tested: that takes root and what test/package/packages.txt lists\n',
  );
}

const shared = { plugins: [inkTable] };
const buildFirst = ['test/support/buildProgram.mjs'];

export default defineConfig({
  test: {
    // A scenario runs the program and a terminal beside the test: more of them at once would only wait for each other.
    maxWorkers: 2,
    projects: [
      {
        ...shared,
        test: {
          name: 'unit',
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: [...wholeProgram, ...realCluster, ...bareDebian],
          server: { deps: { inline: ['ink-table'] } },
          // Far above what any of them takes alone: on a busy machine a slow test is not a broken one.
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        ...shared,
        test: {
          name: 'scenarios',
          include: wholeProgram,
          globalSetup: buildFirst,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        ...shared,
        test: {
          name: 'ceph',
          include: hasCeph ? realCluster : [],
          globalSetup: hasCeph ? buildFirst : [],
          // One small cluster at a time: each takes a gigabyte and the ports that it was given.
          fileParallelism: false,
          testTimeout: 180_000,
          hookTimeout: 300_000,
        },
      },
      {
        ...shared,
        test: { name: 'package', include: canPackage ? bareDebian : [], testTimeout: 180_000 },
      },
    ],
  },
});

import { spawnSync } from 'node:child_process';
import { accessSync, constants, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { root } from './project.mjs';

/**
 * @typedef {object} Need requirements of some tests beyond Node
 * @property {string} name the tests' project in vitest.config.ts
 * @property {string} what the subject of the tests, following "N tests of"
 * @property {readonly string[]} files folders or files, relative to the project's folder
 * @property {string} packages the file that lists the required Debian packages
 * @property {() => string | undefined} lacks the reason why they cannot run here; undefined if they can
 */

/** True for a program on the PATH. @param {string} program */
export function isInstalled(program) {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** Python modules that the Ceph engine's helper imports and that python3-minimal lacks. */
const PYTHON_MODULES = 'concurrent.futures, json, secrets, subprocess';

/** The reason why this machine cannot be divided into hosts with own networks and disks; undefined if it can. */
function hostsCannotExist() {
  const spaces = ['--mount', '--uts', '--ipc', '--net', '--pid', '--fork', 'true'];
  if (spawnSync('/usr/bin/unshare', spaces).status !== 0) return 'this machine has no namespaces';
  return spawnSync('/usr/sbin/losetup', ['--find']).status === 0
    ? undefined
    : 'this machine has no loop devices';
}

/** @type {readonly Need[]} */
export const NEEDS = [
  {
    name: 'python',
    what: 'the Ceph engine’s helper',
    files: [
      'test/service/ceph/helper/helper.test.ts',
      'test/service/ceph/helper/helperCopies.test.ts',
      'test/service/ceph/helper/helperHost.test.ts',
      'test/service/ceph/helper/helperParts.test.ts',
      'test/service/ceph/helper/helperScripts.test.ts',
      'test/service/ceph/via/via.test.ts',
    ],
    packages: 'test/service/packages.txt',
    lacks: () => {
      const { status } = spawnSync('/usr/bin/python3', ['-I', '-c', `import ${PYTHON_MODULES}`]);
      return status === 0 ? undefined : 'no python3 with all of its modules';
    },
  },
  {
    name: 'ceph',
    what: 'a real Ceph cluster',
    files: ['test/ceph/', 'test/scenarios-ceph/'],
    packages: 'test/ceph/packages.txt',
    lacks: () => (isInstalled('ceph-mon') ? undefined : 'no ceph-mon'),
  },
  {
    name: 'hosts',
    what: 'a real Ceph cluster of several hosts',
    files: ['test/hosts/'],
    packages: 'test/hosts/packages.txt',
    lacks: () => {
      const missing = ['ceph-volume', 'sshd', 'tgtd', 'ganesha.nfsd'].find((name) => !isInstalled(name));
      if (missing !== undefined) return `no ${missing}`;
      if (process.getuid?.() !== 0) return 'they take root';
      return hostsCannotExist();
    },
  },
  {
    name: 'package',
    what: 'the packages',
    files: ['test/package/'],
    packages: 'test/package/packages.txt',
    lacks: () => {
      const missing = ['debootstrap', 'qemu-aarch64-static'].find((name) => !isInstalled(name));
      if (missing !== undefined) return `no ${missing}`;
      return process.getuid?.() === 0 ? undefined : 'they take root';
    },
  },
];

/** The test files of a need, as patterns for Vitest. @param {Need} need */
export const testFiles = ({ files }) =>
  files.map((path) => (path.endsWith('/') ? `${path}**/*.test.ts` : path));

/** @param {string} text a packages.txt @returns {string[]} */
const listed = (text) =>
  text
    .replaceAll(/#.*/g, '')
    .split(/\s+/)
    .filter((name) => name !== '');

/** @param {number} count */
const tests = (count) => `${count} ${count === 1 ? 'test' : 'tests'}`;

/**
 * Lists the tests of a real cluster that were left out because the cluster lacks what they need (test/ceph/needs.ts).
 *
 * @param {{ testResults: { assertionResults: { meta?: { lacks?: string } }[] }[] }} report Vitest's JSON report
 * @param {string} [suite] the Debian suite on whose Ceph they ran, where that is not this machine's
 * @returns {string[]} a line for each reason
 */
export function clusterLacks({ testResults }, suite) {
  const reasons = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .flatMap(({ meta }) => meta?.lacks ?? []);
  const on = suite === undefined ? '' : ` of Debian ${suite}`;
  return [...Map.groupBy(reasons, (reason) => reason)].map(
    ([reason, { length }]) => `${tests(length)} left out, because the Ceph cluster${on} has ${reason}`,
  );
}

/**
 * Lists the tests that were skipped because this machine lacks their requirements, with the command that installs these.
 *
 * @param {{ testResults: { name: string, assertionResults: { status: string }[] }[] }} report Vitest's JSON report
 * @param {readonly Need[]} needs
 * @param {(path: string) => string} read reads a file of the project
 * @returns {string[]} lines; empty if nothing was skipped
 */
export function leftOut(
  { testResults },
  needs = NEEDS,
  read = (path) => readFileSync(join(root, path), 'utf8'),
) {
  const left = needs.flatMap((need) => {
    const lacks = need.lacks();
    const theirs = testResults.filter(({ name }) =>
      need.files.some((path) => name.startsWith(join(root, path))),
    );
    const count = theirs.flatMap(({ assertionResults }) => assertionResults).length;
    return lacks === undefined || count === 0 ? [] : { ...need, lacks, count };
  });
  if (left.length === 0) return [];
  const packages = left.flatMap((need) => listed(read(need.packages)));
  return [
    `${tests(left.reduce((sum, { count }) => sum + count, 0))} left out:`,
    ...left.map(({ count, what, lacks }) => `  ${tests(count)} of ${what}: ${lacks}`),
    'To run them too, as root on Debian:',
    `  apt-get install --no-install-recommends ${packages.join(' ')}`,
  ];
}

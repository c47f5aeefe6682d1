import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './project.mjs';

const SCRIPT = join(root, 'test/ceph/release.sh');
/** The time that the tests of one release get, in the words of timeout(1): longer and they count as a failure. */
const LIMIT = '25m';
/** Seconds after the start of all tests after which no release is begun: all of them are to end within 70 minutes. */
const BEGIN_WITHIN = 38 * 60;

/** Debians whose Ceph is tested beside this machine's, by STOREDECK_CEPH_SUITES: none unless it is set. */
export const suites = () => (process.env['STOREDECK_CEPH_SUITES'] ?? '').split(/\s+/).filter(Boolean);

/**
 * Makes the chroot of a Debian where it is not there yet.
 *
 * @param {string} suite
 * @returns {{ version: string } | { missing: string }} the version of its Ceph, or in a line why there is none
 */
export function prepare(suite) {
  if (process.uptime() > BEGIN_WITHIN)
    return { missing: `Ceph of Debian ${suite} left out: the tests before it took too long` };
  const { status, stdout, stderr, error } = spawnSync(SCRIPT, [suite, 'make'], { encoding: 'utf8' });
  if (status === 0) return { version: stdout.trim().split(' ').slice(0, 3).join(' ') };
  const said = error?.message ?? stderr.trim().split('\n').at(-1) ?? '';
  return { missing: `Ceph of Debian ${suite} left out: ${said}` };
}

/** The command that runs a command in the chroot of a Debian. @param {string} suite @param {string[]} command */
export const inSuite = (suite, command) => ['--kill-after=30s', LIMIT, SCRIPT, suite, 'run', ...command];

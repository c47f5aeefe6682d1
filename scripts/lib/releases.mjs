import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './project.mjs';

const SCRIPT = join(root, 'test/ceph/release.sh');
/** The time limit for the tests of one release, as an argument of timeout(1); exceeding it is a failure. */
const LIMIT = '28m';
/** Seconds after the start of all tests after which no further release is tested, so that all end within 70 minutes. */
const BEGIN_WITHIN = 37 * 60;

/** The Debian suites whose Ceph is tested in addition to this machine's, from STOREDECK_CEPH_SUITES; none by default. */
export const suites = () => (process.env['STOREDECK_CEPH_SUITES'] ?? '').split(/\s+/).filter(Boolean);

/**
 * Creates the chroot of a Debian suite if it does not exist.
 *
 * @param {string} suite
 * @returns {{ version: string } | { missing: string }} the version of its Ceph, or a line with the reason why there is none
 */
export function prepare(suite) {
  if (process.uptime() > BEGIN_WITHIN)
    return { missing: `Ceph of Debian ${suite} left out: the tests before it took too long` };
  const { status, stdout, stderr, error } = spawnSync(SCRIPT, [suite, 'make'], { encoding: 'utf8' });
  if (status === 0) return { version: stdout.trim().split(' ').slice(0, 3).join(' ') };
  const reason = error?.message ?? stderr.trim().split('\n').at(-1) ?? '';
  return { missing: `Ceph of Debian ${suite} left out: ${reason}` };
}

/** Arguments of timeout(1) that run a command in the chroot of a suite. @param {string} suite @param {string[]} command */
export const inSuite = (suite, command) => ['--kill-after=30s', LIMIT, SCRIPT, suite, 'run', ...command];

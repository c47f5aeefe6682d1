import { spawnSync } from 'node:child_process';

/** The programs that make the packages, and how each shows that it is the one that is meant. */
const NEEDED = [
  { program: 'npm', shows: /^\d/ },
  { program: 'tar', shows: /GNU tar/ },
  { program: 'dpkg-deb', shows: /Debian/ },
  { program: 'apt-get', shows: /^apt / },
];

/**
 * Throws with all that is missing here, before anything has been made.
 *
 * @param {(program: string) => string} [versionOf] what a program answers to --version, empty when it is not there
 */
export function ensureTools(
  versionOf = (program) => spawnSync(program, ['--version']).stdout?.toString() ?? '',
) {
  const missing = NEEDED.filter(({ program, shows }) => !shows.test(versionOf(program)));
  if (missing.length === 0) return;
  const names = missing.map(({ program }) => (program === 'tar' ? 'GNU tar' : program));
  throw new Error(
    `the packages cannot be made here: ${names.join(', ')} missing. Every Debian and Ubuntu has them, with Node and npm; ` +
      'elsewhere, make the packages in a container of one',
  );
}

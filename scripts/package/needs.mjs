import { spawnSync } from 'node:child_process';

/** The programs that make the packages, and a pattern in the output of --version that identifies each. */
const NEEDED = [
  { program: 'npm', shows: /^\d/ },
  { program: 'tar', shows: /GNU tar/ },
  { program: 'dpkg-deb', shows: /Debian/ },
  { program: 'apt-get', shows: /^apt / },
];

/**
 * Throws an error that lists all missing programs, before anything is made.
 *
 * @param {(program: string) => string} [versionOf] the output of a program's --version, empty if it is missing
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

import { readdirSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** The program as the build leaves it. */
export const program = join(root, 'dist', 'storedeck.cjs');

/** @returns {NodeJS.ProcessEnv} the environment with the project's own tools, Node among them, first on the PATH */
export function toolEnvironment() {
  const path = [join(root, 'node_modules', '.bin'), process.env['PATH']].filter(Boolean).join(delimiter);
  return { ...process.env, PATH: path };
}

/**
 * @param {string} path a file or a folder; a missing one counts as never changed
 * @returns {number} the time of the newest change in it, milliseconds since the epoch
 */
export function newestChange(path) {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) return 0;
  if (!stats.isDirectory()) return stats.mtimeMs;
  return readdirSync(path).reduce(
    (newest, name) => Math.max(newest, newestChange(join(path, name))),
    stats.mtimeMs,
  );
}

/** One line of what a script is doing; on stderr, so that a program's output stays clean. @param {string} line */
export function say(line) {
  process.stderr.write(`storedeck: ${line}\n`);
}

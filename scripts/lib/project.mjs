import { readdirSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** The path of the built program. */
export const program = join(root, 'dist', 'storedeck.cjs');

/** @returns {NodeJS.ProcessEnv} the environment with the project's own tools, including Node, first on the PATH */
export function toolEnvironment() {
  const path = [join(root, 'node_modules', '.bin'), process.env['PATH']].filter(Boolean).join(delimiter);
  return { ...process.env, PATH: path };
}

/**
 * @param {string} path a file or a folder
 * @returns {number} the time of the newest change in it in milliseconds since the epoch; 0 if it does not exist
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

/** Prints a progress line on stderr, so that a program's standard output stays clean. @param {string} line */
export function say(line) {
  process.stderr.write(`storedeck: ${line}\n`);
}

/** Runs a script's work; an error is printed without a stack and sets the exit code 1. @param {() => Promise<void>} work */
export async function runScript(work) {
  try {
    await work();
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, say } from './project.mjs';

export const OLDEST_NODE = 24;

/** @param {string} file @returns {Record<string, { version?: string, optional?: boolean }>} */
function packagesOf(file) {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')).packages ?? {}) : {};
}

/**
 * @param {string} folder a project's folder
 * @returns {string[]} the packages of package-lock.json that node_modules lacks or has in another version; optional
 *   packages, which may be for other machines, are ignored
 */
export function missingPackages(folder) {
  const wanted = packagesOf(join(folder, 'package-lock.json'));
  const installed = packagesOf(join(folder, 'node_modules', '.package-lock.json'));
  return Object.keys(wanted).filter(
    (path) => path !== '' && !wanted[path]?.optional && installed[path]?.version !== wanted[path]?.version,
  );
}

/** Runs `npm ci` if packages of package-lock.json are missing. Throws an error with npm's output if that fails. */
export function ensureInstalled() {
  if (missingPackages(root).length === 0) return;
  say('installing what package-lock.json lists (npm ci)');
  const options = ['--include=dev', '--loglevel=error'];
  const { status, stdout, stderr, error } = spawnSync('npm', ['ci', ...options], {
    cwd: root,
    encoding: 'utf8',
  });
  if (error) throw new Error(`npm could not be started: ${error.message}`);
  if (status !== 0) throw new Error(`npm ci failed:\n${stdout}${stderr}`);
}

/** @returns {string} the Node that runs storedeck: the project's own, else this one if it is new enough */
export function nodeExecutable() {
  const own = join(root, 'node_modules', '.bin', 'node');
  if (existsSync(own)) return own;
  if (Number.parseInt(process.versions.node, 10) >= OLDEST_NODE) return process.execPath;
  throw new Error(
    `storedeck needs Node ${OLDEST_NODE} or newer, this is ${process.versions.node}, and the project's own Node is not ` +
      'in node_modules (installed with --ignore-scripts?): run "npm rebuild node"',
  );
}

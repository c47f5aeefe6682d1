import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/project.mjs';
import { withoutSymbols } from './symbols.mjs';

/**
 * @typedef {object} NodeFiles the parts of Node in a package
 * @property {string} version
 * @property {Buffer} program
 * @property {string} licence the texts of its own licence and of those of its components
 */

/**
 * Downloads Node for a kind of machine, in the version that the project is pinned to, from npm's configured registry.
 *
 * @param {import('./machines.mjs').Machine} machine
 * @param {string} folder for the download
 * @returns {NodeFiles}
 */
export function nodeFor({ node: processor }, folder) {
  const { version } = JSON.parse(readFileSync(join(root, 'node_modules', 'node', 'package.json'), 'utf8'));
  const name = `node-linux-${processor}`;
  const place = join(folder, name);
  mkdirSync(place, { recursive: true });
  const fetch = ['pack', `${name}@${version}`, '--prefer-offline', '--silent', '--pack-destination', place];
  execFileSync('npm', fetch, { cwd: root, stdio: 'pipe' });
  const files = ['package/bin/node', 'package/LICENSE'];
  execFileSync('tar', ['-C', place, '-xzf', join(place, `${name}-${version}.tgz`), ...files], {
    stdio: 'pipe',
  });
  return {
    version,
    program: withoutSymbols(readFileSync(join(place, 'package', 'bin', 'node'))),
    licence: readFileSync(join(place, 'package', 'LICENSE'), 'utf8'),
  };
}

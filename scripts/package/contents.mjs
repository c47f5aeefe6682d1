import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/project.mjs';

/**
 * @typedef {object} Package a library contained in the program
 * @property {string} name
 * @property {string} version
 * @property {string} licence SPDX expression
 * @property {string} folder
 */

const LAST_PACKAGE = /.*node_modules\/(?:@[^/]+\/)?[^/]+/;

/** @param {string} folder @returns {Package} */
function packageAt(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  if (typeof license !== 'string')
    throw new Error(`${name} ${version} does not say its licence in package.json`);
  return { name, version, licence: license, folder };
}

/**
 * The libraries inside a bundle.
 *
 * @param {string[]} inputs the bundle's modules, as paths relative to the project's folder
 * @returns {Package[]} sorted by name
 */
export function packagesIn(inputs) {
  const folders = inputs.flatMap((path) => LAST_PACKAGE.exec(path.replace(/^[\w-]+:/, ''))?.[0] ?? []);
  const packages = [...new Set(folders)].map((folder) => packageAt(join(root, folder)));
  // The same version can be installed in several folders.
  const known = new Map(packages.map((library) => [`${library.name} ${library.version}`, library]));
  return [...known.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * The text of a library's licence. Throws if there is none, as the library must not be distributed then.
 *
 * @param {Package} library
 */
export function licenceText({ name, folder, licence }) {
  const file = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)/i.test(entry));
  if (file !== undefined) return readFileSync(join(folder, file), 'utf8');
  const readme = join(folder, 'readme.md');
  const [, section] =
    (existsSync(readme) && /\n#+ licen[cs]e\n([^]*)/i.exec(readFileSync(readme, 'utf8'))) || [];
  if (section !== undefined) return section;
  if (licence === 'MIT' || licence === 'ISC')
    return `${licence} licence; the package brings no text of its own.\n`;
  throw new Error(`${name} brings no text of its licence (${licence})`);
}

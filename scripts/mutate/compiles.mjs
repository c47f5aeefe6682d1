import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { toolEnvironment } from '../lib/project.mjs';
import { mutated } from './mutants.mjs';

/** @typedef {import('./judge.mjs').Place} Place */

/** The files of the copy of the project that do not compile. @param {string} folder @returns {Promise<Set<string>>} */
async function failingFiles(folder) {
  const options = ['--pretty', 'false', '--incremental', '--tsBuildInfoFile', join(folder, 'tsc.json')];
  const child = spawn('tsc', options, {
    cwd: folder,
    env: toolEnvironment(),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  const files = [...output.matchAll(/^(\S[^(]*)\(\d+,\d+\): error/gm)].map(([, file = '']) => file);
  return new Set(code !== 0 && files.length === 0 ? [output] : files);
}

/** True if the copy of the project compiles. @param {string} folder */
export const compiles = async (folder) => (await failingFiles(folder)).size === 0;

/**
 * Finds the places whose change does not compile. Compiling takes as long for many changes as for one, so changes of
 * different files are tried together, and apart only if there is an error.
 *
 * @param {string} folder the copy of the project
 * @param {readonly Place[]} places
 * @returns {Promise<Place[]>}
 */
export async function notCompiling(folder, places) {
  const together = [...new Map(places.map((place) => [place.file, place])).values()];
  if (together.length === 0) return [];
  for (const { file, source, mutant } of together) writeFileSync(join(folder, file), mutated(source, mutant));
  const failing = await failingFiles(folder);
  for (const { file, source } of together) writeFileSync(join(folder, file), source);
  const rest = places.filter((place) => !together.includes(place));
  if (together.length === 1 || failing.size === 0)
    return [...(failing.size > 0 ? together : []), ...(await notCompiling(folder, rest))];
  const suspects = together.filter(({ file }) => failing.has(file));
  const others = together.filter(({ file }) => !failing.has(file));
  const half = suspects.length > 0 ? others.length : others.length >> 1;
  const groups = [...suspects.map((one) => [one]), others.slice(0, half), others.slice(half), rest];
  const found = [];
  for (const group of groups) found.push(...(await notCompiling(folder, group)));
  return found;
}

import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { VERSION as version } from '../../src/lib/version.ts';
import { bundle } from '../build/bundle.mjs';
import { root } from '../lib/project.mjs';
import { archive, checksums, tarOf } from './archives.mjs';
import { baseTree, USER } from './base.mjs';
import { packagesIn } from './contents.mjs';
import { debianPackage, debianTree } from './deb.mjs';
import { writeImage } from './image.mjs';
import { MACHINES } from './machines.mjs';
import { nodeFor } from './node.mjs';
import { stage } from './stage.mjs';

/** @returns {number} the date of all packaged files in seconds since the epoch, so that the same source gives the same bytes */
function sourceDate() {
  const given = process.env['SOURCE_DATE_EPOCH'];
  if (given !== undefined && /^\d+$/.test(given)) return Number(given);
  try {
    const asked = ['log', '-1', '--format=%ct'];
    return Number(execFileSync('git', asked, { cwd: root, encoding: 'utf8', stdio: 'pipe' }));
  } catch {
    return Math.floor(Date.now() / 1000);
  }
}

/**
 * The layer with the folders that a container can write to, whatever user it runs as.
 *
 * @param {string} folder for it @param {number} date
 */
function writableLayer(folder, date) {
  for (const path of [join('home', 'storedeck'), 'tmp']) mkdirSync(join(folder, path), { recursive: true });
  return tarOf(folder, { date, owner: USER, mode: 'a=rwx,+t' });
}

/** Makes the npm package. @param {string} folder @returns {string} its path */
function npmPackage(folder) {
  execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: root, stdio: 'pipe' });
  return join(folder, `storedeck-${version}.tgz`);
}

/**
 * Makes all packages.
 *
 * @param {string} folder the target folder, which is emptied first
 * @returns {Promise<string[]>} their paths
 */
export async function makePackages(folder) {
  process.umask(0o022);
  const date = sourceDate();
  const work = join(folder, 'work');
  rmSync(folder, { recursive: true, force: true });
  const { inputs } = await bundle({ folder: join(work, 'program') });
  const packages = packagesIn(inputs);
  const writable = writableLayer(join(work, 'writable'), date);
  const bom = join(folder, `storedeck-${version}.cdx.json`);
  const made = MACHINES.map((machine) => {
    const place = join(work, machine.node);
    const staged = join(place, 'archive', `storedeck-${version}`);
    const tree = join(place, 'debian');
    const base = join(place, 'base');
    stage(staged, {
      version,
      packages,
      program: join(work, 'program'),
      node: nodeFor(machine, join(place, 'fetched')),
    });
    copyFileSync(join(staged, 'share', 'doc', 'storedeck', 'sbom.cdx.json'), bom);
    const archived = join(folder, `storedeck-${version}-linux-${machine.node}.tar.gz`);
    archive(join(place, 'archive'), archived, date);
    debianTree(staged, tree);
    const deb = debianPackage(tree, { folder, version, machine, date });
    baseTree(machine, base, join(place, 'fetched'));
    const layers = [tarOf(base, { date }), tarOf(tree, { date }), writable];
    return { machine, layers, paths: [deb, archived] };
  });
  const image = join(folder, `storedeck-${version}.oci.tar`);
  writeImage(made, { version, date, user: USER }, { path: image, folder: join(work, 'image') });
  rmSync(work, { recursive: true });
  const paths = [...made.flatMap(({ paths }) => paths), image, npmPackage(folder), bom];
  checksums(folder, paths);
  return [...paths, join(folder, 'SHA256SUMS')];
}

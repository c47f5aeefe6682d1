import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** The largest archive that is held in memory, bytes. */
const LARGEST = 2 ** 30;

/**
 * @typedef {object} Settled what stands in an archive, whatever machine it is made on
 * @property {number} date of all in it, seconds since the epoch
 * @property {number} [owner] number of user and group, root's when not given
 * @property {string} [mode] as chmod reads it; who owns a file may write it and all may read it when not given
 */

/**
 * Packs what is in a folder, the same way each time.
 *
 * @param {string} folder
 * @param {Settled} settled
 * @returns {Buffer} a tar archive
 */
export function tarOf(folder, { date, owner = 0, mode = 'u+rw,go=rX' }) {
  const order = ['--format=gnu', '--sort=name', '--numeric-owner', `--mode=${mode}`, `--mtime=@${date}`];
  const options = ['-C', folder, ...order, `--owner=${owner}`, `--group=${owner}`, '-c'];
  return execFileSync('tar', [...options, '--', ...readdirSync(folder).toSorted()], { maxBuffer: LARGEST });
}

/** Packs what is in a folder, compressed. @param {string} folder @param {string} path @param {number} date */
export function archive(folder, path, date) {
  writeFileSync(path, gzipSync(tarOf(folder, { date })));
}

/** Writes what `sha256sum --check` reads. @param {string} folder @param {readonly string[]} paths */
export function checksums(folder, paths) {
  const lines = paths.map((path) => {
    const sum = createHash('sha256').update(readFileSync(path)).digest('hex');
    return `${sum}  ${basename(path)}\n`;
  });
  writeFileSync(join(folder, 'SHA256SUMS'), lines.join(''));
}

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** The maximum size of an archive, which is built in memory, in bytes. */
const LARGEST = 2 ** 30;

/**
 * @typedef {object} Settled fixed metadata of an archive, independent of the machine that makes it
 * @property {number} date of all its files, in seconds since the epoch
 * @property {number} [owner] the id of user and group, root by default
 * @property {string} [mode] as for chmod; by default writable by the owner and readable by all
 */

/**
 * Packs the contents of a folder reproducibly.
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

/** Packs the contents of a folder as a .tar.gz file. @param {string} folder @param {string} path @param {number} date */
export function archive(folder, path, date) {
  writeFileSync(path, gzipSync(tarOf(folder, { date })));
}

/** Writes the file SHA256SUMS for `sha256sum --check`. @param {string} folder @param {readonly string[]} paths */
export function checksums(folder, paths) {
  const lines = paths.map((path) => {
    const sum = createHash('sha256').update(readFileSync(path)).digest('hex');
    return `${sum}  ${basename(path)}\n`;
  });
  writeFileSync(join(folder, 'SHA256SUMS'), lines.join(''));
}

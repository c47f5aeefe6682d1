import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/project.mjs';

/**
 * @param {string} name
 * @param {string} picture
 * @returns {string[]} the files written
 */
export function save(name, picture) {
  const file = join(root, 'docs', 'pictures', `${name}.svg`);
  const forLooking = join(root, 'dist', 'pictures', `${name}.png`);
  mkdirSync(join(root, 'docs', 'pictures'), { recursive: true });
  mkdirSync(join(root, 'dist', 'pictures'), { recursive: true });
  writeFileSync(file, picture);
  const { status } = spawnSync('rsvg-convert', ['--zoom', '1.5', '-o', forLooking, file], {
    stdio: 'ignore',
  });
  return status === 0 ? [file, forLooking] : [file];
}

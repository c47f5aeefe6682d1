import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** @param {string} version @param {string} architecture @param {number} kib */
const control = (version, architecture, kib) => `Package: storedeck
Version: ${version}
Architecture: ${architecture}
Maintainer: the storedeck authors <storedeck@localhost>
Installed-Size: ${kib}
Depends: libc6 (>= 2.28), libstdc++6 (>= 8), libgcc-s1 | libgcc1
Recommends: ca-certificates
Suggests: python3-rados, python3-rbd, python3-cephfs
Section: admin
Priority: optional
Description: full-screen console of a distributed storage cluster
 A terminal console for the people on call, and the management service that
 it talks to, over a simulated cluster or over a real Ceph cluster. It brings
 the Node that it runs on, and needs no network but to its service.
`;

/** @param {string} folder @returns {number} the total size of its files in KiB */
function kibIn(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const bytes = files.map(({ parentPath, name }) => statSync(join(parentPath, name)).size);
  return Math.ceil(bytes.reduce((sum, size) => sum + size, 0) / 1024);
}

/** Copies the staged files to their places under usr, as on Debian. @param {string} staged @param {string} tree the target folder */
export function debianTree(staged, tree) {
  cpSync(staged, join(tree, 'usr'), { recursive: true });
  const page = join(tree, 'usr', 'share', 'man', 'man1', 'storedeck.1');
  writeFileSync(`${page}.gz`, gzipSync(readFileSync(page)));
  rmSync(page);
}

/**
 * Packs a tree as a Debian package.
 *
 * @param {string} tree the folder filled by `debianTree`
 * @param {{ folder: string, version: string, machine: import('./machines.mjs').Machine, date: number }} what `folder`: the
 *   target folder; `date`: seconds since the epoch
 * @returns {string} its path
 */
export function debianPackage(tree, { folder, version, machine, date }) {
  const about = join(tree, 'DEBIAN');
  mkdirSync(about);
  writeFileSync(join(about, 'control'), control(version, machine.debian, kibIn(join(tree, 'usr'))));
  const path = join(folder, `storedeck_${version}_${machine.debian}.deb`);
  execFileSync('dpkg-deb', ['--root-owner-group', '-Zxz', '--build', tree, path], {
    env: { ...process.env, SOURCE_DATE_EPOCH: String(date) },
    stdio: 'pipe',
  });
  rmSync(about, { recursive: true });
  return path;
}

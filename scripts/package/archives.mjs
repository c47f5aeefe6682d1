import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Debian's names of the machines that Node is built for. */
const ARCHITECTURES = new Map([
  ['x64', 'amd64'],
  ['arm64', 'arm64'],
]);

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

/**
 * Packs what was staged as a Debian package.
 *
 * @param {string} staged @param {string} folder where it goes @param {string} version
 * @returns {string} its path
 */
export function debianPackage(staged, folder, version) {
  const architecture = ARCHITECTURES.get(process.arch) ?? process.arch;
  const tree = join(folder, 'deb');
  rmSync(tree, { recursive: true, force: true });
  mkdirSync(join(tree, 'DEBIAN'), { recursive: true });
  cpSync(staged, join(tree, 'usr'), { recursive: true });
  execFileSync('gzip', ['--best', '--no-name', join(tree, 'usr', 'share', 'man', 'man1', 'storedeck.1')]);
  const kib = Number(execFileSync('du', ['-sk', join(tree, 'usr')], { encoding: 'utf8' }).split('\t')[0]);
  writeFileSync(join(tree, 'DEBIAN', 'control'), control(version, architecture, kib));
  const path = join(folder, `storedeck_${version}_${architecture}.deb`);
  execFileSync('dpkg-deb', ['--root-owner-group', '-Zxz', '--build', tree, path], { stdio: 'pipe' });
  rmSync(tree, { recursive: true });
  return path;
}

/**
 * Packs what was staged as an archive whose one folder runs from wherever it is unpacked.
 *
 * @param {string} staged @param {string} path
 */
export function archive(staged, path) {
  const order = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner'];
  execFileSync('tar', ['-C', dirname(staged), ...order, '-cJf', path, basename(staged)]);
}

/** Writes what `sha256sum --check` reads. @param {string} folder @param {readonly string[]} paths */
export function checksums(folder, paths) {
  const lines = paths.map((path) => {
    const sum = createHash('sha256').update(readFileSync(path)).digest('hex');
    return `${sum}  ${basename(path)}\n`;
  });
  writeFileSync(join(folder, 'SHA256SUMS'), lines.join(''));
}

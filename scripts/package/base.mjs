import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** Packages of a system that Node needs, and the shell of the launcher. Their own dependencies come with them. */
const WANTED = ['libstdc++6', 'busybox-static'];

/** Commands of busybox that the image has: those of the launcher, and what helps who looks into a container. */
const COMMANDS = [
  'sh',
  'cat',
  'cp',
  'dirname',
  'env',
  'ls',
  'mkdir',
  'mv',
  'ps',
  'readlink',
  'rm',
  'sleep',
  'vi',
];

/** The user that a container runs as, number of user and group: no one on the host. */
export const USER = 65532;

/**
 * Fetches Debian packages with all that they depend on, from the sources that this machine's apt is set to and checked by
 * its keys. It has a state of its own: nothing is installed, and the machine's own packages and architecture do not matter.
 *
 * @param {import('./machines.mjs').Machine} machine @param {string} folder
 * @returns {string[]} their paths
 */
function fetched({ debian }, folder) {
  const state = join(folder, 'state');
  const cache = join(folder, 'cache');
  const status = join(folder, 'status');
  mkdirSync(join(state, 'lists', 'partial'), { recursive: true });
  mkdirSync(join(cache, 'archives', 'partial'), { recursive: true });
  writeFileSync(status, '');
  const settings = {
    'Dir::State': state,
    'Dir::State::status': status,
    'Dir::Cache': cache,
    'APT::Architecture': debian,
    'APT::Architectures': debian,
    'APT::Install-Recommends': 'false',
    'APT::Sandbox::User': process.env['USER'] ?? 'root',
    'Acquire::Languages': 'none',
    'Debug::NoLocking': 'true',
  };
  const options = ['-qq', ...Object.entries(settings).map(([name, value]) => `-o${name}=${value}`)];
  execFileSync('apt-get', [...options, 'update'], { stdio: 'pipe' });
  execFileSync('apt-get', [...options, '--yes', '--download-only', 'install', ...WANTED], { stdio: 'pipe' });
  return globSync(join(cache, 'archives', '*.deb')).toSorted();
}

/** Unpacks a package. @param {string} deb @param {string} tree where */
function unpack(deb, tree) {
  const input = execFileSync('dpkg-deb', ['--fsys-tarfile', deb], { maxBuffer: 2 ** 30 });
  execFileSync('tar', ['-C', tree, '--keep-directory-symlink', '-x'], { input });
  // Where scanners for vulnerabilities look in an image without a package manager.
  const known = join(tree, 'var', 'lib', 'dpkg', 'status.d');
  mkdirSync(known, { recursive: true });
  const [name = ''] = basename(deb).split('_');
  writeFileSync(join(known, name), execFileSync('dpkg-deb', ['--field', deb]));
}

/** Leaves of the documents the licences only. @param {string} tree */
function withoutDocuments(tree) {
  const share = join(tree, 'usr', 'share');
  for (const name of readdirSync(share)) if (name !== 'doc') rmSync(join(share, name), { recursive: true });
  for (const path of globSync(join(share, 'doc', '*', '*')))
    if (basename(path) !== 'copyright') rmSync(path, { recursive: true });
}

/**
 * Lays out the least system that the program runs on, from Debian's packages.
 *
 * @param {import('./machines.mjs').Machine} machine
 * @param {string} tree where
 * @param {string} folder for what is fetched
 */
export function baseTree(machine, tree, folder) {
  for (const name of ['bin', 'lib', 'lib64', 'sbin']) {
    mkdirSync(join(tree, 'usr', name), { recursive: true });
    symlinkSync(join('usr', name), join(tree, name));
  }
  for (const deb of fetched(machine, folder)) unpack(deb, tree);
  for (const name of COMMANDS) symlinkSync('busybox', join(tree, 'usr', 'bin', name));
  withoutDocuments(tree);
  const etc = join(tree, 'etc');
  mkdirSync(etc, { recursive: true });
  const user = `storedeck:x:${USER}:${USER}::/home/storedeck:/bin/sh`;
  writeFileSync(join(etc, 'passwd'), `root:x:0:0:root:/root:/bin/sh\n${user}\n`);
  writeFileSync(join(etc, 'group'), `root:x:0:\nstoredeck:x:${USER}:\n`);
  writeFileSync(join(etc, 'os-release'), readFileSync('/etc/os-release'));
}

import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** The Debian packages of the image: the library that Node needs, and the shell for the launcher. Dependencies are added. */
const WANTED = ['libstdc++6', 'busybox-static'];

/** The busybox commands of the image: those that the launcher uses, and some for debugging in a container. */
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

/** The id of the user and group that a container runs as, which nobody on the host has. */
export const USER = 65532;

/**
 * Downloads Debian packages with all dependencies, from the configured apt sources of this machine, verified by its keys. It
 * uses a separate apt state: nothing is installed, and the machine's own packages and architecture do not matter.
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

/** Unpacks a package. @param {string} deb @param {string} tree the target folder */
function unpack(deb, tree) {
  const input = execFileSync('dpkg-deb', ['--fsys-tarfile', deb], { maxBuffer: 2 ** 30 });
  execFileSync('tar', ['-C', tree, '--keep-directory-symlink', '-x'], { input });
  // Vulnerability scanners look here in images without a package manager.
  const known = join(tree, 'var', 'lib', 'dpkg', 'status.d');
  mkdirSync(known, { recursive: true });
  const [name = ''] = basename(deb).split('_');
  writeFileSync(join(known, name), execFileSync('dpkg-deb', ['--field', deb]));
}

/** Removes all documentation except licences. @param {string} tree */
function withoutDocuments(tree) {
  const share = join(tree, 'usr', 'share');
  for (const name of readdirSync(share)) if (name !== 'doc') rmSync(join(share, name), { recursive: true });
  for (const path of globSync(join(share, 'doc', '*', '*')))
    if (basename(path) !== 'copyright') rmSync(path, { recursive: true });
}

/**
 * Creates the minimal system that the program runs on, from Debian packages.
 *
 * @param {import('./machines.mjs').Machine} machine
 * @param {string} tree the target folder
 * @param {string} folder for the downloads
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

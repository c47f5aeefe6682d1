import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import project from '../../package.json' with { type: 'json' };
import { unpackImage } from './unpackImage.ts';

const run = promisify(execFile);
const root = new URL('../..', import.meta.url).pathname;
const { version } = project;
const packages = join(root, 'packages');
const scratch = mkdtempSync(join(tmpdir(), 'storedeck-package-'));
const bare = join(scratch, 'bare');
const HERE = process.arch === 'x64' ? 'amd64' : process.arch;

/** Runs a program inside the bare system. */
const inside = (...argv: string[]) => run('chroot', [bare, ...argv]);

beforeAll(async () => {
  await run(process.execPath, [join(root, 'scripts', 'package.mjs')], { cwd: root });
  await run('debootstrap', ['--variant=minbase', '--include=libstdc++6', 'bookworm', bare]);
}, 3_600_000);
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

describe('bare Debian without Node', () => {
  test('the Debian package can be installed, run and removed on a bare Debian', async () => {
    const name = `storedeck_${version}_${HERE}.deb`;
    await run('cp', [join(packages, name), join(bare, 'root')]);
    await inside('dpkg', '--install', `/root/${name}`);
    expect(existsSync(join(bare, 'usr/bin/node'))).toBe(false);
    expect((await inside('storedeck', 'version')).stdout).toBe(`storedeck ${version}\n`);
    expect((await inside('storedeck', 'status', '--demo=calm')).stdout).toMatch(/^HEALTH_OK/);
    await inside('dpkg', '--remove', 'storedeck');
    expect(existsSync(join(bare, 'usr/bin/storedeck'))).toBe(false);
    expect(existsSync(join(bare, 'usr/lib/storedeck'))).toBe(false);
  });

  test('the program runs from the unpacked archive, wherever that is', async () => {
    const archive = join(packages, `storedeck-${version}-linux-${process.arch}.tar.gz`);
    await run('cp', [archive, join(bare, 'root')]);
    await inside('tar', '-C', '/opt', '-xzf', `/root/storedeck-${version}-linux-${process.arch}.tar.gz`);
    const { stdout } = await inside(`/opt/storedeck-${version}/bin/storedeck`, 'status', '--demo=calm');
    expect(stdout).toMatch(/^HEALTH_OK/);
  });
});

describe('container image', () => {
  const image = join(packages, `storedeck-${version}.oci.tar`);

  test('the container image runs as a user of its own that can write to its home folder', async () => {
    const { tree, config } = await unpackImage(image, HERE, join(scratch, 'image'));
    const { User: user, Entrypoint: entry, Env: env } = config.config;
    const contained = (...argv: string[]) =>
      run('/usr/sbin/chroot', [`--userspec=${user}`, tree, ...argv], {
        env: Object.fromEntries(env.map((pair) => pair.split('='))),
      });
    expect((await contained(...entry, 'version')).stdout).toBe(`storedeck ${version}\n`);
    expect((await contained(...entry, 'status', '--demo=calm')).stdout).toMatch(/^HEALTH_OK/);
    await contained('/bin/sh', '-c', 'cd; mkdir -p .local/state && : > /tmp/file');
  });

  test('the container image for the other architecture has the same program, which runs in an emulator', async () => {
    const other = HERE === 'amd64' ? 'arm64' : 'amd64';
    const { tree, config } = await unpackImage(image, other, join(scratch, 'other'));
    expect(config).toMatchObject({ architecture: other, os: 'linux' });
    // 62 is EM_X86_64 and 183 is EM_AARCH64: each program and its base system are for that machine.
    const machineOf = (path: string) => readFileSync(join(tree, path)).readUInt16LE(18);
    const [expected, loader] =
      other === 'arm64' ? [183, 'lib/ld-linux-aarch64.so.1'] : [62, 'lib64/ld-linux-x86-64.so.2'];
    expect(machineOf('usr/lib/storedeck/node')).toBe(expected);
    expect(machineOf(loader)).toBe(expected);

    const emulator = `qemu-${other === 'arm64' ? 'aarch64' : 'x86_64'}-static`;
    await run('cp', [join('/usr/bin', emulator), tree]);
    const [node, program] = ['/usr/lib/storedeck/node', '/usr/lib/storedeck/storedeck.cjs'];
    const emulated = (...argv: string[]) => run('chroot', [tree, `/${emulator}`, node, program, ...argv]);
    expect((await emulated('version')).stdout).toBe(`storedeck ${version}\n`);
    expect((await emulated('status', '--demo=calm')).stdout).toMatch(/^HEALTH_OK/);
  }, 300_000);
});

test('the commands of the README install the files of this version', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const named = [...readme.matchAll(/storedeck[-_:](\d+\.\d+\.\d+)/g)].map(([, its]) => its);
  expect(named.length).toBeGreaterThan(4);
  expect(new Set(named)).toEqual(new Set([version]));
});

describe('packages', () => {
  const unpacked = join(scratch, 'unpacked');
  const share = join(unpacked, `storedeck-${version}`, 'share');
  const documents = join(share, 'doc', 'storedeck');
  beforeAll(async () => {
    mkdirSync(unpacked);
    // The package for the other machine, with the same content.
    const other = process.arch === 'x64' ? 'arm64' : 'x64';
    await run('tar', ['-C', unpacked, '-xzf', join(packages, `storedeck-${version}-linux-${other}.tar.gz`)]);
  }, 300_000);

  test('the packages exist for both architectures, with matching checksums', async () => {
    await run('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: packages });
    const names = readFileSync(join(packages, 'SHA256SUMS'), 'utf8').replaceAll(/^\S+ {2}/gm, '');
    expect(names.trim().split('\n').toSorted()).toEqual([
      `storedeck-${version}-linux-arm64.tar.gz`,
      `storedeck-${version}-linux-x64.tar.gz`,
      `storedeck-${version}.cdx.json`,
      `storedeck-${version}.oci.tar`,
      `storedeck-${version}.tgz`,
      `storedeck_${version}_amd64.deb`,
      `storedeck_${version}_arm64.deb`,
    ]);
    const { stdout } = await run('dpkg-deb', ['--field', join(packages, `storedeck_${version}_arm64.deb`)]);
    expect(stdout).toContain('Architecture: arm64\n');
  });

  test('the packages list everything inside them with its licence', () => {
    const bom = JSON.parse(readFileSync(join(documents, 'sbom.cdx.json'), 'utf8')) as {
      readonly specVersion: string;
      readonly components: readonly { readonly name: string; readonly version: string }[];
    };
    expect(bom.specVersion).toBe('1.6');
    const names = bom.components.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['ink', 'react', 'undici', 'fastify', 'node']));
    const licences = readFileSync(join(documents, 'licences.txt'), 'utf8');
    for (const { name, version: its } of bom.components) {
      expect(licences.toLowerCase()).toContain(`${name} ${its}`.toLowerCase());
    }
  });

  test('the packages contain a manual page, completions and an example configuration', async () => {
    expect(readFileSync(join(share, 'man/man1/storedeck.1'), 'utf8')).toMatch(/^\.TH STOREDECK 1/);
    const completion = join(share, 'bash-completion/completions/storedeck');
    await run('bash', ['-n', completion]);
    expect(readFileSync(join(documents, 'examples/config.toml'), 'utf8')).toMatch(/\[contexts\./);
  });

  test('npm installs its package without a network', async () => {
    const prefix = join(scratch, 'global');
    const options = ['--offline', '--no-audit', '--no-fund', '--engine-strict=false'];
    const tarball = join(packages, `storedeck-${version}.tgz`);
    await run('npm', ['install', '--global', '--prefix', prefix, ...options, tarball]);
    const { stdout: said } = await run(process.execPath, [join(prefix, 'bin', 'storedeck'), 'version']);
    expect(said).toBe(`storedeck ${version}\n`);
  }, 300_000);
});

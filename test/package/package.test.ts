import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import project from '../../package.json' with { type: 'json' };

const run = promisify(execFile);
const root = new URL('../..', import.meta.url).pathname;
const { version } = project;
const packages = join(root, 'packages');
const scratch = mkdtempSync(join(tmpdir(), 'storedeck-package-'));
const bare = join(scratch, 'bare');

/** Runs a program inside the bare system. */
const inside = (...argv: string[]) => run('chroot', [bare, ...argv]);

beforeAll(async () => {
  await run(process.execPath, [join(root, 'scripts', 'package.mjs')], { cwd: root });
  await run('debootstrap', ['--variant=minbase', '--include=libstdc++6', 'bookworm', bare]);
}, 1_200_000);
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

describe('on a bare Debian without Node', () => {
  test('the Debian package installs, runs and goes again', async () => {
    const name = `storedeck_${version}_${process.arch === 'x64' ? 'amd64' : process.arch}.deb`;
    await run('cp', [join(packages, name), join(bare, 'root')]);
    await inside('dpkg', '--install', `/root/${name}`);
    expect(existsSync(join(bare, 'usr/bin/node'))).toBe(false);
    expect((await inside('storedeck', 'version')).stdout).toBe(`storedeck ${version}\n`);
    expect((await inside('storedeck', 'status', '--demo=calm')).stdout).toMatch(/^HEALTH_OK/);
    await inside('dpkg', '--remove', 'storedeck');
    expect(existsSync(join(bare, 'usr/bin/storedeck'))).toBe(false);
    expect(existsSync(join(bare, 'usr/lib/storedeck'))).toBe(false);
  });

  test('the archive runs from wherever it is unpacked', async () => {
    const archive = join(packages, `storedeck-${version}-linux-${process.arch}.tar.xz`);
    await run('tar', ['-C', join(bare, 'opt'), '-xJf', archive]);
    const { stdout } = await inside(`/opt/storedeck-${version}/bin/storedeck`, 'status', '--demo=calm');
    expect(stdout).toMatch(/^HEALTH_OK/);
  });
});

describe('the packages', () => {
  const documents = join(packages, `storedeck-${version}`, 'share', 'doc', 'storedeck');

  test('have the checksums that stand beside them', async () => {
    await run('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: packages });
  });

  test('name all that is inside, with its licence', () => {
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

  test('bring a manual page, completions and an example of the configuration', async () => {
    const share = join(packages, `storedeck-${version}`, 'share');
    expect(readFileSync(join(share, 'man/man1/storedeck.1'), 'utf8')).toMatch(/^\.TH STOREDECK 1/);
    const completion = join(share, 'bash-completion/completions/storedeck');
    await run('bash', ['-n', completion]);
    expect(readFileSync(join(documents, 'examples/config.toml'), 'utf8')).toMatch(/\[contexts\./);
  });
});

test('npm installs the packed program without a network', async () => {
  const { stdout } = await run('npm', ['pack', '--pack-destination', scratch], { cwd: root });
  const tarball = join(scratch, stdout.trim().split('\n').at(-1)!);
  const prefix = join(scratch, 'global');
  const options = ['--offline', '--no-audit', '--no-fund', '--engine-strict=false'];
  await run('npm', ['install', '--global', '--prefix', prefix, ...options, tarball]);
  const { stdout: said } = await run(process.execPath, [join(prefix, 'bin', 'storedeck'), 'version']);
  expect(said).toBe(`storedeck ${version}\n`);
}, 300_000);

import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import lock from '../../package-lock.json' with { type: 'json' };
import { complete, gaps, inOrder, type Packages } from '../../scripts/lock/complete.mjs';
import { platformIn } from '../../scripts/lock/platform.mjs';
import { withChecksums } from '../../scripts/lock/registry.mjs';

const packages: Packages = lock.packages;

test('package-lock.json lists every optional package that one of its packages names', () => {
  expect(gaps(packages)).toEqual([]);
});

test('npm ci accepts package-lock.json for each platform', { timeout: 120_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'storedeck-lock-'));
  try {
    for (const name of ['package.json', 'package-lock.json', '.npmrc']) {
      copyFileSync(new URL(`../../${name}`, import.meta.url), join(folder, name));
    }
    const machines = [[], ['--os=darwin', '--cpu=arm64'], ['--os=linux', '--cpu=arm64']];
    for (const machine of machines) {
      // Offline and with an empty cache, the lock file alone must be sufficient.
      const options = [
        '--dry-run',
        '--offline',
        '--include=dev',
        `--cache=${join(folder, 'cache')}`,
        ...machine,
      ];
      const { stdout } = await promisify(execFile)('npm', ['ci', ...options], { cwd: folder });
      expect(stdout).toMatch(/added \d+ packages/);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('the name of a binary package gives the platform that the package declares', () => {
  const declared = Object.entries(packages)
    .filter(([, entry]) => entry.integrity !== undefined && 'cpu' in entry)
    .map(([place, { os, cpu, libc }]) => [
      place.slice(place.lastIndexOf('node_modules/') + 13),
      { os, cpu, libc },
    ]);
  expect(declared.length).toBeGreaterThan(50);
  for (const [name, platform] of declared as [string, object][]) {
    expect({ name, ...platformIn(name) }).toEqual(JSON.parse(JSON.stringify({ name, ...platform })));
  }
});

test('a missing binary package is added beside the package that names it, with its platform', () => {
  const whole = complete({
    '': {},
    'node_modules/oxlint': {
      version: '1.2.3',
      dev: true,
      optionalDependencies: { '@o/darwin-arm64': '1.2.3' },
    },
  });
  expect(whole['node_modules/@o/darwin-arm64']).toEqual({
    version: '1.2.3',
    cpu: ['arm64'],
    dev: true,
    optional: true,
    os: ['darwin'],
  });
});

test('each of two versions of a package finds its own binaries', () => {
  const roll = (version: string) => ({ version, optionalDependencies: { 'b-linux-x64-gnu': version } });
  const two = {
    '': {},
    'node_modules/rolldown': roll('2.0.0'),
    'node_modules/vite': { version: '9.0.0' },
    'node_modules/vite/node_modules/rolldown': roll('1.0.0'),
  };
  const hoisted = complete(two);
  expect(hoisted['node_modules/b-linux-x64-gnu']?.version).toBe('2.0.0');
  expect(hoisted['node_modules/vite/node_modules/b-linux-x64-gnu']?.version).toBe('1.0.0');

  const taken = complete({ ...two, 'node_modules/b-linux-x64-gnu': { version: '1.0.0', optional: true } });
  expect(taken['node_modules/b-linux-x64-gnu']?.version).toBe('1.0.0');
  expect(taken['node_modules/rolldown/node_modules/b-linux-x64-gnu']?.version).toBe('2.0.0');
});

test('binaries of a version that is no longer wanted are replaced', () => {
  const whole = complete({
    '': {},
    'node_modules/a': { version: '2.0.0', optionalDependencies: { 'a-win32-x64': '2.0.0' } },
    'node_modules/a-win32-x64': { version: '1.0.0', optional: true, integrity: 'sha512-old' },
  });
  expect(Object.keys(whole)).toEqual(['', 'node_modules/a', 'node_modules/a-win32-x64']);
  expect(whole['node_modules/a-win32-x64']).toMatchObject({ version: '2.0.0', cpu: ['x64'] });
  expect(whole['node_modules/a-win32-x64']).not.toHaveProperty('integrity');
});

test('a complete lock file stays as it is, and a version range is refused by name', () => {
  expect(complete(packages)).toBe(packages);
  const ranged = { 'node_modules/vite': { version: '9.0.0', optionalDependencies: { fsevents: '~2.3.3' } } };
  expect(() => complete(ranged)).toThrow(/vite wants fsevents ~2\.3\.3/);
});

test('an entry of the lock file has its fields in the order of npm', () => {
  for (const entry of Object.values(packages).filter(({ optional }) => optional)) {
    expect(JSON.stringify(inOrder(entry))).toBe(JSON.stringify(entry));
  }
});

test('checksums come from a registry that has the package', async () => {
  const open = {
    'node_modules/a/node_modules/@b/linux-x64': { version: '1.0.0', optional: true },
    'node_modules/c-linux-x64': { version: '2.0.0', optional: true },
    'node_modules/d-linux-x64': { version: '3.0.0', optional: true, integrity: 'sha512-d' },
  };
  const asked: string[] = [];
  const result = await withChecksums(open, async (name, version) => {
    asked.push(`${name}@${version}`);
    return name.startsWith('@b/') ? { dist: { integrity: 'sha512-b' }, license: 'MIT' } : undefined;
  });
  expect(asked).toEqual(['@b/linux-x64@1.0.0', 'c-linux-x64@2.0.0']);
  expect(result.packages['node_modules/a/node_modules/@b/linux-x64']).toEqual({
    version: '1.0.0',
    integrity: 'sha512-b',
    license: 'MIT',
    optional: true,
  });
  expect(result).toMatchObject({ without: 1, refused: undefined });
});

test('a registry that cannot be reached is not asked again, and no entry is lost', async () => {
  const open = Object.fromEntries(
    Array.from({ length: 20 }, (_, at) => [`node_modules/p${at}-x64`, { version: '1.0.0', optional: true }]),
  );
  let asked = 0;
  const result = await withChecksums(open, async () => {
    asked += 1;
    throw new Error('no network');
  });
  expect(asked).toBeLessThan(5);
  expect(result).toEqual({ packages: open, without: 20, refused: 'no network' });
});

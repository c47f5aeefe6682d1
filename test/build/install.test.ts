import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { missingPackages } from '../../scripts/lib/install.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'storedeck-install-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const lock = (packages: object) =>
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages }));
const installed = (packages: object) => {
  mkdirSync(join(folder, 'node_modules'));
  writeFileSync(join(folder, 'node_modules', '.package-lock.json'), JSON.stringify({ packages }));
};

test('in a fresh clone every package is missing', () => {
  lock({ '': {}, 'node_modules/ink': { version: '8.0.0' }, 'node_modules/react': { version: '19.3.1' } });
  expect(missingPackages(folder)).toEqual(['node_modules/ink', 'node_modules/react']);
});

test('a package of another version is missing, and one of the listed version is not', () => {
  lock({ '': {}, 'node_modules/ink': { version: '8.0.1' }, 'node_modules/react': { version: '19.3.1' } });
  installed({ 'node_modules/ink': { version: '8.0.0' }, 'node_modules/react': { version: '19.3.1' } });
  expect(missingPackages(folder)).toEqual(['node_modules/ink']);
});

test('a package for other machines only is not missing', () => {
  lock({ '': {}, 'node_modules/@esbuild/aix-ppc64': { version: '0.28.2', optional: true } });
  installed({});
  expect(missingPackages(folder)).toEqual([]);
});

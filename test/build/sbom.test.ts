import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../scripts/lib/project.mjs';
import { packagesIn } from '../../scripts/package/contents.mjs';
import { billOfMaterials } from '../../scripts/package/sbom.mjs';

test('a bill of materials is reproducible and names each library once', () => {
  const react = 'node_modules/react/index.js';
  const packages = packagesIn([react, react, 'node_modules/ink/build/index.js']);
  expect(packages.map(({ name }) => name)).toEqual(['ink', 'react']);
  const bill = () => billOfMaterials({ version: '1.2.3', nodeVersion: '24.0.0', packages });
  expect(bill()).toBe(bill());
});

test('a library that is installed twice in the same version is listed once', () => {
  const folders = globSync('node_modules/**/ansi-styles/package.json', { cwd: root });
  const versions = folders.map((path) => {
    const { version } = JSON.parse(readFileSync(join(root, path), 'utf8')) as { version: string };
    return version;
  });
  expect(
    packagesIn(folders)
      .map(({ version }) => version)
      .toSorted(),
  ).toEqual([...new Set(versions)].toSorted());
});

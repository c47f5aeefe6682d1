import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const inFolder = (folder: string) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name));

const pages = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  ...inFolder('docs'),
  ...inFolder('docs/decisions'),
];

test.each(pages)('every picture shown in %s exists', (page) => {
  const text = readFileSync(join(root, page), 'utf8');
  const shown = [...text.matchAll(/\]\(([\w./-]+\.svg)\)/g)].map(([, path]) => join(dirname(page), path!));
  expect(shown.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test.each(pages)('every file named in %s exists', (page) => {
  const text = readFileSync(join(root, page), 'utf8');
  const named = [...text.matchAll(/`((?:src|test|scripts|bench|docs)\/[\w./-]+)`/g)].map(([, path]) => path!);
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

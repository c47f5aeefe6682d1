import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { edit, type Patch } from '../../scripts/build/patch.mjs';
import { patches } from '../../scripts/build/patches.mjs';
import { root } from '../../scripts/lib/project.mjs';

const libraryFiles = globSync(
  'node_modules/{ink,ink-table,string-width,widest-line,yoga-layout,@alcalzone/ansi-tokenize}/{index.js,build/*.js,dist/*.js,dist/*/*.js}',
  { cwd: root },
).map((path) => join(root, path));

const patched = patches.flatMap((patch: Patch) =>
  libraryFiles
    .filter((path) => patch.file.test(path))
    .map((path) => ({ patch, path, name: `${patch.name} of ${path.slice(root.length)}` })),
);

test('each patch finds exactly one file of the installed libraries', () => {
  expect(patched.map(({ patch }) => patch)).toEqual(patches);
});

test.each(patched)('the patch $name changes the installed library', ({ patch, path }) => {
  const source = readFileSync(path, 'utf8');
  expect(patch.apply(source)).not.toBe(source);
});

test.each(patched)('the patch $name stops the build if the library has changed', ({ patch, path }) => {
  const changed = readFileSync(path, 'utf8')
    .replaceAll('new OutputCaches()', 'new Caches()')
    .replaceAll("process.env['DEV']", 'process.env.DEV')
    .replaceAll('await loadYoga()', 'await load()')
    .replaceAll('instantiateWasm', 'instantiate')
    .replaceAll('fullWidth: false', 'wide: false')
    .replaceAll('[...codes]', 'codes.slice()')
    .replaceAll('export default sanitizeAnsi', 'export { sanitizeAnsi }')
    .replaceAll('function widestLine', 'const widestLine = function')
    .replaceAll('rgiEmojiRegex', 'emojiRegex')
    .replaceAll('require("ink")', 'await import("ink")');
  expect(() => patch.apply(changed)).toThrow(
    new RegExp(
      `build patch "${patch.name}": .*The library has changed: read scripts/build/patches/${patch.name}`,
    ),
  );
});

test('a patch whose text occurs twice in the source is refused, not applied to the first', () => {
  expect(() => edit('a = 1; a = 1;', 'example', [{ find: 'a = 1', replace: 'a = 2' }])).toThrow(
    'found it 2 times',
  );
});

test('the replacement of a patch is inserted literally', () => {
  expect(edit('one two', 'example', [{ find: 'two', replace: '$& $1' }])).toBe('one $& $1');
});

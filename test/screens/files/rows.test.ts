import { expect, test } from 'vitest';
import { parentOf, joinPath, lastName, remotePath } from '../../../src/screens/files/paths.ts';
import { bitsOf, modeText } from '../../../src/screens/files/rows.ts';
import { remoteRows } from '../../../src/screens/files/rows.ts';

test.each([
  [755, 'rwxr-xr-x'],
  [644, 'rw-r--r--'],
  [1777, 'rwxrwxrwt'],
  [4755, 'rwsr-xr-x'],
  [2644, 'rw-r-Sr--'],
  // Some servers send all bits of the mode as a decimal number.
  [0o100_644, 'rw-r--r--'],
])('the file mode %i is shown as %s', (mode, text) => {
  expect(modeText(bitsOf(mode))).toBe(text);
});

test.each([
  ['/', undefined],
  ['/a', '/'],
  ['/a/b', '/a'],
  ['/a/b/', '/a'],
])('the parent directory of %s is %s', (path, parent) => {
  expect(parentOf(path)).toBe(parent);
});

test('paths are joined and split', () => {
  expect(joinPath('/', 'a')).toBe('/a');
  expect(joinPath('/a', 'b')).toBe('/a/b');
  expect(lastName('/a/b/')).toBe('b');
  expect(['a/b', '/a//b/', '/', '', undefined].map(remotePath)).toEqual(['/a/b', '/a/b', '/', '/', '/']);
});

test('directories are listed first with the size of their content', () => {
  const rows = remoteRows(
    '/x',
    [
      { path: 'b10', type: 'FILE', size: 5 },
      { path: 'b9', type: 'FILE', size: 4 },
      { path: 'z', type: 'DIR', size: 4096, dirBytes: 7 },
    ],
    new Set(['b9']),
  );
  expect(rows.map(({ name, path, size, marked }) => [name, path, size, marked])).toEqual([
    ['z', '/x/z', 7, false],
    ['b9', '/x/b9', 4, true],
    ['b10', '/x/b10', 5, false],
  ]);
});

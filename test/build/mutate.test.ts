import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { describeMutant, hasLogic, mutantsOf, mutated } from '../../scripts/mutate/mutants.mjs';
import { nearTests } from '../../scripts/mutate/near.mjs';

const changesOf = (source: string, path = 'a.ts') =>
  mutantsOf(path, source).map((mutant) => mutated(source, mutant));

describe('mutants of a source', () => {
  test.each([
    ['if (a < b) f();', ['if (!(a < b)) f();', 'if (a <= b) f();', 'if (a < b) {}']],
    ['const x = a && b;', ['const x = a || b;']],
    ['const x = a ?? [1];', ['const x = a && [1];', 'const x = a ?? [];', 'const x = a ?? [2];']],
    ['const x = a ? b : c;', ['const x = !(a) ? b : c;']],
    ['const x = list.filter(f).map(g);', ['const x = list.map(g);']],
    ['const x = `${a} of`;', ["const x = '';"]],
    ['const x = { on: true };', ['const x = { on: false };']],
    ['x -= 1;', ['{}', 'x += 1;', 'x -= 2;']],
    ['const x = 300;', ['const x = 0;']],
    ["const x = 'osd';", ["const x = '';"]],
  ])('the mutants of the source are listed: %s', (source, changes) =>
    expect(changesOf(source)).toEqual(changes),
  );

  test.each([
    "import a from 'b';",
    "export { a } from 'b';",
    "type A = 'b' | 3;",
    "interface A { readonly b: 'c' }",
    'super(a);',
    "'use strict';",
    'const x = y;',
    "const x = 'No OSD is down';",
    "const x = { help: 'Out' };",
    'const x = { width: 9, priority: 2 };',
  ])('code without behaviour has no mutants: %s', (source) => expect(changesOf(source)).toEqual([]));

  test('mutants are found behind types and in JSX, and described with their line', () => {
    const source = 'const a: number = 1;\nconst B = () => <C show={x > 2} />;\n';
    expect(mutantsOf('a.tsx', source).map((mutant) => describeMutant(source, mutant))).toEqual([
      '1: number plus one: 1',
      '2: > made >=: >',
      '2: number plus one: 2',
    ]);
  });

  test('mutants are placed correctly after characters outside of ASCII', () => {
    expect(changesOf('/* é😀 */ f();')).toEqual(['/* é😀 */ {}']);
  });
});

test.each([
  ['export const a = 1;', false],
  ['export interface A { b(): void; c: () => void }', false],
  ['/** a => b */\nexport const a = [1];', false],
  ['export const a = () => 1;', true],
  ['export class A {}', true],
])('the source %j has logic to test: %s', (source, expected) =>
  expect(hasLogic('a.ts', source)).toBe(expected),
);

/** The tests near the sources of a project with these files. */
function project(files: Readonly<Record<string, string>>) {
  const root = mkdtempSync(join(tmpdir(), 'storedeck-test-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return nearTests(root);
}

describe('tests near a source file', () => {
  test('a test is near a source file that it imports, directly or by a helper, and the one of the same name comes first', () => {
    const near = project({
      'src/a/one.ts': '',
      'test/helper.ts': "export { one } from '../src/a/one.ts';",
      'test/other.test.ts': "import { one } from './helper.ts';",
      'test/a/one.test.ts':
        "import { one } from '../../src/a/one.ts';\nimport { big } from '../../src/a/big.ts';",
      'src/a/big.ts': "import { x } from './x.ts';\nimport { y } from './y.ts';",
      'src/a/x.ts': '',
      'src/a/y.ts': '',
    });
    expect(near.get('src/a/one.ts')).toEqual(['test/a/one.test.ts', 'test/other.test.ts']);
  });

  test('a test is near a source file if it imports another of the same folder that needs it, but not of another folder', () => {
    const near = project({
      'src/a/index.ts': "import { part } from './part.ts';",
      'src/a/part.ts': "import { far } from '../b/far.ts';",
      'src/b/far.ts': '',
      'test/some.test.ts': "import { index } from '../src/a/index.ts';",
    });
    expect(near.get('src/a/part.ts')).toEqual(['test/some.test.ts']);
    expect(near.get('src/b/far.ts')).toEqual([]);
  });

  test('a test in the matching folder is near a source file that it reaches', () => {
    const near = project({
      'src/main.ts': "import { part } from './b/part.ts';",
      'src/b/part.ts': '',
      'src/b/unused.ts': '',
      'test/b/some.test.ts': "import { main } from '../../src/main.ts';",
    });
    expect(near.get('src/b/part.ts')).toEqual(['test/b/some.test.ts']);
    expect(near.get('src/b/unused.ts')).toEqual([]);
  });

  test('a test is not near a source file if it imports only its types or runs the whole program', () => {
    const near = project({
      'src/a.ts': '',
      'test/types.test.ts': "import type { A } from '../src/a.ts';",
      'test/scenarios/whole.test.ts': "import { a } from '../../src/a.ts';",
    });
    expect(near.get('src/a.ts')).toEqual([]);
  });
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { describeMutant, hasLogic, mutantsOf, mutated } from '../../scripts/mutate/mutants.mjs';
import { testsOfFiles } from '../../scripts/mutate/near.mjs';
import { withNotes } from '../../scripts/mutate/reach.mjs';

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

describe('notes of the reached places', () => {
  const NOTE = 'globalThis.storedeckReached?.add(7)';
  /** The source with a note of its part between the angle brackets. */
  const noted = (marked: string) => {
    const [start, end] = [marked.indexOf('«'), marked.indexOf('»') - 1];
    return withNotes('a.ts', marked.replaceAll(/[«»]/g, ''), [{ start, end, number: 7 }]);
  };

  test.each([
    ['function f() { return «1»; }', `function f() {${NOTE}; return 1; }`],
    ['const f = (a) => «a + 1»;', `const f = (a) => (${NOTE}, a + 1);`],
    ['const f = () => ({ a: «1» });', `const f = () => (${NOTE}, ({ a: 1 }));`],
    ['const f = () => () => «1»;', `const f = () => () => (${NOTE}, 1);`],
    ['class A { f() { if («a») b(); } }', `class A { f() {${NOTE}; if (a) b(); } }`],
  ])('a place is noted in the innermost function around it: %s', (marked, text) =>
    expect(noted(marked)).toEqual({ text, noted: new Set([7]) }),
  );

  test.each(['const a = «1»;', 'const f = (a = «1») => a;'])(
    'a place outside of the body of a function is not noted: %s',
    (marked) => expect(noted(marked)).toEqual({ text: marked.replaceAll(/[«»]/g, ''), noted: new Set() }),
  );
});

/** The tests near the sources of a project with these files. */
function project(files: Readonly<Record<string, string>>) {
  const root = mkdtempSync(join(tmpdir(), 'storedeck-test-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return testsOfFiles(root);
}

describe('tests of a source file', () => {
  test('a test is near a source file that it imports, directly or by a helper, and the one of the same name comes first', () => {
    const tests = project({
      'src/a/one.ts': '',
      'test/helper.ts': "export { one } from '../src/a/one.ts';",
      'test/other.test.ts': "import { one } from './helper.ts';",
      'test/a/one.test.ts':
        "import { one } from '../../src/a/one.ts';\nimport { big } from '../../src/a/big.ts';",
      'src/a/big.ts': "import { x } from './x.ts';\nimport { y } from './y.ts';",
      'src/a/x.ts': '',
      'src/a/y.ts': '',
    });
    expect(tests.get('src/a/one.ts')?.near).toEqual(['test/a/one.test.ts', 'test/other.test.ts']);
  });

  test('a test is near a source file if it imports another of the same folder that needs it, and a further one of those in other folders', () => {
    const tests = project({
      'src/a/index.ts': "import { part } from './part.ts';",
      'src/a/part.ts': "import { far } from '../b/far.ts';",
      'src/b/far.ts': '',
      'test/some.test.ts': "import { index } from '../src/a/index.ts';",
    });
    expect(tests.get('src/a/part.ts')?.near).toEqual(['test/some.test.ts']);
    expect(tests.get('src/b/far.ts')).toEqual({ near: [], further: ['test/some.test.ts'] });
  });

  test('a test in the matching folder is near a source file that it reaches', () => {
    const tests = project({
      'src/main.ts': "import { part } from './b/part.ts';",
      'src/b/part.ts': '',
      'src/b/unused.ts': '',
      'test/b/some.test.ts': "import { main } from '../../src/main.ts';",
    });
    expect(tests.get('src/b/part.ts')?.near).toEqual(['test/b/some.test.ts']);
    expect(tests.get('src/b/unused.ts')).toEqual({ near: [], further: [] });
  });

  test('a test does not reach a source file if it imports only its types or runs the whole program', () => {
    const tests = project({
      'src/a.ts': '',
      'test/types.test.ts': "import type { A } from '../src/a.ts';",
      'test/scenarios/whole.test.ts': "import { a } from '../../src/a.ts';",
    });
    expect(tests.get('src/a.ts')).toEqual({ near: [], further: [] });
  });
});

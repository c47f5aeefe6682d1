import { expect, test } from 'vitest';
import { jsonLines, valueAt } from '../../src/widgets/jsonLines.ts';
import { ascii, mono, plain } from './looks.ts';

const document = { id: 12, 'a/b~': { name: 'osd.12', tags: ['x', null, true], none: {}, empty: [] } };
const nothing = () => false;

test('a JSON document is shown as indented lines with their paths', () => {
  expect(jsonLines(document, nothing, plain)).toEqual([
    { path: '', text: '{', fold: 'open' },
    { path: '/id', text: '  "id": 12,' },
    { path: '/a~1b~0', text: '  "a/b~": {', fold: 'open' },
    { path: '/a~1b~0/name', text: '    "name": "osd.12",' },
    { path: '/a~1b~0/tags', text: '    "tags": [', fold: 'open' },
    { path: '/a~1b~0/tags/0', text: '      "x",' },
    { path: '/a~1b~0/tags/1', text: '      null,' },
    { path: '/a~1b~0/tags/2', text: '      true' },
    { path: '/a~1b~0/tags', text: '    ],' },
    { path: '/a~1b~0/none', text: '    "none": {},' },
    { path: '/a~1b~0/empty', text: '    "empty": []' },
    { path: '/a~1b~0', text: '  }' },
    { path: '', text: '}' },
  ]);
});

test('the path of each JSON line leads to its value', () => {
  for (const { path } of jsonLines(document, nothing, plain)) expect(valueAt(document, path)).toBeDefined();
  expect(valueAt(document, '/a~1b~0/tags/2')).toBe(true);
  expect(valueAt(document, '')).toBe(document);
});

test('a JSON path that continues below a text or null ends there', () => {
  expect(valueAt({ secret: '****' }, '/secret/a/b')).toBe('****');
  expect(valueAt({ a: null }, '/a/b')).toBeNull();
});

test('the JSON lines parse back to the document while nothing is folded', () => {
  const text = jsonLines(document, nothing, plain).map((line) => line.text);
  expect(JSON.parse(text.join('\n'))).toEqual(document);
});

test('a folded part of a JSON document says how much it holds', () => {
  const lines = jsonLines(document, (path, depth) => depth === 1 || path === '/id', ascii);
  expect(lines.map((line) => line.text)).toEqual(['{', '  "id": 12,', '  "a/b~": {~ 4 keys }', '}']);
  expect(jsonLines([1], () => true, plain)).toEqual([{ path: '', text: '[… 1 item ]', fold: 'closed' }]);
});

test('JSON lines escape every control character, in names too', () => {
  const [, line] = jsonLines({ 'k\u202e': '\u009b2J\x1b' }, nothing, mono);
  expect(line?.text).toBe('  \x1b[1m"k⍰"\x1b[22m: "⍰2J\\u001b"');
});

test('a JSON document with extreme nesting ends in a folded part', () => {
  const deep: unknown = JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`);
  expect(jsonLines(deep, nothing, plain).length).toBe(201);
});

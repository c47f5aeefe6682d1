import { expect, test } from 'vitest';
import { jsonLines, valueAt } from '../../src/widgets/jsonLines.ts';
import { ascii, mono, plain } from './looks.ts';

const document = { id: 12, 'a/b~': { name: 'osd.12', tags: ['x', null, true], none: {}, empty: [] } };
const nothing = () => false;

test('shows a document as indented lines with their paths', () => {
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

test('its paths lead to the values', () => {
  for (const { path } of jsonLines(document, nothing, plain)) expect(valueAt(document, path)).toBeDefined();
  expect(valueAt(document, '/a~1b~0/tags/2')).toBe(true);
  expect(valueAt(document, '')).toBe(document);
});

test('a path that leads on below a text ends there', () => {
  expect(valueAt({ secret: '****' }, '/secret/a/b')).toBe('****');
  expect(valueAt({ a: null }, '/a/b')).toBeNull();
});

test('reads back as the document while nothing is closed', () => {
  const text = jsonLines(document, nothing, plain).map((line) => line.text);
  expect(JSON.parse(text.join('\n'))).toEqual(document);
});

test('says what a closed part holds', () => {
  const lines = jsonLines(document, (path, depth) => depth === 1 || path === '/id', ascii);
  expect(lines.map((line) => line.text)).toEqual(['{', '  "id": 12,', '  "a/b~": {~ 4 keys }', '}']);
  expect(jsonLines([1], () => true, plain)).toEqual([{ path: '', text: '[… 1 item ]', fold: 'closed' }]);
});

test('makes every control visible, in names too', () => {
  const [, line] = jsonLines({ 'k\u202e': '\u009b2J\x1b' }, nothing, mono);
  expect(line?.text).toBe('  \x1b[1m"k⍰"\x1b[22m: "⍰2J\\u001b"');
});

test('a document of hostile depth ends in a closed part', () => {
  const deep: unknown = JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`);
  expect(jsonLines(deep, nothing, plain).length).toBe(201);
});

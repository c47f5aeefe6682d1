import { expect, test } from 'vitest';
import { createLook } from '../../../src/lib/look.ts';
import { paintedLine } from '../../../src/lib/textLine.ts';
import { fieldWords, valueLines, valueWords } from '../../../src/screens/description/valueLines.ts';
import { createViewStore } from '../../../src/store/session/view.ts';

const look = createLook({ depth: 'none', unicode: false, theme: 'plain' });
const cockpit = { look, view: createViewStore(0, { utc: true }) };

const shown = (value: object) => valueLines(cockpit, value).map((line) => paintedLine(look, line));

test.each([
  ['maxObjects', -1, 'no limit'],
  ['quota', -1, 'no limit'],
  ['offset', -1, '-1'],
  ['maxSizeKb', 10 * 1024 ** 2, '10.0 GiB'],
  ['usedBytes', 1536, '1.5 KiB'],
  ['readBytesPerSec', 2048, '2.0 KiB/s'],
  ['enabled', false, 'no'],
  ['email', '', '--'],
  ['size', 3, '3'],
])('the field %s with the value %j reads %s', (name, value, words) => {
  expect(valueWords(cockpit, name, value)).toBe(words);
});

test('the name of a field is split into words, without the unit that its value has', () => {
  expect(['maxSizeKb', 'readBytesPerSec', 'poolId', 'num_objects', 'size_kb'].map(fieldWords)).toEqual([
    'max size',
    'read per sec',
    'pool id',
    'num objects',
    'size',
  ]);
});

test('a nested value is shown as a tree with words as labels', () => {
  expect(shown({ enabled: false, limits: { maxSizeKb: -1 }, names: ['a', 'b'], none: [] })).toEqual([
    '  enabled  no',
    '  limits',
    '    max size  no limit',
    '  names',
    '    .  a',
    '    .  b',
    '  none',
    '    none',
  ]);
});

test('the items of a list have a sign of their own', () => {
  expect(shown([{ name: 'gw-1', ip: '10.0.0.1' }, { name: 'gw-2' }])).toEqual([
    '. name  gw-1',
    '  ip    10.0.0.1',
    '. name  gw-2',
  ]);
});

test('deep and long values are folded to a count', () => {
  const deep = { a: { b: { c: { d: 1, e: 2 } } } };
  expect(shown(deep).join('\n')).toContain('2 more');
  expect(shown(Array.from({ length: 80 }, (_, index) => index))).toHaveLength(51);
});

test('control characters of a nested value are escaped', () => {
  // oxlint-disable-next-line no-control-regex
  expect(shown({ 'a\x1b[2J': 'b\x07' }).join('')).not.toMatch(/[\x00-\x1F]/);
});

test('a list of very many items is folded like any other, whatever its length', () => {
  const lines = shown(Array.from({ length: 300_000 }, () => 1));
  expect(lines).toHaveLength(51);
  expect(lines.at(-1)).toContain('299950 more');
});

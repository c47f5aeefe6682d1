import { expect, test } from 'vitest';
import { createLook } from '../../../src/lib/look.ts';
import { factColumn, factLines, nameWidth, proseLines } from '../../../src/screens/description/factLines.ts';
import { plainText } from '../roleMap.ts';

const look = createLook({ depth: '16', unicode: true });
const plain = (lines: readonly string[]) => lines.map(plainText);
const FACTS = [
  ['id', '7'],
  ['state', 'up since monday'],
] as const;

test('the names of facts form a column as wide as the longest, or as other facts need', () => {
  expect(nameWidth(FACTS)).toBe(5);
  expect(nameWidth([])).toBe(0);
  expect(plain(factColumn(look, FACTS, 24))).toEqual([
    'id     7                ',
    'state  up since monday  ',
  ]);
  expect(plain(factColumn(look, FACTS, 24, 6))).toEqual([
    'id      7               ',
    'state   up since monday ',
  ]);
  expect(plain(factLines(look, FACTS, 26))).toEqual([
    ' id     7                ',
    ' state  up since monday  ',
  ]);
});

test('a value with ten columns beside its name is wrapped there, and one with fewer goes below its name', () => {
  expect(plain(factColumn(look, FACTS, 17))).toEqual([
    'id     7         ',
    'state  up since  ',
    '       monday    ',
  ]);
  expect(plain(factColumn(look, FACTS, 16))).toEqual([
    'id              ',
    '  7             ',
    'state           ',
    '  up since      ',
    '  monday        ',
  ]);
  expect(plain(factColumn(look, [['state', '0123456789']], 17))).toEqual(['state  0123456789']);
  expect(plain(factColumn(look, [['state', '0123456789 01']], 16))).toHaveLength(2);
  expect(plain(factColumn(look, [['state', '0123456789 012']], 16))).toHaveLength(2);
  expect(plain(factColumn(look, [['state', '0123456789 0123']], 16))).toHaveLength(3);
  expect(plain(factColumn(look, [['a', '12']], 2))).toEqual(['a ', ' …', ' …']);
});

test('the name of a fact is dim, beside its value and above it', () => {
  const dim = (name: string) => look.paint('dim', name);
  expect(factColumn(look, [['a', 'b']], 20)[0]).toContain(dim('a'));
  expect(factColumn(look, [['a', 'b']], 5)[0]).toContain(dim('a'));
});

test('prose is wrapped two columns before the edge, but not narrower than ten', () => {
  expect(proseLines('one two three four', 15)).toEqual([' one two three', ' four']);
  expect(proseLines('one two three four', 14)).toEqual([' one two', ' three four']);
  expect(proseLines('one two three four', 4)).toEqual([' one two', ' three four']);
});

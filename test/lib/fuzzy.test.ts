import { expect, test } from 'vitest';
import { fuzzyFind, fuzzyScore } from '../../src/lib/fuzzy.ts';

const find = (search: string, ...texts: string[]) => fuzzyFind(texts, search, (text) => text);

test('letters in their order are enough, in any case', () => {
  expect(find('S7', 'stor-07', 'stor-08')).toEqual(['stor-07']);
});

test('a whole word wins over its beginning, and that over letters strewn about', () => {
  expect(find('osd.1', 'osd.12', 'o s d . 1', 'osd.1', 'xosd.1')).toEqual([
    'osd.1',
    'osd.12',
    'xosd.1',
    'o s d . 1',
  ]);
});

test('every word must be found, in any order', () => {
  expect(find('rbd pool', 'pool rbd-ssd', 'pool s3')).toEqual(['pool rbd-ssd']);
});

test('without a search all stay in their order', () => {
  expect(find(' ', 'b', 'a')).toEqual(['b', 'a']);
});

test('what is not there has no score', () => {
  expect(fuzzyScore('abc', 'cb')).toBeUndefined();
});

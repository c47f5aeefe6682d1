import { expect, test } from 'vitest';
import { fuzzyFind, fuzzyScore } from '../../src/lib/fuzzy.ts';

const find = (search: string, ...texts: string[]) => fuzzyFind(texts, search, (text) => text);

test('a fuzzy search finds letters in their order and ignores case', () => {
  expect(find('S7', 'stor-07', 'stor-08')).toEqual(['stor-07']);
});

test('a fuzzy search ranks a whole word above the beginning of a word, and that above one inside a word', () => {
  expect(find('osd.1', 'osd.12', 'osd.1', 'xosd.1')).toEqual(['osd.1', 'osd.12', 'xosd.1']);
});

test('a fuzzy search finds scattered letters only if no text has the words', () => {
  const disks = ['stor-06 sda F1', 'stor-02 sdb 60', 'stor-10 sdc 06'];
  expect(find('stor-06', ...disks)).toEqual(['stor-06 sda F1']);
  expect(find('stor-06', ...disks.slice(1)).length).toBe(2);
  expect(find('06 sda', ...disks)).toEqual(['stor-06 sda F1']);
});

test('a fuzzy search requires every word, in any order', () => {
  expect(find('rbd pool', 'pool rbd-ssd', 'pool s3')).toEqual(['pool rbd-ssd']);
});

test('an empty fuzzy search keeps all items in their order', () => {
  expect(find(' ', 'b', 'a')).toEqual(['b', 'a']);
});

test('a text without the searched letters has no score', () => {
  expect(fuzzyScore('abc', 'cb')).toBeUndefined();
});

test('a fuzzy search ranks scattered letters by how close together they are, then by how early they begin', () => {
  expect(find('abc', 'a--b--c', '--a-b-c', 'a-b-c', '-a-b-c')).toEqual([
    'a-b-c',
    '-a-b-c',
    '--a-b-c',
    'a--b--c',
  ]);
  const spread = (gap: number) => fuzzyScore(`a${'-'.repeat(gap)}b`, 'ab')!;
  // The shorter of two texts is better by a hundredth per letter.
  expect(spread(2) - spread(3)).toBeCloseTo(4.01, 5);
  expect(fuzzyScore('a-b', 'ab')!).toBeLessThan(fuzzyScore(`${'-'.repeat(250)}ab`, 'ab')!);
});

test('a fuzzy search ranks a text by its match at the start of a word even if another word contains the letters', () => {
  expect(find('map', 'heatmap map', 'heatmap')).toEqual(['heatmap map', 'heatmap']);
  expect(fuzzyScore('xmap map map', 'map')).toBe(fuzzyScore('xmap map abc', 'map'));
});

test('a fuzzy search looks at the first 300 characters of a text', () => {
  expect(fuzzyScore(`${' '.repeat(297)}abc`, 'abc')).toBeDefined();
  expect(fuzzyScore(`${' '.repeat(298)}abc`, 'abc')).toBeUndefined();
});

test('a whole word scores more than its beginning, and a later match less than an early one', () => {
  const score = (text: string, search = 'osd') => fuzzyScore(text, search) ?? 0;
  // A hundredth less for each letter of the text.
  expect(score('osd') - score('osdx')).toBeCloseTo(250.01, 5);
  expect(score('osd') - score('xosd')).toBeCloseTo(501.01, 5);
  expect(score(' osd') - score('  osd')).toBeCloseTo(1.01, 5);
  expect(score('osd') - score('osd.')).toBeCloseTo(0.01, 5);
  expect(score('osd')).toBeCloseTo(1749.97, 5);
  // From the 200th letter on it does not matter where the match is.
  expect(score(`${' '.repeat(200)}osd`)).toBe(score(`${' '.repeat(250)}osd`));
  expect(score(`${' '.repeat(199)}osd`)).toBeGreaterThan(score(`${' '.repeat(200)}osd`));
});

test('letters that are far apart, or late, still score', () => {
  const score = (text: string) => fuzzyScore(text, 'ab') ?? 0;
  expect(score('a-b')).toBeCloseTo(400 - 4 - 0.03, 5);
  expect(score(`a${'-'.repeat(75)}b`)).toBeCloseTo(100 - 0.77, 5);
  expect(score(`a${'-'.repeat(200)}b`)).toBeCloseTo(100 - 1, 5);
  expect(score(`${'-'.repeat(90)}a-b`)).toBeCloseTo(400 - 90 - 4 - 0.93, 5);
  expect(score(`${'-'.repeat(120)}a-b`)).toBeCloseTo(400 - 90 - 4 - 1, 5);
});

test('capital letters and blanks around the words of a search do not matter', () => {
  expect(fuzzyScore('osd pool', '  OSD   Pool ')).toBe(fuzzyScore('OSD POOL', 'osd pool'));
});

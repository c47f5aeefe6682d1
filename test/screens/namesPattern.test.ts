import { expect, test } from 'vitest';
import { checkPattern } from '../../src/screens/health/links.ts';
import { filterWords, namesPattern } from '../../src/screens/namesPattern.ts';

const jump = namesPattern(['OSD_HOST_DOWN', 'stor-07', 'osd.30', 'a "b" [c]']);

test('a filter set by a jump is shown as the names that it finds, as many as fit', () => {
  expect(filterWords(jump, 80)).toBe('naming OSD_HOST_DOWN, stor-07, osd.30, a "b" [c]');
  expect(filterWords(jump, 32)).toBe('naming OSD_HOST_DOWN and 3 more');
  expect(filterWords(`name:${namesPattern(['osd.3'])}`, 40)).toBe('name osd.3');
});

test('a filter for the log lines about a check is shown as the code of the check', () => {
  const names = { buckets: ['rack1'], hosts: [], kernels: [], pools: ['a'], pgs: [], words: [] };
  const lines = checkPattern('OSD_DOWN', { ...names, daemons: ['osd.3', 'osd.4'] });
  expect(filterWords(lines, 40)).toBe('about OSD_DOWN');
  expect(filterWords(checkPattern('PG_DAMAGED', { ...names, daemons: [], pgs: ['2.a'] }), 40)).toBe(
    'about PG_DAMAGED',
  );
  expect(filterWords(`${lines}x`, 999)).toBe(`/${lines}x`);
});

test.each([
  'osd.3',
  String.raw`\b(osd.3)\b`,
  String.raw`\b(a+|b)\b`,
  String.raw`x\b(osd\.3)\b`,
  String.raw`\b(a\b)\b`,
  String.raw`\b(|)\b`,
])('a filter that was typed is shown unchanged: %s', (typed) => {
  expect(filterWords(typed, 80)).toBe(`/${typed}`);
});

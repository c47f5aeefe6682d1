import { expect, test } from 'vitest';
import { filterWords, namesPattern } from '../../src/screens/namesPattern.ts';

const jump = namesPattern(['OSD_HOST_DOWN', 'stor-07', 'osd.30', 'a "b" [c]']);

test('a filter that a jump made is told as the names that it finds, as many as have room', () => {
  expect(filterWords(jump, 80)).toBe('naming OSD_HOST_DOWN, stor-07, osd.30, a "b" [c]');
  expect(filterWords(jump, 32)).toBe('naming OSD_HOST_DOWN and 3 more');
  expect(filterWords(`name:${namesPattern(['osd.3'])}`, 40)).toBe('name osd.3');
});

test.each(['osd.3', String.raw`\b(osd.3)\b`, String.raw`\b(a+|b)\b`, String.raw`x\b(osd\.3)\b`])(
  'a filter that was typed is told as it is: %s',
  (typed) => {
    expect(filterWords(typed, 80)).toBe(`/${typed}`);
  },
);

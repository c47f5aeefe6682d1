import { expect, test } from 'vitest';
import { LogBuffer } from '../../src/store/logBuffer.ts';
import { logBuckets, nextSpan } from '../../src/store/logHistogram.ts';

function held(...events: { t?: number; p?: number }[]) {
  const buffer = new LogBuffer(100);
  for (const [index, event] of events.entries()) buffer.append({ m: `line ${index}`, ...event });
  const lines = buffer.lines();
  return { lines, numbers: Array.from({ length: lines.end }, (_, number) => number) };
}

test('lines are counted where their time falls, by how grave they are', () => {
  const { lines, numbers } = held(
    { t: 10, p: 6 },
    { t: 14, p: 4 },
    { t: 15, p: 3 },
    { t: 19.5, p: 0 },
    { p: 1 },
  );
  expect(logBuckets(lines, numbers, { to: 20, span: 10, count: 2 })).toEqual([
    { errors: 0, warnings: 1, others: 1 },
    { errors: 2, warnings: 0, others: 0 },
  ]);
});

test('what is older or newer than the time is left out', () => {
  const { lines, numbers } = held({ t: 1 }, { t: 15 }, { t: 99 });
  const [only] = logBuckets(lines, numbers, { to: 20, span: 10, count: 1 });
  expect(only).toEqual({ errors: 0, warnings: 0, others: 1 });
});

test('zooming stops at the shortest and the longest span', () => {
  expect(nextSpan(3600, -1)).toBe(1800);
  expect(nextSpan(60, -1)).toBe(60);
  expect(nextSpan(604_800, 1)).toBe(604_800);
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LogEvent } from '../../src/api/contract/logs.ts';
import { LogBuffer } from '../../src/store/logBuffer.ts';

const line = (t: number): LogEvent => ({ c: `c${t}`, t, m: `line ${t}` });
const held = (buffer: LogBuffer) => {
  const { first, end, at } = buffer.lines();
  return Array.from({ length: end - first }, (_, index) => at(first + index)?.t);
};

test('numbers the lines, keeps the newest and counts those it pushed out', () => {
  const buffer = new LogBuffer(3);
  for (const t of [1, 2, 3, 4, 5]) buffer.append(line(t));
  expect(buffer.dropped).toBe(2);
  const lines = buffer.lines();
  expect(lines).toMatchObject({ first: 2, end: 5 });
  expect(lines.at(1)).toBeUndefined();
  expect(lines.at(2)?.t).toBe(3);
  expect(lines.at(5)).toBeUndefined();
});

test('a line keeps its number while others are pushed out', () => {
  const buffer = new LogBuffer(2);
  buffer.append(line(1));
  buffer.append(line(2));
  const before = buffer.lines();
  buffer.append(line(3));
  expect(before.at(1)?.t).toBe(2);
  expect(before.at(0)).toBeUndefined();
});

test('clearing forgets the lines, and numbers go on', () => {
  const buffer = new LogBuffer(5);
  buffer.append(line(1));
  buffer.clear();
  buffer.append(line(2));
  expect(buffer.lines()).toMatchObject({ first: 1, end: 2 });
  expect(buffer.dropped).toBe(0);
});

describe('merging', () => {
  test('puts older lines where their time belongs, and begins a new epoch', () => {
    const buffer = new LogBuffer(10);
    for (const t of [2, 4, 6]) buffer.append(line(t));
    expect(buffer.merge([line(1), line(4), line(5)])).toBe(2);
    expect(held(buffer)).toEqual([1, 2, 4, 5, 6]);
    expect(buffer.lines().epoch).toBe(1);
  });

  test('of newer lines only appends them', () => {
    const buffer = new LogBuffer(10);
    buffer.append(line(1));
    buffer.merge([line(1), line(2)]);
    expect(held(buffer)).toEqual([1, 2]);
    expect(buffer.lines()).toMatchObject({ epoch: 0, first: 0 });
  });

  test('keeps lines without a cursor apart by what they say', () => {
    const buffer = new LogBuffer(10);
    buffer.merge([
      { t: 1, m: 'a' },
      { t: 1, m: 'b' },
    ]);
    expect(
      buffer.merge([
        { t: 1, m: 'a' },
        { t: 1, m: 'a', h: 2 },
      ]),
    ).toBe(1);
  });

  test('holds every line once, in order of time, the newest if there is not room for all', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.nat(50)),
        fc.uniqueArray(fc.nat(50)),
        fc.integer({ min: 1, max: 40 }),
        (a, b, capacity) => {
          const buffer = new LogBuffer(capacity);
          for (const t of a.sort((x, y) => x - y)) buffer.append(line(t));
          buffer.merge(b.sort((x, y) => x - y).map(line));
          const first = a.slice(-capacity);
          const all = [...new Set([...first, ...b])].sort((x, y) => x - y);
          expect(held(buffer)).toEqual(all.slice(-capacity));
        },
      ),
    );
  });
});

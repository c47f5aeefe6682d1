import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LogEvent } from '../../../src/api/contract/logs.ts';
import { LogBuffer } from '../../../src/store/log/buffer.ts';
import { lineKey } from '../../../src/store/log/merge.ts';
import { anyText } from '../../support/anyText.ts';

const line = (t: number): LogEvent => ({ c: `c${t}`, t, m: `line ${t}` });
const held = (buffer: LogBuffer) => {
  const { first, end, at } = buffer.lines();
  return Array.from({ length: end - first }, (_, index) => at(first + index)?.t);
};

test('the log buffer numbers the lines, keeps the newest and counts the dropped ones', () => {
  const buffer = new LogBuffer(3);
  for (const t of [1, 2, 3, 4, 5]) buffer.append(line(t));
  expect(buffer.dropped).toBe(2);
  const lines = buffer.lines();
  expect(lines).toMatchObject({ first: 2, end: 5 });
  expect(lines.at(1)).toBeUndefined();
  expect(lines.at(2)?.t).toBe(3);
  expect(lines.at(5)).toBeUndefined();
});

test('a line of the log keeps its number while others are dropped', () => {
  const buffer = new LogBuffer(2);
  buffer.append(line(1));
  buffer.append(line(2));
  const before = buffer.lines();
  buffer.append(line(3));
  expect(before.at(1)?.t).toBe(2);
  expect(before.at(0)).toBeUndefined();
});

test('a cleared log buffer is empty and its numbers continue', () => {
  const buffer = new LogBuffer(5);
  buffer.append(line(1));
  buffer.clear();
  buffer.append(line(2));
  expect(buffer.lines()).toMatchObject({ first: 1, end: 2 });
  expect(buffer.dropped).toBe(0);
});

describe('merge of log lines', () => {
  test('a merge inserts older lines by their time and begins a new epoch', () => {
    const buffer = new LogBuffer(10);
    for (const t of [2, 4, 6]) buffer.append(line(t));
    expect(buffer.merge([line(1), line(4), line(5)])).toEqual({ added: 2, rest: [] });
    expect(held(buffer)).toEqual([1, 2, 4, 5, 6]);
    expect(buffer.lines().epoch).toBe(1);
  });

  test('a merge of newer lines only appends them', () => {
    const buffer = new LogBuffer(10);
    buffer.append(line(1));
    buffer.merge([line(1), line(2)]);
    expect(held(buffer)).toEqual([1, 2]);
    expect(buffer.lines()).toMatchObject({ epoch: 0, first: 0 });
  });

  test('a merge distinguishes lines without a cursor by their text', () => {
    const buffer = new LogBuffer(10);
    buffer.merge([
      { t: 1, m: 'a' },
      { t: 1, m: 'b' },
    ]);
    const again = [
      { t: 1, m: 'a' },
      { t: 1, m: 'a', h: 2 },
    ];
    expect(buffer.merge(again).added).toBe(1);
  });

  test('the log buffer gives the present number of a line, even after several merges', () => {
    const values = fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 60 });
    const other = (t: number): LogEvent => ({ c: `other ${t}`, t });
    fc.assert(
      fc.property(values, fc.array(values, { maxLength: 4 }), (appended, merges) => {
        const buffer = new LogBuffer(1000);
        for (const t of appended.toSorted((a, b) => a - b)) buffer.append(line(t));
        const before = buffer.lines();
        const then = Array.from({ length: before.end - before.first }, (_, index) => before.first + index);
        const events = then.map((number) => before.at(number));
        for (const merged of merges) buffer.merge(merged.map(other));
        const now = buffer.lines();
        expect(then.map((number) => now.at(now.renumbered(number, before.epoch)))).toEqual(events);
        // A view of the lines as they were still gives the lines that it gave.
        expect(then.map((number) => before.at(number))).toEqual(events);
      }),
    );
  });

  test('a merge leaves the numbers of newer lines unchanged, so that the cursor stays', () => {
    const buffer = new LogBuffer(10);
    for (const t of [5, 6, 7]) buffer.append(line(t));
    const { at } = buffer.lines();
    buffer.merge([line(1), line(2)]);
    expect(at(2)?.t).toBe(7);
    expect(buffer.lines()).toMatchObject({ first: -2, end: 3 });
  });

  test('a merge pauses after a part of the lines and continues with the rest', () => {
    const buffer = new LogBuffer(20_000);
    for (let t = 0; t < 10_000; t++) buffer.append(line(2 * t));
    const older = Array.from({ length: 100 }, (_, index) => line(200 * index + 1));
    let added = 0;
    let rounds = 0;
    for (let rest: readonly LogEvent[] = older; rest.length > 0; rounds++) {
      const merged = buffer.merge(rest, 1);
      added += merged.added;
      rest = merged.rest;
    }
    expect([added, rounds > 1]).toEqual([100, true]);
    const times = held(buffer);
    expect(times).toEqual(times.toSorted((a = 0, b = 0) => a - b));
  });

  test('a merge keeps every line once, in order of time, and the newest if there is not room for all', () => {
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

/** Half of a surrogate pair cannot be encoded in UTF-8. */
const text = fc.oneof(
  anyText({ maxLength: 30 }),
  fc.constantFrom('osd.1', '\ud800 half', 'grüße', '', '{"m":1}'),
);
const anyLine: fc.Arbitrary<LogEvent> = fc.record(
  {
    c: fc.oneof({ weight: 9, arbitrary: text }, { weight: 1, arbitrary: fc.constant('x'.repeat(70_000)) }),
    t: fc.oneof(fc.nat(30), fc.double({ noNaN: true, noDefaultInfinity: true })),
    m: text,
    s: text,
    h: fc.oneof(fc.nat(9), fc.constantFrom(-1, 2 ** 40)),
    p: fc.oneof(fc.nat(7), fc.constantFrom(-2, 254, 255, 300)),
  },
  { requiredKeys: [] },
);
const timeOf = ({ t = Infinity }: LogEvent): number => t;
/** A cursor with another time belongs to another line. */
const keyOf = (event: LogEvent): string => `${timeOf(event)} ${lineKey(event)}`;

/** An array with the behaviour of the buffer. */
class Model {
  lines: LogEvent[] = [];
  dropped = 0;
  readonly capacity: number;
  constructor(capacity: number) {
    this.capacity = capacity;
  }
  put(at: number, event: LogEvent): void {
    this.lines.splice(at, 0, event);
  }
  bound(): void {
    const excess = Math.max(0, this.lines.length - this.capacity);
    this.dropped += excess;
    this.lines.splice(0, excess);
  }
  merge(events: readonly LogEvent[]): void {
    const keys = new Set(this.lines.map(keyOf));
    const fresh = events.filter((event) => !keys.has(keyOf(event)));
    for (const event of fresh.toSorted((a, b) =>
      timeOf(a) < timeOf(b) ? -1 : Number(timeOf(a) > timeOf(b)),
    ))
      this.put(this.lines.findLastIndex((one) => timeOf(one) <= timeOf(event)) + 1, event);
    this.bound();
  }
}

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ append: fc.array(anyLine, { maxLength: 8 }), times: fc.constantFrom(1, 1, 400) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ merge: fc.uniqueArray(anyLine, { maxLength: 8, selector: lineKey }) }),
  },
  { weight: 1, arbitrary: fc.constant({ clear: true }) },
);

test('the log buffer behaves as an array of the newest lines, whatever a line contains', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5000 }), fc.array(step, { maxLength: 12 }), (capacity, steps) => {
      const buffer = new LogBuffer(capacity, Infinity);
      const model = new Model(capacity);
      for (const one of steps) {
        if ('append' in one) {
          for (let time = 0; time < one.times; time++) {
            for (const event of one.append) {
              buffer.append(event);
              model.put(model.lines.length, event);
            }
          }
          model.bound();
        } else if ('merge' in one) {
          buffer.merge(one.merge);
          model.merge(one.merge);
        } else {
          buffer.clear();
          model.lines = [];
        }
      }
      const lines = buffer.lines();
      const numbers = Array.from({ length: lines.end - lines.first }, (_, index) => lines.first + index);
      expect(numbers.map((number) => lines.at(number))).toEqual(model.lines);
      expect(numbers.map((number) => lines.time(number))).toEqual(model.lines.map(timeOf));
      expect(buffer.dropped).toBe(model.dropped);
      const misplaced = numbers.filter((number) => {
        const piece = lines.piece(number);
        return (
          !piece ||
          number < piece.start ||
          number >= piece.end ||
          piece.worstPriority > lines.priority(number)
        );
      });
      expect(misplaced).toEqual([]);
    }),
    { numRuns: 15 },
  );
});

test('a priority is given without its line, as the nearest one of syslog', () => {
  const buffer = new LogBuffer(10);
  for (const p of [0, 7, -4, 300]) buffer.append({ p });
  buffer.append({});
  const { priority } = buffer.lines();
  expect([0, 1, 2, 3].map(priority)).toEqual([0, 7, 0, 255]);
  expect(priority(4)).toBeGreaterThan(7);
});

test('lines that take more memory than allowed drop the oldest ones, which are counted', () => {
  const buffer = new LogBuffer(1_000_000, 100_000);
  // Text that cannot be compressed.
  let seed = 1;
  const noise = () =>
    Array.from({ length: 50 }, () => ((seed = (seed * 48_271) % 0x7fff_ffff) % 1_000_000).toString(36)).join(
      '',
    );
  for (let t = 0; t < 20_000; t++) buffer.append({ t, m: noise() });
  const { first, end, at } = buffer.lines();
  expect(buffer.dropped).toBe(first);
  expect(first).toBeGreaterThan(0);
  expect(end - first).toBeLessThan(5000);
  expect(at(end - 1)?.t).toBe(19_999);
});

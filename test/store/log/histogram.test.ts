import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LogBuffer } from '../../../src/store/log/buffer.ts';
import { logHistogram, nextSpan } from '../../../src/store/log/histogram.ts';
import { LineSet } from '../../../src/store/log/lineSet.ts';

function held(events: readonly { t?: number; p?: number }[]) {
  const buffer = new LogBuffer(1_000_000);
  for (const [index, event] of events.entries()) buffer.append({ m: `line ${index}`, ...event });
  const numbers = new LineSet();
  numbers.add(0, events.length);
  return { buffer, lines: buffer.lines(), numbers };
}

test('the log histogram counts lines by time and severity', () => {
  const { lines, numbers } = held([
    { t: 10, p: 6 },
    { t: 14, p: 4 },
    { t: 15, p: 3 },
    { t: 19.5, p: 0 },
    { p: 1 },
  ]);
  const { buckets, from } = logHistogram(lines, numbers, { to: 19.5, span: 10, count: 2 });
  expect(from).toBe(10);
  expect(buckets).toEqual([
    { errors: 0, warnings: 1, others: 1 },
    { errors: 2, warnings: 0, others: 0 },
  ]);
});

test('the log histogram leaves out lines outside its time', () => {
  const { lines, numbers } = held([{ t: 1 }, { t: 15 }, { t: 99 }]);
  const { buckets } = logHistogram(lines, numbers, { to: 19, span: 10, count: 1 });
  expect(buckets).toEqual([{ errors: 0, warnings: 0, others: 1 }]);
});

test('the log histogram counts a line at the very beginning of its time', () => {
  const { lines, numbers } = held([{ t: 10 }]);
  const { buckets, from } = logHistogram(lines, numbers, { to: 19.9, span: 10, count: 1 });
  expect(from).toBe(10);
  expect(buckets).toEqual([{ errors: 0, warnings: 0, others: 1 }]);
});

test('a line stays in its bucket of the log histogram while time passes', () => {
  const { lines, numbers } = held([{ t: 15 }]);
  const at = [15, 16, 19].map((to) => logHistogram(lines, numbers, { to, span: 10, count: 2 }));
  expect(at.map(({ from }) => from)).toEqual([10, 10, 10]);
});

test('the log histogram has counted every line after repeated calls, including new ones', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 3 }), fc.nat(7), (second, p) => {
      const { buffer, numbers } = held(Array.from({ length: 200_000 }, (_, t) => ({ t, p: 6 })));
      const ask = () => logHistogram(buffer.lines(), numbers, { to: 200_000, span: 200_100, count: 3 });
      expect(ask().unfinished).toBe(true);
      for (let more = 0; more < second; more++) buffer.append({ t: 200_000 + more, p });
      numbers.add(200_000, 200_000 + second);
      let last = ask();
      while (last.unfinished) last = ask();
      const sum = last.buckets.reduce(
        (all, { errors, warnings, others }) => all + errors + warnings + others,
        0,
      );
      expect(sum).toBe(200_000 + second);
    }),
    { numRuns: 3 },
  );
});

test('the log histogram of a short time among many lines is whole at once, even if its first lines have no time', () => {
  const lines = Array.from({ length: 200_000 }, (_, t) => (t < 10 ? { p: 6 } : { t, p: 6 }));
  const { buffer, numbers } = held(lines);
  expect(logHistogram(buffer.lines(), numbers, { to: 99, span: 100, count: 1 })).toEqual({
    buckets: [{ errors: 0, warnings: 0, others: 90 }],
    from: 0,
    unfinished: false,
  });
  expect(logHistogram(buffer.lines(), numbers, { to: 199_999, span: 100, count: 1 })).toEqual({
    buckets: [{ errors: 0, warnings: 0, others: 100 }],
    from: 199_900,
    unfinished: false,
  });
});

test('the log histogram zooms from its shortest to its longest span', () => {
  expect(nextSpan(3600, -1)).toBe(1800);
  expect(nextSpan(60, -1)).toBe(60);
  expect(nextSpan(604_800, 1)).toBe(604_800);
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LogEvent } from '../../../src/api/contract/logs.ts';
import { LogBuffer } from '../../../src/store/log/buffer.ts';
import { compileLogFilter, type LogFilter } from '../../../src/store/log/filter.ts';
import { LogSearch } from '../../../src/store/log/search.ts';

const errors = compileLogFilter({ maxPriority: 3 });

/** The numbers of all matching lines. */
function searched(buffer: LogBuffer, search: LogSearch): (number | undefined)[] {
  const lines = buffer.lines();
  while (search.step(lines));
  const { numbers, searched: share } = search.matches(lines);
  expect(share).toBe(1);
  return Array.from({ length: numbers.length }, (_, index) => numbers.at(index));
}

const search = (buffer: LogBuffer, filter: LogFilter) => new LogSearch(filter, buffer.lines());

describe('log search', () => {
  test('a log search looks at each line once', () => {
    const seen: (number | undefined)[] = [];
    const filter = { ...errors, reads: true, matches: (line: LogEvent) => (seen.push(line.t), true) };
    const buffer = new LogBuffer(10);
    buffer.append({ t: 1, p: 2 });
    const under = search(buffer, filter);
    searched(buffer, under);
    buffer.append({ t: 2, p: 2 });
    expect(searched(buffer, under)).toEqual([0, 1]);
    expect(seen).toEqual([1, 2]);
  });

  test('a log search does not read lines excluded by time or priority', () => {
    const read: LogEvent[] = [];
    const filter = { ...errors, reads: true, matches: (line: LogEvent) => (read.push(line), true) };
    const buffer = new LogBuffer(10);
    for (const p of [6, 3, 7]) buffer.append({ p });
    searched(buffer, search(buffer, filter));
    expect(read).toEqual([{ p: 3 }]);
  });

  test('a log search begins with the newest lines and reports its progress', () => {
    const buffer = new LogBuffer(50_000);
    for (let t = 0; t < 50_000; t++) buffer.append({ t, m: 'a line', p: 6 });
    const lines = buffer.lines();
    const under = search(buffer, compileLogFilter({ texts: ['line'] }));
    expect(under.step(lines)).toBe(true);
    const first = under.matches(lines);
    expect(first.searched).toBeGreaterThan(0);
    expect(first.searched).toBeLessThan(1);
    expect(first.numbers.at(-1)).toBe(49_999);
    // A new line is searched before the older ones.
    buffer.append({ t: 50_000, m: 'new line', p: 6 });
    under.step(buffer.lines());
    expect(under.matches(buffer.lines()).numbers.at(-1)).toBe(50_000);
    expect(searched(buffer, under)).toHaveLength(50_000);
  });

  test('a log search starts again after lines were inserted between others', () => {
    const buffer = new LogBuffer(10);
    buffer.append({ c: 'b', t: 2, p: 3 });
    const under = search(buffer, errors);
    searched(buffer, under);
    buffer.merge([{ c: 'a', t: 1, p: 3 }]);
    expect(under.matches(buffer.lines()).searched).toBe(0);
    expect(searched(buffer, under)).toEqual([-1, 0]);
  });

  test('a log search in chunks finds the same as at once, even if lines are dropped or cleared meanwhile', () => {
    const change = fc.oneof(
      fc.record({ add: fc.array(fc.nat(7), { maxLength: 30 }), steps: fc.nat(2) }),
      fc.constant({ clear: true as const }),
      fc.record({ merge: fc.nat(100) }),
    );
    const filters = [errors, compileLogFilter({}), compileLogFilter({ texts: ['1'] })];
    fc.assert(
      fc.property(fc.array(change, { maxLength: 20 }), fc.constantFrom(...filters), (changes, filter) => {
        const buffer = new LogBuffer(25);
        const under = search(buffer, filter);
        let t = 0;
        for (const one of changes) {
          if ('add' in one) for (const p of one.add) buffer.append({ t: ++t, c: `${t}`, m: `${t}`, p });
          else if ('merge' in one) buffer.merge([{ t: one.merge, c: `merged ${one.merge}`, p: 1 }]);
          else buffer.clear();
          if ('add' in one) for (let step = 0; step < one.steps; step++) under.step(buffer.lines());
        }
        expect(searched(buffer, under)).toEqual(searched(buffer, search(buffer, filter)));
      }),
    );
  });
});

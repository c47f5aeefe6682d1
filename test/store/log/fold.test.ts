import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LogEvent } from '../../../src/api/contract/logs.ts';
import { LogBuffer } from '../../../src/store/log/buffer.ts';
import { compileLogFilter } from '../../../src/store/log/filter.ts';
import { LogFold, rawRows } from '../../../src/store/log/fold.ts';
import { LineSet } from '../../../src/store/log/lineSet.ts';
import { patternOf } from '../../../src/store/log/pattern.ts';
import { LogSearch } from '../../../src/store/log/search.ts';

const all = compileLogFilter({});

/** A log buffer and its rows as text: the message of the newest line of each, and the number of lines. */
function log(capacity = 10_000) {
  const buffer = new LogBuffer(capacity);
  const search = new LogSearch(all, buffer.lines());
  let t = 0;
  const rows = () => {
    while (search.step(buffer.lines()));
    return search.matches(buffer.lines()).folded();
  };
  return {
    buffer,
    rows,
    add: (m: string, more: LogEvent = {}) => buffer.append({ t: t++, p: 6, s: 'mon', h: 1, m, ...more }),
    shown: () => {
      const folded = rows();
      const lines = buffer.lines();
      return Array.from(
        { length: folded.length },
        (_, index) => `${lines.at(folded.last(index))?.m} x${folded.count(index)}`,
      );
    },
  };
}

describe('folding of repeated log lines', () => {
  test('lines that differ only in numbers are one row, which shows the newest of them', () => {
    const { add, shown } = log();
    for (const objects of [3, 20, 1]) add(`${objects} objects degraded, pg 3.1f on osd.12`);
    expect(shown()).toEqual(['1 objects degraded, pg 3.1f on osd.12 x3']);
  });

  test('lines of another service, server or priority are separate rows', () => {
    const { add, shown } = log();
    add('slow');
    add('slow', { s: 'mgr' });
    add('slow', { h: 2 });
    add('slow', { p: 4 });
    expect(shown()).toEqual(['slow x1', 'slow x1', 'slow x1', 'slow x1']);
  });

  test('a repeat is folded across a few other lines, but not across many', () => {
    const { add, shown } = log();
    for (const m of ['slow', 'a', 'slow', 'b', 'slow']) add(m);
    expect(shown()).toEqual(['slow x3', 'a x1', 'b x1']);
    for (const m of ['c', 'd', 'e', 'f', 'g', 'h', 'slow']) add(m);
    expect(shown().at(-1)).toBe('slow x1');
  });

  test('a line that is repeated after more than a minute is a new row', () => {
    const { add, shown } = log();
    add('osd down', { t: 0 });
    add('osd up', { t: 30 });
    add('osd down', { t: 61 });
    expect(shown()).toEqual(['osd down x1', 'osd up x1', 'osd down x1']);
  });

  test('a row whose first lines were dropped represents the remaining ones', () => {
    const { add, shown, rows } = log(4);
    for (const m of ['slow', 'a', 'slow', 'b', 'slow', 'c']) {
      add(m);
      rows();
    }
    expect(shown()).toEqual(['slow x2', 'b x1', 'c x1']);
  });

  test('lines that are inserted between others later are folded with those', () => {
    const { add, shown, buffer } = log();
    add('slow 1');
    add('slow 3', { t: 5 });
    shown();
    buffer.merge([{ t: 2, p: 6, s: 'mon', h: 1, m: 'slow 2' }]);
    expect(shown()).toEqual(['slow 3 x3']);
  });
});

describe('bounds of the folding of repeated log lines', () => {
  test('a repeat is folded if its row is one of the last eight', () => {
    const seven = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    const near = log();
    for (const m of ['slow', ...seven, 'slow']) near.add(m);
    expect(near.shown()[0]).toBe('slow x2');
    const far = log();
    for (const m of ['slow', ...seven, 'h', 'slow']) far.add(m);
    expect(far.shown()).toHaveLength(10);
  });

  test.each([
    [1000, 1060, 1],
    [1000, 1061, 2],
    [1000, 940, 1],
    [1000, 939, 2],
    [undefined, undefined, 1],
    [1000, undefined, 2],
  ])('repeats at the times %s and %s are shown in %i rows', (one, other, count) => {
    const lines = new LogBuffer(10);
    for (const t of [one, other]) lines.append({ m: 'slow', ...(t !== undefined && { t }) });
    const numbers = new LineSet();
    numbers.add(0, 2);
    expect(new LogFold().update(numbers, lines.lines()).length).toBe(count);
  });

  test('a row has at most a thousand lines', () => {
    const { add, shown } = log();
    for (let line = 0; line < 1001; line++) add('slow', { t: 1 });
    expect(shown()).toEqual(['slow x1000', 'slow x1']);
  });

  test('older lines that are found later are folded before the others, and nothing is folded twice', () => {
    const buffer = new LogBuffer(100);
    for (const m of ['a', 'a', 'b', 'c', 'c', 'c', 'd']) buffer.append({ m, t: 5 });
    const [numbers, fold, lines] = [new LineSet(), new LogFold(), buffer.lines()];
    const rows = () => {
      fold.update(numbers, lines);
      return Array.from({ length: fold.length }, (_, row) => [
        fold.first(row),
        fold.last(row),
        fold.count(row),
      ]);
    };
    numbers.add(4, 7);
    expect(rows()).toEqual([
      [4, 5, 2],
      [6, 6, 1],
    ]);
    numbers.add(0, 2);
    numbers.add(3);
    const all = [
      [0, 1, 2],
      [3, 3, 1],
      [4, 5, 2],
      [6, 6, 1],
    ];
    expect(rows()).toEqual(all);
    expect(rows()).toEqual(all);
    expect([fold.first(-1), fold.last(-2), fold.count(-2)]).toEqual([6, 5, 2]);
    // The line b is not shown, so its place is that of the next one.
    expect([0, 1, 2, 3, 5, 6, 7].map((number) => fold.rowOf(number))).toEqual([0, 0, 1, 1, 2, 3, 4]);
  });

  test('the rows of other lines are folded anew, and those of none are empty', () => {
    const buffer = new LogBuffer(100);
    for (const m of ['a', 'a', 'b']) buffer.append({ m, t: 5 });
    const [one, other, fold] = [new LineSet(), new LineSet(), new LogFold()];
    one.add(0, 3);
    other.add(1, 3);
    expect(fold.update(one, buffer.lines()).count(0)).toBe(2);
    expect(fold.update(other, buffer.lines()).first(0)).toBe(1);
    expect(fold.count(0)).toBe(1);
    expect(fold.update(new LineSet(), buffer.lines()).length).toBe(0);
    expect([fold.rowOf(1), fold.first(0), fold.count(0)]).toEqual([0, undefined, 0]);
    expect(new LogFold().rowOf(3)).toBe(0);
  });

  test('without folding each line is a row', () => {
    const numbers = new LineSet();
    numbers.add(4, 6);
    numbers.add(9);
    const rows = rawRows(numbers);
    expect([rows.length, rows.first(1), rows.last(1), rows.last(-1), rows.count(0)]).toEqual([3, 5, 5, 9, 1]);
    expect([3, 5, 7, 10].map((number) => rows.rowOf(number))).toEqual([0, 1, 2, 3]);
  });
});

test('each line in the buffer is in exactly one row, and is found in it, after any changes', () => {
  const message = fc.constantFrom('a 1', 'a 2', 'b 1', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j');
  fc.assert(
    fc.property(fc.array(fc.array(message, { maxLength: 12 }), { maxLength: 12 }), (batches) => {
      const { add, rows, buffer } = log(20);
      for (const batch of batches) {
        for (const m of batch) add(m);
        const folded = rows();
        const lines = buffer.lines();
        const standing = new Map<number, number>();
        for (let number = lines.first; number < lines.end; number++) {
          const row = folded.rowOf(number);
          standing.set(row, (standing.get(row) ?? 0) + 1);
          expect(lines.source(folded.last(row) ?? -1)).toBe(lines.source(number));
        }
        for (let row = 0; row < folded.length; row++) expect(folded.count(row)).toBe(standing.get(row));
      }
    }),
  );
});

test.each([
  ['osd.1 took 1.5 s', 'osd.23 took 20 s', true],
  ['client 10.1.0.188 renewed', 'client 10.1.13.7 renewed', true],
  ['job 3f2a-11 done', 'job 9c1-2bb done', true],
  ['osd.1 up', 'osd.1 down', false],
  ['1 of 2', '1 to 2', false],
  ['', ' ', false],
])('%j and %j have the same pattern: %s', (one, other, isSame) => {
  expect(patternOf({ m: one }) === patternOf({ m: other })).toBe(isSame);
});

import { describe, expect, test } from 'vitest';
import { LogBook } from '../../../src/service/ceph/log/book.ts';
import { followLog, readLog } from '../../../src/service/log/query.ts';
import type { LogEntry } from '../../../src/service/logQuery.ts';

const entry = (t: number, more: Partial<LogEntry> = {}): LogEntry => ({
  t,
  m: `line ${t}`,
  s: 'mon',
  p: 6,
  ...more,
});
const bookOf = (...entries: LogEntry[]) => {
  const book = new LogBook('now', 1000);
  book.write(entries);
  return book;
};
const numbered = (count: number) => bookOf(...Array.from({ length: count }, (_, index) => entry(index)));
const times = (events: readonly { t?: number }[]) => events.map(({ t }) => t);

describe('reading the log', () => {
  test('reading the log returns the newest lines, oldest first', () => {
    expect(times(readLog(numbered(300), { lines: 3 }))).toEqual([297, 298, 299]);
    expect(readLog(numbered(300), {})).toHaveLength(100);
    expect(readLog(numbered(300), { lines: 0 })).toEqual([]);
  });

  test('reading the log returns all lines of a time range, however many there are', () => {
    expect(times(readLog(numbered(300), { after: 10, before: 12, lines: 1 }))).toEqual([10, 11, 12]);
  });

  test('reading the log since a time returns the first lines after it', () => {
    expect(times(readLog(numbered(300), { after: 100, lines: 2 }))).toEqual([100, 101]);
  });

  test('reading the log refuses half a time range and one that ends before it begins', () => {
    expect(() => readLog(numbered(1), { before: 5 })).toThrow(expect.objectContaining({ status: 400 }));
    expect(() => readLog(numbered(1), { after: 6, before: 5 })).toThrow(
      expect.objectContaining({ status: 400 }),
    );
  });

  test('reading the log selects servers, services and priorities', () => {
    const book = bookOf(
      entry(1, { h: 7, s: 'osd.3', p: 3 }),
      entry(2, { h: 8, s: 'osd.4' }),
      entry(3, { h: 7 }),
    );
    expect(times(readLog(book, { server: 7 }))).toEqual([1, 3]);
    expect(times(readLog(book, { priority: [3, 4] }))).toEqual([1]);
    expect(times(readLog(book, { service: ['osd.4', 'mon'] }))).toEqual([2, 3]);
    expect(times(readLog(book, { service: ['osd.*'] }))).toEqual([1, 2]);
    expect(times(readLog(book, { service: ['ceph-osd@3.service', 'ceph-mon@a'] }))).toEqual([1, 3]);
  });
});

test('a query that cannot be read is refused as a stream, too, before the stream begins', () => {
  const { signal } = new AbortController();
  for (const query of [{ before: 5 }, { after: 6, before: 5 }])
    expect(() => followLog(numbered(1), query, signal)).toThrow(expect.objectContaining({ status: 400 }));
});

describe('cursor of the log', () => {
  test('a cursor continues after its line, without losing or repeating one', () => {
    const book = numbered(10);
    const [first, second] = readLog(book, { after: 0, lines: 2 });
    book.write([entry(5, { m: 'late, with an early time' })]);
    const rest = readLog(book, { cursor: second?.c ?? '' });
    expect(times([first!, second!, ...rest])).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 5]);
  });

  test('a cursor from before a restart continues after its time', () => {
    const before = new LogBook('then', 10);
    before.write([entry(3)]);
    const [last] = readLog(before, {});
    expect(times(readLog(numbered(6), { cursor: last?.c ?? '' }))).toEqual([4, 5]);
  });

  test('an invalid cursor is refused', () => {
    for (const cursor of ['', 'nonsense', 'now.!.1', 'now.1'])
      expect(() => readLog(numbered(1), { cursor })).toThrow(expect.objectContaining({ status: 400 }));
  });

  test('a cursor whose line has been dropped continues with the oldest line that is kept', () => {
    const book = new LogBook('now', 3);
    book.write([entry(1)]);
    const [first] = readLog(book, {});
    book.write([2, 3, 4, 5].map((t) => entry(t)));
    expect(times(readLog(book, { cursor: first?.c ?? '' }))).toEqual([3, 4, 5]);
  });
});

test('a reader that is slower than the log is informed how many lines it missed', async () => {
  const book = new LogBook('now', 10);
  const stop = new AbortController();
  const lines = followLog(book, { before: -1 }, stop.signal)[Symbol.asyncIterator]();
  const first = lines.next();
  book.write([entry(0)]);
  expect((await first).value).toMatchObject({ t: 0 });
  book.write(Array.from({ length: 30 }, (_, index) => entry(index + 1)));
  const seen = [];
  for (let count = 0; count < 11; count++) seen.push((await lines.next()).value);
  expect(seen[0]).toMatchObject({ t: 21, s: 'mgmt', m: expect.stringMatching(/^20 lines/) as string });
  expect(seen.slice(1).map((event) => event?.t)).toEqual(
    Array.from({ length: 10 }, (_, index) => index + 21),
  );
  stop.abort();
});

describe('following the log', () => {
  const collect = (book: LogBook, query: Parameters<typeof followLog>[1]) => {
    const stop = new AbortController();
    const seen: number[] = [];
    const ended = (async () => {
      for await (const { t = 0 } of followLog(book, query, stop.signal)) seen.push(t);
    })();
    return { seen, end: async () => (stop.abort(), ended) };
  };
  const settled = () => new Promise((resolve) => setImmediate(resolve));

  test('following the log begins with the requested number of lines and continues with new ones', async () => {
    const book = numbered(10);
    const { seen, end } = collect(book, { before: -1, lines: 2 });
    await settled();
    book.write([entry(10)]);
    await settled();
    book.write([entry(11), entry(12)]);
    await settled();
    expect(seen).toEqual([8, 9, 10, 11, 12]);
    await end();
  });

  test('following the log without a number of lines begins now, and since a time with all lines since', async () => {
    const book = numbered(200);
    const now = collect(book, { before: -1 });
    const since = collect(book, { before: -1, after: 50 });
    await settled();
    expect(now.seen).toEqual([]);
    expect(since.seen).toHaveLength(150);
    await Promise.all([now.end(), since.end()]);
  });

  test('following the log passes on only matching lines', async () => {
    const book = numbered(0);
    const { seen, end } = collect(book, { before: -1, priority: [3] });
    await settled();
    book.write([entry(1), entry(2, { p: 3 })]);
    await settled();
    expect(seen).toEqual([2]);
    await end();
  });

  test('following the log ends when the reader leaves, and by itself if a time range was given', async () => {
    const book = numbered(5);
    const left = collect(book, { before: -1 });
    await left.end();
    const range = collect(book, { after: 1, before: 2 });
    await settled();
    expect(range.seen).toEqual([1, 2]);
    await range.end();
  });
});

import { expect, test } from 'vitest';
import type { ClusterLogLine } from '../../../../src/service/ceph/helper/protocol.ts';
import { LogBook } from '../../../../src/service/ceph/log/book.ts';
import { LogCollector } from '../../../../src/service/ceph/log/collector.ts';
import { fakeClock } from '../../../support/fakeClock.ts';

const logLine = (seq: number, message: string, more: Partial<ClusterLogLine> = {}): ClusterLogLine => ({
  channel: 'cluster',
  name: 'mon.a',
  seconds: 1000 + seq,
  microseconds: 250_000,
  seq,
  level: '[INF]',
  message,
  ...more,
});

function collected() {
  const book = new LogBook('book', 100);
  const collector = new LogCollector(book, fakeClock(), (daemon) => (daemon === 'osd.3' ? 7 : undefined));
  return { collector, entries: () => Array.from({ length: book.end }, (_, number) => book.at(number)) };
}

test('a log line is kept with its time, service, server and priority', () => {
  const { collector, entries } = collected();
  collector.add([logLine(1, 'slow request', { name: 'osd.3', level: '[WRN]' })]);
  expect(entries()).toEqual([{ t: 1001.25, m: 'slow request', s: 'osd.3', h: 7, p: 4 }]);
});

test('a log line that arrives twice, from any source, is kept once', () => {
  const { collector, entries } = collected();
  collector.add([logLine(1, 'one')]);
  collector.add([logLine(1, 'one'), logLine(2, 'two')]);
  expect(entries().map((entry) => entry?.m)).toEqual(['one', 'two']);
});

test('the same sequence number of another daemon, or after a restart, is another line', () => {
  const { collector, entries } = collected();
  collector.add([logLine(1, 'a'), logLine(1, 'b', { name: 'mon.b' }), logLine(1, 'c', { seconds: 9999 })]);
  expect(entries()).toHaveLength(3);
});

test('debug lines are left out', () => {
  const { collector, entries } = collected();
  collector.add([logLine(1, 'pgmap', { level: '[DBG]' })]);
  expect(entries()).toEqual([]);
});

test('of the audit log, only commands that have changed something are kept, and not those of the key store', () => {
  const { collector, entries } = collected();
  const command = (seq: number, rest: string, end: string, level = '[INF]') => {
    const message = `from='client.? 10.1.1.1:0/1' entity='client.admin' cmd='[{${rest}}]': ${end}`;
    return logLine(seq, message, { channel: 'audit', level });
  };
  const kept = command(2, '"prefix": "osd set", "key": "noout"', 'finished');
  collector.add([
    command(1, '"prefix": "osd set", "key": "noout"', 'dispatch'),
    kept,
    command(3, '"prefix": "config-key set", "key": "a"', 'finished'),
    command(4, '"prefix": "osd pool set", "var": "pg_num_actual", "val": "8"', 'finished'),
    command(5, '"prefix": "status"', 'dispatch', '[DBG]'),
  ]);
  expect(entries()).toMatchObject([{ m: kept.message, s: 'mon', p: 6 }]);
});

test('lines that were read together are kept in order of time', () => {
  const { collector, entries } = collected();
  const daemons = new Map([
    ['osd.3', [{ t: 1005, p: 6, m: 'third' }]],
    ['mgr.x', [{ t: 1000, p: 6, m: 'first' }]],
  ]);
  collector.add([logLine(2, 'second')], daemons);
  expect(entries().map((entry) => entry?.m)).toEqual(['first', 'second', 'third']);
});

test('of ten thousand lines of the cluster log it is known whether they were seen, and of older ones not', () => {
  const book = new LogBook('book', 20_000);
  const collector = new LogCollector(book, fakeClock(), () => undefined);
  const all = Array.from({ length: 10_000 }, (_, seq) => logLine(seq, 'line'));
  collector.add(all);
  collector.add(all);
  expect(book.end).toBe(10_000);
  collector.add([logLine(10_000, 'line')]);
  collector.add(all.slice(1));
  expect(book.end).toBe(10_001);
  collector.add(all.slice(0, 1));
  expect(book.end).toBe(10_002);
});

test('a daemon whose lines were left out may add one a second again', async () => {
  const book = new LogBook('book', 5000);
  const clock = fakeClock();
  const collector = new LogCollector(book, clock, () => undefined);
  const write = async (ms: number) => {
    await clock.advance(ms);
    const before = book.end;
    collector.add([], new Map([['osd.3', Array.from({ length: 2500 }, () => ({ t: 1, p: 6, m: 'line' }))]]));
    return book.end - before;
  };
  // After a gap a line says how many are missing.
  expect([await write(0), await write(3000), await write(500)]).toEqual([2000, 1 + 3, 0]);
});

test('a cursor of a book continues after its line, and one of an earlier book at its time', () => {
  const book = new LogBook('book', 100);
  const line = { t: 1000.25, s: 'mon', p: 6, m: 'line' };
  const cursors = [0, 9, 35, 36 ** 2].map((number) => book.cursor(number, line));
  expect(cursors.map((cursor) => book.after(cursor))).toEqual(
    [1, 10, 36, 36 ** 2 + 1].map((number) => ({ number })),
  );
  expect(new LogBook('next', 100).after(cursors[2]!)).toEqual({ number: 0, t: 1000.25 });
  expect(book.after('no cursor')).toBeUndefined();
});

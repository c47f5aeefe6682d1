import { expect, test } from 'vitest';
import type { ClusterLogLine } from '../../../../src/service/ceph/helperProtocol.ts';
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

test('debug and audit lines are left out', () => {
  const { collector, entries } = collected();
  collector.add([logLine(1, 'pgmap', { level: '[DBG]' }), logLine(2, 'cmd', { channel: 'audit' })]);
  expect(entries()).toEqual([]);
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

import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { sleep } from '../../../../src/lib/clock.ts';
import type { Ceph } from '../../../../src/service/ceph/client/ceph.ts';
import { LogBook } from '../../../../src/service/ceph/log/book.ts';
import { LogCollector } from '../../../../src/service/ceph/log/collector.ts';
import { logHandlers } from '../../../../src/service/ceph/log/handlers.ts';
import { LogSources } from '../../../../src/service/ceph/log/sources.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { caller } from '../handlers/support.ts';
import { recordedCeph } from '../recordedCeph.ts';

/** A log line as the monitors return it. */
const entry = (message: string, seq: number) => ({
  name: 'mon.a',
  channel: 'cluster',
  priority: '[INF]',
  message,
  seq,
  stamp: `2026-11-20T00:00:0${seq}.000000+0000`,
});

/** A cluster whose monitors remember one line, and whose log directory is on this machine. */
function engine({ answers = true, logDir = undefined as string | undefined } = {}) {
  const directory = mkdtempSync(join(tmpdir(), 'storedeck-test-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const state = { answers, asked: [] as string[], recalled: [] as unknown[], refreshed: 0 };
  const remembered = [entry('remembered', 1)];
  const ceph = {
    read: async ({ prefix, ...options }: { prefix: string }) => {
      state.asked.push(prefix);
      if (prefix === 'log last') state.recalled.push(options);
      if (!state.answers) throw new Error('no connection');
      if (prefix === 'config log') return [];
      return prefix === 'log last' ? remembered : { quorum_names: ['a'] };
    },
    readText: async () => `${directory}/ceph-mon.a.log\n`,
  } as unknown as Ceph;
  const clock = fakeClock();
  const book = new LogBook('book', 100);
  const sources = new LogSources({
    clock,
    ceph,
    collector: new LogCollector(book, clock, () => undefined),
    refresh: async () => void state.refreshed++,
    ...(logDir !== undefined && { logDir }),
  });
  onTestFinished(() => sources[Symbol.dispose]());
  const call = caller(logHandlers(book));
  const messages = async () => (await call('readLogs', {})).map(({ m }) => m);
  return { clock, directory, sources, state, messages };
}

test('the log lines that the monitors remember are read when a connection starts, and retried until the monitors answer', async () => {
  const { clock, sources, state, messages } = engine({ answers: false, logDir: '' });
  sources.recall();
  await clock.advance(15_000);
  expect(await messages()).toEqual([]);
  state.answers = true;
  await clock.advance(10_000);
  expect(await messages()).toEqual(['remembered']);
  expect(state.recalled.slice(-2)).toEqual([
    { channel: 'cluster', num: 1000, level: 'info' },
    { channel: 'audit', num: 1000, level: 'info' },
  ]);
  state.asked.length = 0;
  await clock.advance(60_000);
  expect(new Set(state.asked)).toEqual(new Set(['config log']));
});

test('after a reconnect the missed lines are read, even if the answer takes a while', async () => {
  const clock = fakeClock();
  const { ceph, answer } = recordedCeph(clock, { 'log last': { json: [entry('before', 1)] } });
  const book = new LogBook('book', 100);
  const collector = new LogCollector(book, clock, () => undefined);
  using sources = new LogSources({ clock, ceph, collector, refresh: async () => undefined, logDir: '' });
  sources.recall();
  await clock.advance(5000);
  const text = JSON.stringify([entry('before', 1), entry('missed', 2)]);
  answer('log last', () => sleep(clock, 1000).then(() => ({ rc: 0, outs: '', text })));
  sources.recall();
  await clock.advance(5000);
  const lines = await caller(logHandlers(book))('readLogs', {});
  expect(lines.map(({ m }) => m)).toEqual(['before', 'missed']);
});

test('the logs of daemons are followed in the directory that the cluster configuration names', async () => {
  const { clock, directory, messages } = engine();
  await clock.advance(1000);
  writeFileSync(
    join(directory, 'ceph-osd.3.log'),
    '2026-11-20T00:00:01.000+0000 7f00 -1 osd.3 slow request\n',
  );
  writeFileSync(join(directory, 'other.log'), 'nothing of Ceph\n');
  await expect.poll(async () => (await clock.advance(5000), messages())).toHaveLength(1);
  expect(await messages()).toEqual([expect.stringContaining('slow request')]);
});

test('the file of the cluster log is followed, too, and a daemon whose log grows too fast has a gap', async () => {
  const { clock, directory, messages } = engine();
  const stamp = '2026-11-20T00:00:01.000000+0000';
  await clock.advance(1000);
  writeFileSync(
    join(directory, 'ceph.log'),
    `${stamp} mon.a (mon.0) 5 : cluster [INF] osd.7 boot\nno line\n`,
  );
  const osd = join(directory, 'ceph-osd.3.log');
  writeFileSync(osd, '2026-11-20T00:00:01.000+0000 7f00 -1 first\n');
  const read = async () => (await clock.advance(5000), messages());
  await expect.poll(read).toHaveLength(2);
  expect(await messages()).toEqual(
    expect.arrayContaining(['osd.7 boot', expect.stringContaining('first')]) as string[],
  );
  appendFileSync(osd, `${'x'.repeat(9 * 2 ** 20)}\n2026-11-20T00:00:09.000+0000 7f00 -1 last\n`);
  await expect.poll(read).toHaveLength(4);
  expect((await messages()).slice(2)).toEqual([
    expect.stringMatching(/^\d+ KiB of this log were skipped/),
    expect.stringContaining('last'),
  ]);
});

test('no file is searched for if the configuration names no log directory', async () => {
  const { clock, state } = engine({ logDir: '' });
  await clock.advance(60_000);
  expect(new Set(state.asked)).toEqual(new Set(['config log']));
});

test('the servers of daemons are refreshed every half minute until the sources are disposed', async () => {
  const { clock, sources, state } = engine({ logDir: '' });
  await clock.advance(61_000);
  expect(state.refreshed).toBe(3);
  sources[Symbol.dispose]();
  await clock.advance(61_000);
  expect(state.refreshed).toBe(3);
});

import { expect, onTestFinished, test } from 'vitest';
import type { LogEvent } from '../../../src/api/contract/logs.ts';
import { createSimEngine } from '../../../src/service/sim/engine.ts';
import { fakeClock } from '../../support/fakeClock.ts';

const HOUR = 3_600_000;

function site() {
  const clock = fakeClock();
  const engine = createSimEngine({ clock, scenario: 'host-down', seed: 1 });
  onTestFinished(() => engine.close());
  const context = { signal: new AbortController().signal, by: 'test' };
  return { clock, engine, context, tick: () => engine.cluster.model.tick };
}

test.each([
  ['back by an hour', -HOUR],
  ['forward by an hour', HOUR],
  ['back by a year', -365 * 24 * HOUR],
])('when the clock is set %s, the cluster still advances by one second per second', async (_, set) => {
  const { clock, engine, context, tick } = site();
  await clock.advance(10_000);
  const before = tick();
  const status = async () => engine.handlers.getClusterStatus({}, context);
  const { mgmtUptime: uptime = NaN } = await status();
  clock.set(set);
  expect((await status()).mgmtUptime).toBe(uptime);
  await clock.advance(60_000);
  expect(tick() - before).toBe(60);
  expect((await status()).mgmtUptime).toBe(uptime + 60);
  // Output has the date of the clock as it is now.
  const { model } = engine.cluster;
  expect(Math.abs(model.timeOf(model.tick) - clock.now())).toBeLessThanOrEqual(1000);
});

test('when the clock is set back, tasks still end and the log is still followed', async () => {
  const { clock, engine, context } = site();
  await clock.advance(5000);
  const disks = await engine.handlers.listDisks({}, context);
  const osd = engine.cluster.model.osds.find(({ up }) => up)!;
  const { id: diskId = NaN } = disks.find(({ osdId }) => osdId === osd.id)!;
  const { id = NaN } = await engine.handlers.benchmarkDisk({ params: { diskId } }, context);
  const follow = new AbortController();
  onTestFinished(() => follow.abort());
  const lines: LogEvent[] = [];
  const log = await engine.handlers.followLogs(
    { query: { before: -1 } },
    { ...context, signal: follow.signal },
  );
  void (async () => {
    for await (const line of log) lines.push(line);
  })();
  await clock.advance(3000);
  clock.set(-HOUR);
  const count = lines.length;
  const setAt = clock.now() / 1000;
  await clock.advance(90_000);
  expect(lines.length).toBeGreaterThan(count);
  // Lines have the date of the clock as it is now, and keep their order.
  const later = lines.slice(count);
  // Lines of the same second differ by some microseconds.
  const until = clock.now() / 1000 + 0.001;
  expect(later.every(({ t = 0 }) => t >= setAt - 1 && t <= until)).toBe(true);
  expect(new Set(later.map(({ t }) => t)).size).toBe(later.length);
  const read = async (query: object) => engine.handlers.readLogs({ query }, context);
  expect(await read({ lines: later.length })).toEqual(later);
  expect(await read({ cursor: lines[count - 1]!.c, lines: later.length })).toEqual(later);
  const since = await read({ after: setAt - 1, before: until });
  expect(since).toEqual(expect.arrayContaining(later));
  expect(await engine.handlers.getTask({ params: { id } }, context)).toMatchObject({ state: 'FINISHED' });
});

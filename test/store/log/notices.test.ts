import { describe, expect, onTestFinished, test } from 'vitest';
import type { LogEvent } from '../../../src/api/contract/logs.ts';
import { createLogTail } from '../../../src/store/log/tail.ts';
import { fakeClock } from '../../support/fakeClock.ts';
import { FakeLog } from './fakeLog.ts';

/** A followed log that was just notified of, with the times of its further notices since then. */
async function noticed() {
  const clock = fakeClock();
  const log = new FakeLog();
  const tail = createLogTail({ api: log.api, clock });
  onTestFinished(() => tail.stop());
  tail.start();
  await clock.advance(5000);
  const write = async (count: number) => {
    for (let line = 0; line < count; line++) log.write();
    // Many lines arrive in several turns of the event loop.
    for (let turn = 0; turn < 3; turn++) await clock.advance(0);
  };
  await write(1);
  const start = clock.elapsed();
  const at: number[] = [];
  const unsubscribe = tail.subscribe(() => at.push(clock.elapsed() - start));
  return { clock, log, tail, write, at, unsubscribe };
}

describe('the times at which a growing log is drawn', () => {
  test.each([
    ['a few lines soon after the last time wait for the next second', [[100, 999]], [1200]],
    ['a line after a second without any is shown at once', [[1000, 1]], [1000]],
    ['a line just before that still waits', [[999, 1]], [1200]],
    ['a thousand lines wait for two seconds', [[100, 1000]], [2200]],
    [
      'a thousand lines while one waits let it wait for two seconds too',
      [
        [100, 1],
        [500, 999],
      ],
      [2200],
    ],
    [
      'each time counts its own lines only',
      [
        [100, 600],
        [1300, 600],
      ],
      [1200, 2400],
    ],
  ])('%s', async (_, writes, expected) => {
    const { clock, write, at } = await noticed();
    let now = 0;
    for (const [time = 0, count = 0] of writes) {
      await clock.advance(time - now);
      now = time;
      await write(count);
    }
    await clock.advance(6000);
    expect(at).toEqual(expected);
  });

  test.each([
    [1, 749, [1200]],
    [1, 750, [750]],
    [1000, 1499, [2200]],
    [1000, 1500, [1500]],
  ])(
    'with %i waiting lines a redraw of the screen after %i ms shows the log at %j',
    async (count, ms, expected) => {
      const { clock, tail, write, at } = await noticed();
      await write(count);
      await clock.advance(ms);
      tail.notify();
      await clock.advance(5000);
      tail.notify();
      expect(at).toEqual(expected);
      expect(clock.pending()).toBeLessThanOrEqual(1);
    },
  );

  test('who no longer follows the log is told nothing more', async () => {
    const { clock, tail, write, at, unsubscribe } = await noticed();
    const read: (string | undefined)[] = [];
    const end = tail.listen((event: LogEvent) => read.push(event.m));
    await write(1);
    await clock.advance(1200);
    unsubscribe();
    end();
    await write(1);
    await clock.advance(5000);
    expect([at, read]).toEqual([[1200], ['line 1']]);
  });
});

test('a log whose service does not answer yet is being connected', async () => {
  const clock = fakeClock();
  const log = new FakeLog();
  const silent = { ...log.api, readLogs: () => new Promise<never>(() => {}) };
  const tail = createLogTail({ api: silent, clock });
  expect(tail.snapshot()).toMatchObject({ mode: 'idle', received: 0, dropped: 0, version: 0 });
  tail.start();
  await clock.advance(0);
  expect(tail.snapshot()).toMatchObject({ mode: 'reconnecting', version: 1 });
  tail.stop();
});

test('a cleared log is empty, and goes on with the next line', async () => {
  const { clock, tail, write } = await noticed();
  tail.clear();
  await clock.advance(1200);
  const { lines, received } = tail.snapshot();
  expect([lines.end - lines.first, received]).toEqual([0, 1]);
  await write(1);
  await clock.advance(1200);
  expect(tail.snapshot().lines.at(lines.end)?.m).toBe('line 1');
});

test('a log that waits to be connected again is connected as soon as the service is known to answer', async () => {
  const { clock, log, tail } = await noticed();
  log.down = true;
  log.cut();
  await clock.advance(60_000);
  log.down = false;
  expect(log.open).toBe(0);
  tail.reconnectNow();
  await clock.advance(0);
  expect(log.open).toBe(1);
  log.cut();
  log.down = true;
  await clock.advance(60_000);
  log.down = false;
  tail.reconnectNow();
  await clock.advance(1200);
  expect(tail.snapshot()).toMatchObject({ mode: 'streaming' });
  expect(tail.snapshot().error).toBeUndefined();
});

test('lines that a former selection still brings are left out, and lines that were read late are passed on', async () => {
  const { clock, log, tail } = await noticed();
  const read: (string | undefined)[] = [];
  tail.listen((event) => read.push(event.m));
  const { length } = log.asked;
  log.write({ m: 'of both' });
  tail.start({ services: ['mon'] });
  await clock.advance(1200);
  expect(log.asked.length).toBeGreaterThan(length);
  expect(read.filter((line) => line === 'of both')).toHaveLength(1);
  const { lines, received } = tail.snapshot();
  expect([lines.end - lines.first, received]).toEqual([2, 2]);
});

import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import type { Api } from '../../../src/api/client.ts';
import type { LogEvent } from '../../../src/api/contract/logs.ts';
import { logEvents } from '../../../src/api/logStream.ts';
import { sleep } from '../../../src/lib/clock.ts';
import { compileLogFilter } from '../../../src/store/log/filter.ts';
import { createLogTail, type LogTail } from '../../../src/store/log/tail.ts';
import { fakeClock } from '../../support/fakeClock.ts';
import { FakeLog } from './fakeLog.ts';

const LINES = 50_000;
/** A slice of the stream plus the running work, which is the longest that a key waits. */
const LINES_BETWEEN_TURNS = 3500;

const line = (number: number): LogEvent => ({
  c: `c${number}`,
  t: number / 1000,
  m: `osd.${number % 60} heartbeat_check: no reply, line ${number}`,
  s: `osd.${number % 60}`,
  h: number % 12,
  p: number % 100 === 0 ? 3 : 6,
});

/** A stream that sends all lines at once, and stays open. */
async function* allAtOnce(signal: AbortSignal | undefined): AsyncGenerator<string> {
  yield Array.from({ length: LINES }, (_, number) => `data: ${JSON.stringify(line(number))}\n\n`).join('');
  await new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted'))));
}

let tail: LogTail | undefined;
afterEach(() => tail?.stop());

/** Follows a log until it has `count` lines, and returns the largest number of lines added without a yield. */
async function followed(api: Api, capacity: number, clock = fakeClock()) {
  tail = createLogTail({ api, clock, capacity });
  const came: LogEvent[] = [];
  tail.listen((event) => came.push(event));
  tail.start();
  let most = 0;
  for (let before = 0; came.length < LINES; before = came.length) {
    await setImmediate();
    most = Math.max(most, came.length - before);
    if (came.length === before) await clock.advance(100);
  }
  await clock.advance(5000);
  return { tail, clock, most };
}

const streaming = (
  log: FakeLog,
  stream: (signal: AbortSignal | undefined) => AsyncGenerator<string> = allAtOnce,
): Api => ({
  ...log.api,
  readLogs: log.api.readLogs.bind(log.api),
  followLogs: (_input, options) => Promise.resolve(logEvents(stream(options?.signal), 'text/event-stream')),
});

describe('50,000 log lines at once', () => {
  test('50,000 log lines are kept up to the limit, counted beyond, and leave turns for other work', async () => {
    const { tail, most } = await followed(streaming(new FakeLog()), 20_000);
    const { lines, received, dropped } = tail.snapshot();
    expect([received, dropped, lines.end - lines.first]).toEqual([LINES, LINES - 20_000, 20_000]);
    expect(lines.at(lines.first)).toEqual(line(LINES - 20_000));
    expect(lines.at(lines.end - 1)).toEqual(line(LINES - 1));
    expect(most).toBeLessThan(LINES_BETWEEN_TURNS);
  });

  test('50,000 log lines are read in pages if the service does not stream', async () => {
    const log = new FakeLog();
    log.streams = false;
    log.write(line(0));
    const clock = fakeClock();
    const written = setImmediate().then(() => {
      for (let number = 1; number < LINES; number++) log.lines.push(line(number));
    });
    const { tail, most } = await followed(log.api, LINES, clock);
    await written;
    const { lines, received, dropped } = tail.snapshot();
    expect([received, dropped]).toEqual([LINES, 0]);
    expect(lines.at(12_345)).toEqual(line(12_345));
    expect(most).toBeLessThan(LINES_BETWEEN_TURNS);
  });
});

test('many log lines are added in chunks at intervals, and a single or waiting one at once', async () => {
  let came = 0;
  const clock = fakeClock();
  /** Sends a chunk of lines every 20 ms. */
  const pieces = (sizes: readonly number[]) =>
    async function* () {
      let number = 0;
      for (const size of sizes) {
        came++;
        yield Array.from({ length: size }, () => `data: ${JSON.stringify(line(number++))}\n\n`).join('');
        await sleep(clock, 20);
      }
    };
  const api = streaming(new FakeLog(), pieces([1, 1, 100, 100, 1, 100]));
  tail = createLogTail({ api, clock, capacity: LINES });
  tail.start();
  const cameWithin = async (ms: number) => {
    await clock.advance(ms);
    return came;
  };
  expect(await cameWithin(0)).toBe(1);
  expect(await cameWithin(20)).toBe(2);
  expect(await cameWithin(20)).toBe(3);
  // The next hundred lines are requested only after a pause.
  expect(await cameWithin(249)).toBe(3);
  expect(await cameWithin(21)).toBe(4);
});

describe('search among many log lines', () => {
  test('a search among many log lines shows what it has found and continues to the end', async () => {
    const { tail } = await followed(streaming(new FakeLog()), LINES);
    const filter = compileLogFilter({ texts: ['"line \\d*7$"'] });
    const first = tail.search(filter);
    expect(first.numbers.at(-1)).toBe(LINES - 3);
    expect(first.searched).toBeLessThan(1);
    let notifiedAt = 0;
    tail.subscribe(() => notifiedAt++);
    while (tail.search(filter).searched < 1) await setImmediate();
    expect(tail.search(filter).numbers.length).toBe(LINES / 10);
    await setImmediate();
    expect(notifiedAt).toBeGreaterThan(0);
  });

  test('a search among many log lines is replaced by the next filter', async () => {
    const { tail } = await followed(streaming(new FakeLog()), LINES);
    tail.search(compileLogFilter({ texts: ['heartbeat'] }));
    const errors = compileLogFilter({ texts: ['heartbeat'], maxPriority: 3 });
    while (tail.search(errors).searched < 1) await setImmediate();
    expect(tail.search(errors).numbers.length).toBe(LINES / 100);
  });
});

test('a log drawn every second anyway is notified then, and not in between', async () => {
  const clock = fakeClock();
  const log = new FakeLog();
  tail = createLogTail({ api: log.api, clock, capacity: 100 });
  tail.start();
  await clock.advance(3000);
  let notifiedAt = 0;
  tail.subscribe(() => notifiedAt++);
  log.write();
  await clock.advance(0);
  expect(notifiedAt).toBe(1);
  log.write();
  await clock.advance(1000);
  expect(notifiedAt).toBe(1);
  tail.notify();
  expect(notifiedAt).toBe(2);
  await clock.advance(5000);
  tail.notify();
  expect(notifiedAt).toBe(2);
});

test('a fast log notifies every other second', async () => {
  const clock = fakeClock();
  const log = new FakeLog();
  tail = createLogTail({ api: log.api, clock, capacity: LINES });
  tail.start();
  await clock.advance(5000);
  const notifiedAt: number[] = [];
  tail.subscribe(() => notifiedAt.push(clock.now()));
  for (let second = 0; second < 12; second++) {
    for (let number = 0; number < 1500; number++) log.write();
    await clock.advance(1000);
    tail.notify();
    await clock.advance(0);
  }
  expect(notifiedAt.length).toBeGreaterThan(4);
  expect(notifiedAt.length).toBeLessThan(9);
});

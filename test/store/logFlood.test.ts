import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import type { Api } from '../../src/api/client.ts';
import type { LogEvent } from '../../src/api/contract/logs.ts';
import { logEvents } from '../../src/api/logStream.ts';
import { compileLogFilter } from '../../src/store/logFilter.ts';
import { createLogTail, type LogTail } from '../../src/store/logTail.ts';
import { fakeClock } from '../support/fakeClock.ts';
import { FakeLog } from './fakeLog.ts';

const LINES = 50_000;
/** A slice of the stream and what was begun before it; a key waits for no more. */
const LINES_BETWEEN_TURNS = 3500;

const line = (number: number): LogEvent => ({
  c: `c${number}`,
  t: number / 1000,
  m: `osd.${number % 60} heartbeat_check: no reply, line ${number}`,
  s: `osd.${number % 60}`,
  h: number % 12,
  p: number % 100 === 0 ? 3 : 6,
});

/** A stream that brings all lines at once, and stays open. */
async function* allAtOnce(signal: AbortSignal | undefined): AsyncGenerator<string> {
  yield Array.from({ length: LINES }, (_, number) => `data: ${JSON.stringify(line(number))}\n\n`).join('');
  await new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted'))));
}

let tail: LogTail | undefined;
afterEach(() => tail?.stop());

/** Follows a log until so many lines have come; answers how many came at most without a turn for others. */
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

const streaming = (log: FakeLog): Api => ({
  ...log.api,
  readLogs: log.api.readLogs.bind(log.api),
  followLogs: (_input, options) =>
    Promise.resolve(logEvents(allAtOnce(options?.signal), 'text/event-stream')),
});

describe('50,000 lines at once', () => {
  test('are kept up to the bound and counted beyond, and let others have their turn', async () => {
    const { tail, most } = await followed(streaming(new FakeLog()), 20_000);
    const { lines, received, dropped } = tail.snapshot();
    expect([received, dropped, lines.end - lines.first]).toEqual([LINES, LINES - 20_000, 20_000]);
    expect(lines.at(lines.first)).toEqual(line(LINES - 20_000));
    expect(lines.at(lines.end - 1)).toEqual(line(LINES - 1));
    expect(most).toBeLessThan(LINES_BETWEEN_TURNS);
  });

  test('are read by pages where the service does not stream', async () => {
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

describe('a search among many lines', () => {
  test('shows what it has found, and goes on by itself to the end', async () => {
    const { tail } = await followed(streaming(new FakeLog()), LINES);
    const filter = compileLogFilter({ texts: ['line \\d*7$'] });
    const first = tail.search(filter);
    expect(first.numbers.at(-1)).toBe(LINES - 3);
    expect(first.searched).toBeLessThan(1);
    let told = 0;
    tail.subscribe(() => told++);
    while (tail.search(filter).searched < 1) await setImmediate();
    expect(tail.search(filter).numbers.length).toBe(LINES / 10);
    await setImmediate();
    expect(told).toBeGreaterThan(0);
  });

  test('gives way to the next filter', async () => {
    const { tail } = await followed(streaming(new FakeLog()), LINES);
    tail.search(compileLogFilter({ texts: ['heartbeat'] }));
    const errors = compileLogFilter({ texts: ['heartbeat'], maxPriority: 3 });
    while (tail.search(errors).searched < 1) await setImmediate();
    expect(tail.search(errors).numbers.length).toBe(LINES / 100);
  });
});

test('who draws once a second anyway has the news told then, and no second time', async () => {
  const clock = fakeClock();
  const log = new FakeLog();
  tail = createLogTail({ api: log.api, clock, capacity: 100 });
  tail.start();
  await clock.advance(3000);
  let told = 0;
  tail.subscribe(() => told++);
  log.write();
  await clock.advance(0);
  expect(told).toBe(1);
  log.write();
  await clock.advance(1000);
  expect(told).toBe(1);
  tail.tell();
  expect(told).toBe(2);
  await clock.advance(5000);
  tail.tell();
  expect(told).toBe(2);
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createLogTail } from '../../../src/store/log/tail.ts';
import { fakeClock } from '../../support/fakeClock.ts';
import { FakeLog } from './fakeLog.ts';

/** The longest time until the tail notifies its listeners of changes after the last notification. */
const TELL_EVERY_MS = 1200;

function setup(capacity = 50_000) {
  const clock = fakeClock();
  const log = new FakeLog();
  const tail = createLogTail({ api: log.api, clock, capacity });
  const held = () => {
    const { lines } = tail.snapshot();
    return Array.from({ length: lines.end - lines.first }, (_, index) => lines.at(lines.first + index)?.m);
  };
  const all = () => log.lines.map((line) => line.m);
  return { clock, log, tail, held, all };
}

describe('log tail', () => {
  test('the log tail begins with the last lines and then streams', async () => {
    const { clock, log, tail, held, all } = setup();
    for (let count = 0; count < 3; count++) log.write();
    tail.start();
    await clock.advance(TELL_EVERY_MS);
    expect(tail.snapshot()).toMatchObject({ mode: 'streaming', received: 3, dropped: 0 });
    log.write();
    await clock.advance(TELL_EVERY_MS);
    expect(held()).toEqual(all());
  });

  test('the log tail begins with an empty log', async () => {
    const { clock, log, tail, held, all } = setup();
    tail.start();
    await clock.advance(TELL_EVERY_MS);
    log.write();
    await clock.advance(TELL_EVERY_MS);
    expect(held()).toEqual(all());
  });

  test('the log tail continues after a disconnect without losing or repeating a line', async () => {
    const { clock, log, tail, held, all } = setup();
    log.write();
    tail.start();
    await clock.advance(TELL_EVERY_MS);
    log.cut();
    log.down = true;
    await clock.advance(5000);
    for (let count = 0; count < 2500; count++) log.write();
    expect(tail.snapshot()).toMatchObject({ mode: 'reconnecting', error: { kind: 'unreachable' } });
    log.down = false;
    await clock.advance(60_000);
    expect(tail.snapshot().mode).toBe('streaming');
    expect(tail.snapshot().error).toBeUndefined();
    expect(held()).toEqual(all());
  });

  test('the log tail finds lines that a stream left out at its beginning', async () => {
    const { clock, log, tail, held, all } = setup();
    const { api } = log;
    for (let count = 0; count < 10; count++) log.write();
    const follow = api.followLogs.bind(api);
    // Between the page and the stream there are more lines than the stream goes back.
    const late = createLogTail({
      clock,
      api: {
        ...api,
        readLogs: api.readLogs.bind(api),
        followLogs(...args) {
          for (let count = 0; count < 1000; count++) log.write();
          return follow(...args);
        },
      },
    });
    late.start();
    await clock.advance(TELL_EVERY_MS);
    const { lines } = late.snapshot();
    expect(Array.from({ length: lines.end }, (_, number) => lines.at(number)?.m)).toEqual(all());
    expect(held()).toEqual([]);
    late.stop();
    tail.stop();
  });

  test('the log tail notices a stream that broke silently', async () => {
    const { clock, log, tail, held, all } = setup();
    tail.start();
    await clock.advance(TELL_EVERY_MS);
    log.write();
    await clock.advance(TELL_EVERY_MS);
    log.mute();
    log.write();
    await clock.advance(120_000);
    expect(held()).toEqual(all());
    expect(tail.snapshot().mode).toBe('streaming');
  });

  test('the log tail keeps a stream that has nothing to send', async () => {
    const { clock, log, tail } = setup();
    tail.start();
    await clock.advance(600_000);
    expect(log.asked.filter(({ operation }) => operation === 'follow')).toHaveLength(1);
  });

  test.each([
    ['refuses to', (log: FakeLog) => (log.streams = false)],
    ['answers with an end instead', (log: FakeLog) => setImmediate(() => log.finish())],
  ])('the log tail polls a service that %s stream', async (_, prepare) => {
    const { clock, log, tail, held, all } = setup();
    log.write();
    tail.start();
    prepare(log);
    for (let second = 0; second < 5; second++) {
      await clock.advance(TELL_EVERY_MS);
      log.write();
      log.finish();
    }
    await clock.advance(2000);
    expect(tail.snapshot().mode).toBe('polling');
    expect(held()).toEqual(all());
    expect(log.asked.filter(({ operation }) => operation === 'follow')).toHaveLength(1);
  });

  test('the log tail tries the stream again after polling for a while', async () => {
    const { clock, log, tail } = setup();
    log.streams = false;
    tail.start();
    await clock.advance(10_000);
    log.streams = true;
    await clock.advance(310_000);
    expect(tail.snapshot().mode).toBe('streaming');
  });

  test('the log tail streams from a service without pages', async () => {
    const { clock, log, tail, held, all } = setup();
    log.pages = false;
    log.write();
    tail.start();
    await clock.advance(TELL_EVERY_MS);
    log.write();
    await clock.advance(TELL_EVERY_MS);
    expect(tail.snapshot().mode).toBe('streaming');
    expect(held()).toEqual(all());
  });

  test('the log tail gives the reason if the service has neither stream nor pages, and keeps trying', async () => {
    const { clock, log, tail } = setup();
    log.pages = false;
    log.streams = false;
    tail.start();
    await clock.advance(120_000);
    expect(tail.snapshot()).toMatchObject({ mode: 'reconnecting', error: { kind: 'rejected', status: 404 } });
    log.streams = true;
    await clock.advance(120_000);
    expect(tail.snapshot().mode).toBe('streaming');
  });

  test('the log tail works without cursors', async () => {
    const { clock, log, tail, held, all } = setup();
    log.cursors = false;
    for (let count = 0; count < 5; count++) log.write();
    tail.start();
    await clock.advance(TELL_EVERY_MS);
    log.cut();
    log.write();
    await clock.advance(10_000);
    log.write();
    await clock.advance(TELL_EVERY_MS);
    expect(held()).toEqual(all());
  });

  test('the log tail goes on after a service was started again and refuses its earlier cursors', async () => {
    const { clock, log, tail, held } = setup();
    for (let count = 0; count < 2; count++) log.write();
    tail.start();
    await clock.advance(TELL_EVERY_MS);
    log.cut();
    log.lines.splice(0);
    log.write({ c: 'new', t: 1001, m: 'after the restart' });
    await clock.advance(10_000);
    expect(held()).toEqual(['line 0', 'line 1', 'after the restart']);
  });

  test('the log tail keeps as many lines as allowed, and counts the dropped ones', async () => {
    const { clock, log, tail, held } = setup(3);
    tail.start();
    await clock.advance(TELL_EVERY_MS);
    for (let count = 0; count < 5; count++) log.write();
    await clock.advance(TELL_EVERY_MS);
    expect(held()).toEqual(['line 2', 'line 3', 'line 4']);
    expect(tail.snapshot()).toMatchObject({ received: 5, dropped: 2 });
  });

  test('the log tail notifies once a second at most, and keeps its snapshot in between', async () => {
    const { clock, log, tail } = setup();
    tail.start();
    await clock.advance(TELL_EVERY_MS);
    let told = 0;
    tail.subscribe(() => told++);
    for (let step = 0; step < 100; step++) {
      log.write();
      await clock.advance(10);
    }
    expect(told).toBeLessThanOrEqual(2);
    const snapshot = tail.snapshot();
    log.write();
    expect(tail.snapshot()).toBe(snapshot);
    await clock.advance(TELL_EVERY_MS);
    expect(tail.snapshot().version).toBeGreaterThan(snapshot.version);
  });

  test('a stopped log tail closes its stream and adds no more lines', async () => {
    const { clock, log, tail, held } = setup();
    tail.start();
    await clock.advance(TELL_EVERY_MS);
    tail.stop();
    log.write();
    await clock.advance(60_000);
    expect(log.open).toBe(0);
    expect(held()).toEqual([]);
    expect(tail.snapshot().mode).toBe('idle');
    expect(clock.pending()).toBe(0);
  });
});

describe('selection of the log tail', () => {
  test('the log tail sends its selection in the parameters of each operation', async () => {
    const { clock, log, tail } = setup();
    tail.start({ services: ['smb', 'mon'], servers: [4], maxPriority: 2 });
    await clock.advance(TELL_EVERY_MS);
    const chosen = { server: 4, priority: [0, 1, 2] };
    expect(log.asked).toEqual([
      { operation: 'read', query: { ...chosen, service: ['samba', 'mon'], lines: 500 } },
      { operation: 'follow', query: { ...chosen, service: ['smb', 'mon'], before: -1, lines: 200 } },
    ]);
  });

  test('a selection of several servers requests all of them and drops the others here', async () => {
    const { clock, log, tail, held } = setup();
    tail.start({ servers: [1, 2] });
    await clock.advance(TELL_EVERY_MS);
    for (const h of [1, 2, 3]) log.write({ h, m: `server ${h}` });
    await clock.advance(TELL_EVERY_MS);
    expect(log.asked.every(({ query }) => query.server === undefined)).toBe(true);
    expect(held()).toEqual(['server 1', 'server 2']);
  });

  test('a changed selection keeps the lines and inserts older ones by their time', async () => {
    const { clock, log, tail, held } = setup();
    for (let count = 0; count < 5; count++) log.write();
    const hidden = log.lines.splice(1, 2);
    tail.start({ services: ['mon'] });
    await clock.advance(TELL_EVERY_MS);
    expect(held()).toEqual(['line 0', 'line 3', 'line 4']);
    log.lines.splice(1, 0, ...hidden);
    tail.start({ services: ['mon', 'mgr'] });
    await clock.advance(TELL_EVERY_MS);
    expect(held()).toEqual(['line 0', 'line 1', 'line 2', 'line 3', 'line 4']);
    expect(log.open).toBe(1);
  });

  test('an unchanged selection causes no request', async () => {
    const { clock, log, tail } = setup();
    tail.start({ services: ['mon'] });
    tail.start({ services: ['mon'] });
    await clock.advance(TELL_EVERY_MS);
    expect(log.asked).toHaveLength(2);
  });
});

test('whatever happens to the connection, the log tail ends with every line once and in order', async () => {
  const event = fc.oneof(
    fc.record({ do: fc.constant('write' as const), count: fc.integer({ min: 1, max: 40 }) }),
    fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 20_000 }) }),
    fc.record({
      do: fc.constantFrom('cut' as const, 'mute' as const, 'down' as const, 'up' as const, 'finish' as const),
    }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(event, { maxLength: 25 }), fc.boolean(), async (events, streams) => {
      const { clock, log, tail, held, all } = setup();
      log.streams = streams;
      tail.start();
      await clock.advance(1000);
      for (const happens of events) {
        if (happens.do === 'write') for (let count = 0; count < happens.count; count++) log.write();
        else if (happens.do === 'wait') await clock.advance(happens.ms);
        else if (happens.do === 'down' || happens.do === 'up') log.down = happens.do === 'down';
        else log[happens.do]();
      }
      log.down = false;
      // The longest wait after a failure, plus the check of a silent stream.
      await clock.advance(60_000 + 2 * 30_000);
      tail.stop();
      expect(held()).toEqual(all());
    }),
    { numRuns: 30 },
  );
});

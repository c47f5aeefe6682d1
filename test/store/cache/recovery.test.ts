import { describe, expect, test } from 'vitest';
import { createCache } from '../../../src/store/cache/cache.ts';
import { composed } from '../../../src/store/cache/resource.ts';
import { isRecovery } from '../../../src/store/cache/state.ts';
import { createLogTail } from '../../../src/store/log/tail.ts';
import { FAKE_EPOCH, fakeClock } from '../../support/fakeClock.ts';
import { fakeApi, unreachable } from '../fakeApi.ts';
import { FakeLog } from '../log/fakeLog.ts';

/** The maximum time after the first answer until the other resources are read again. */
const SOON_MS = 5000;
const IDS = ['status', 'disks', 'crush', 'pools', 'tasks', 'flags'] as const;
type Id = (typeof IDS)[number];

/** A cache of a service that can be switched off, as a whole or permanently for one resource. */
function setup() {
  const clock = fakeClock();
  const service = { on: true, hangs: false, broken: new Set<Id>() };
  const reads = new Map<Id, number>();
  const resourceOf = (id: Id) =>
    composed<readonly unknown[]>({
      key: [id],
      everyMs: 2000,
      read() {
        reads.set(id, (reads.get(id) ?? 0) + 1);
        if (service.hangs)
          return new Promise((_, reject) => clock.after(10_000, () => reject(unreachable())));
        return service.on && !service.broken.has(id) ? Promise.resolve([]) : Promise.reject(unreachable());
      },
    });
  const cache = createCache({ api: fakeApi({}), clock });
  const slots = () => IDS.map((id) => cache.slot(resourceOf(id)));
  const watch = () => {
    for (const id of IDS) cache.watch(resourceOf(id));
  };
  /** Advances the time until a condition holds, and returns how long that took. */
  const until = async (holds: () => boolean) => {
    const from = clock.now();
    while (!holds()) await clock.advance(100);
    return clock.now() - from;
  };
  return { clock, service, reads, cache, resourceOf, slots, watch, until };
}

describe('service that answers again', () => {
  test('all failed resources are read again soon after the service answers again', async () => {
    const { clock, service, cache, slots, watch, until } = setup();
    watch();
    await clock.advance(4000);
    service.on = false;
    await clock.advance(300_000);
    service.on = true;
    await until(() => slots().some(({ failures }) => failures === 0));
    expect(await until(() => slots().every(({ failures }) => failures === 0))).toBeLessThanOrEqual(SOON_MS);
    cache[Symbol.dispose]();
  });

  test('resources whose read still hangs are read again soon after the service answers again', async () => {
    const { clock, service, cache, resourceOf, slots, watch, until } = setup();
    watch();
    service.on = false;
    await clock.advance(300_000);
    service.hangs = true;
    await until(() => IDS.some((id) => cache.isReading(resourceOf(id))));
    service.hangs = false;
    service.on = true;
    await until(() => slots().some(({ failures }) => failures === 0));
    const wait = await until(() => slots().every(({ failures }) => failures === 0));
    expect(wait).toBeLessThanOrEqual(10_000 + SOON_MS);
    cache[Symbol.dispose]();
  });

  test('the next read of failed resources is announced as soon as the service answers again', async () => {
    const { clock, service, cache, slots, watch, until } = setup();
    let waits: readonly number[] | undefined;
    const stop = cache.store.subscribe((now, before) => {
      if (!isRecovery(now, before)) return;
      const failing = slots().filter(({ failures }) => failures > 0);
      waits ??= failing.map(({ nextAt = 0 }) => nextAt - clock.now());
    });
    watch();
    service.on = false;
    await clock.advance(300_000);
    service.on = true;
    await until(() => waits !== undefined);
    expect(waits).not.toEqual([]);
    for (const wait of waits ?? []) expect(wait).toBeLessThanOrEqual(SOON_MS);
    stop();
    cache[Symbol.dispose]();
  });

  test('a resource that never answers is not read more often because another one recovers again and again', async () => {
    const { clock, service, reads, cache, watch } = setup();
    service.broken.add('tasks');
    watch();
    await clock.advance(600_000);
    const before = reads.get('tasks') ?? 0;
    // Another resource that fails from time to time.
    for (let turn = 0; turn < 30; turn++) {
      service.broken[turn % 2 === 0 ? 'add' : 'delete']('pools');
      await clock.advance(2000);
    }
    expect((reads.get('tasks') ?? 0) - before).toBeLessThanOrEqual(60_000 / SOON_MS + 1);
    cache[Symbol.dispose]();
  });

  test('the return of the service is announced once each time, and not for a resource that never failed', async () => {
    const { clock, service, cache, resourceOf } = setup();
    let announced = 0;
    const stop = cache.store.subscribe((now, before) => {
      if (isRecovery(now, before)) announced++;
    });
    cache.watch(resourceOf('status'));
    await clock.advance(10_000);
    expect(announced).toBe(0);
    service.on = false;
    await clock.advance(10_000);
    service.on = true;
    await clock.advance(60_000);
    expect(announced).toBe(1);
    stop();
    cache[Symbol.dispose]();
  });
});

describe('log after the return of the service', () => {
  test('the log connects at once after the service answers again', async () => {
    const clock = fakeClock();
    const log = new FakeLog();
    const tail = createLogTail({ api: log.api, clock });
    log.down = true;
    tail.start();
    await clock.advance(300_000);
    log.down = false;
    tail.reconnectNow();
    await clock.advance(0);
    expect(log.open).toBe(1);
    tail.stop();
    await clock.advance(60_000);
    expect(clock.pending()).toBe(0);
  });

  test('the log reconnects after an attempt that was still running when the service returned', async () => {
    const clock = fakeClock();
    const log = new FakeLog();
    const hung = Promise.withResolvers<never>();
    const readLogs: typeof log.api.readLogs = (...input) =>
      clock.now() - FAKE_EPOCH < 300_000 ? Promise.reject(unreachable()) : read(...input);
    const answers = log.api.readLogs.bind(log.api);
    let read: typeof answers = () => hung.promise;
    const tail = createLogTail({
      api: { ...log.api, readLogs, followLogs: log.api.followLogs.bind(log.api) },
      clock,
    });
    tail.start();
    await clock.advance(400_000);
    tail.reconnectNow();
    read = answers;
    hung.reject(unreachable());
    await clock.advance(0);
    expect(log.open).toBe(1);
    tail.stop();
  });

  test('a connected log continues unchanged when the service answers again', async () => {
    const clock = fakeClock();
    const log = new FakeLog();
    const tail = createLogTail({ api: log.api, clock });
    tail.start();
    await clock.advance(2000);
    tail.reconnectNow();
    log.down = true;
    log.cut();
    await clock.advance(0);
    const asked = log.asked.length;
    await clock.advance(400);
    expect(log.asked).toHaveLength(asked);
    tail.stop();
  });
});

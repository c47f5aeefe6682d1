import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createHostLock } from '../../../../src/service/ceph/state/hostLock.ts';

const fsid = `${process.pid} hostLock.test`;
const lockOn = (hostname: string) => createHostLock(hostname, async () => fsid);

test('one service of a server acts for it, and another one takes over when that ends', async () => {
  const [first, second] = [lockOn('alpha'), lockOn('alpha')];
  expect(await first.acquire()).toBe(true);
  expect(await second.acquire()).toBe(false);
  expect(await Promise.all([first.acquire(), first.acquire()])).toEqual([true, true]);
  await first.close();
  await expect(first.require()).rejects.toThrow('another storedeck serve on alpha');
  await second.require();
  expect(await second.acquire()).toBe(true);
  await second.close();
});

test('services of other servers are not affected by the lock of a host', async () => {
  const [alpha, beta] = [lockOn('alpha'), lockOn('beta')];
  expect([await alpha.acquire(), await beta.acquire()]).toEqual([true, true]);
  await Promise.all([alpha.close(), beta.close()]);
});

test('the lock is requested again if the cluster does not answer', async () => {
  let answers = false;
  const read = () => (answers ? Promise.resolve(fsid) : Promise.reject(new Error('no answer')));
  const lock = createHostLock('alpha', read);
  await expect(lock.acquire()).rejects.toThrow('no answer');
  answers = true;
  expect(await lock.acquire()).toBe(true);
  await lock.close();
});

test('a service that ends while the cluster does not answer releases nothing, and does not take the lock later', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const lock = createHostLock('gamma', () => promise);
  const acquired = lock.acquire();
  await lock.close();
  resolve(fsid);
  expect(await acquired).toBe(false);
  const next = lockOn('gamma');
  expect(await next.acquire()).toBe(true);
  await next.close();
});

test('a service that ends while it takes the lock of its host leaves it free', async () => {
  const ending = lockOn('delta');
  const acquired = ending.acquire();
  // The name of the cluster has been read, and the socket is being opened.
  await Promise.resolve().then(() => undefined);
  await ending.close();
  expect(await acquired).toBe(false);
  const next = lockOn('delta');
  expect(await next.acquire()).toBe(true);
  await next.close();
});

test.each(Array.from({ length: 8 }, (_, count) => count))(
  'a service that ends %d steps after a turn in which it may have taken the lock of its host leaves it free',
  async (steps) => {
    for (let turns = 0; turns < 5; turns++) {
      const ending = lockOn('epsilon');
      const acquired = ending.acquire();
      for (let turn = 0; turn < turns; turn++) await setImmediate();
      const { promise, resolve } = Promise.withResolvers<void>();
      process.nextTick(resolve);
      await promise;
      for (let step = 0; step < steps; step++) await Promise.resolve();
      await ending.close();
      await acquired;
      const next = lockOn('epsilon');
      expect(await next.acquire()).toBe(true);
      await next.close();
    }
  },
);

import { expect, test } from 'vitest';
import { every, retryUntilDone, within } from '../../../../src/service/ceph/client/timeouts.ts';
import { fakeClock } from '../../../support/fakeClock.ts';

const never = () => new Promise<never>(() => undefined);

test('a value that arrives in time is passed on, and a late one is not waited for', async () => {
  const clock = fakeClock();
  expect(await within(clock, 100, Promise.resolve(1))).toBe(1);
  const late = within(clock, 100, never());
  await clock.advance(100);
  expect(await late).toBeUndefined();
});

test('a failure in time is passed on', async () => {
  await expect(within(fakeClock(), 100, Promise.reject(new Error('no')))).rejects.toThrow('no');
});

test('an attempt is repeated until it succeeds', async () => {
  const clock = fakeClock();
  let attempts = 0;
  retryUntilDone(clock, 100, async () => {
    if (++attempts < 3) throw new Error('not yet');
  });
  await clock.advance(1000);
  expect(attempts).toBe(3);
  expect(clock.pending()).toBe(0);
});

test('a repeated job survives a failure and ends when it is disposed', async () => {
  const clock = fakeClock();
  let runs = 0;
  const running = every(clock, 100, async () => {
    if (++runs === 2) throw new Error('once');
  });
  await clock.advance(350);
  expect(runs).toBe(4);
  running[Symbol.dispose]();
  await clock.advance(1000);
  expect(runs).toBe(4);
});

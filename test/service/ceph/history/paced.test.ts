import { expect, test } from 'vitest';
import { paced } from '../../../../src/service/ceph/history/paced.ts';
import { fakeClock } from '../../../support/fakeClock.ts';

test('a value that is fast to read is read each time', async () => {
  let reads = 0;
  const read = paced(fakeClock(), () => Promise.resolve(++reads));
  expect([await read(), await read()]).toEqual([1, 2]);
});

test('a value that took a third of a second to read is kept for half a minute', async () => {
  const clock = fakeClock();
  let reads = 0;
  const read = paced(clock, async () => {
    await clock.advance(300);
    return ++reads;
  });
  await read();
  await clock.advance(29_999);
  expect(await read()).toBe(1);
  await clock.advance(1);
  expect(await read()).toBe(2);
});

test('a failed read drops the previous value', async () => {
  const clock = fakeClock();
  let fails = false;
  const read = paced(clock, () => (fails ? Promise.reject(new Error('no manager')) : Promise.resolve(1)));
  await read();
  fails = true;
  await clock.advance(1);
  await expect(read()).rejects.toThrow('no manager');
  await expect(read()).rejects.toThrow('no manager');
});

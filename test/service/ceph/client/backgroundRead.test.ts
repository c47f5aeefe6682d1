import { expect, test } from 'vitest';
import { sleep } from '../../../../src/lib/clock.ts';
import { createBackgroundRead } from '../../../../src/service/ceph/client/backgroundRead.ts';
import { fakeClock } from '../../../support/fakeClock.ts';

const never = () => new Promise<never>(() => undefined);
const fails = () => Promise.reject(new Error('no'));

test('the last known value replaces a missing or failed one, with the time of its request', async () => {
  const clock = fakeClock();
  const start = clock.elapsed();
  const part = createBackgroundRead<number>(clock);
  expect(await part(fails)).toBeUndefined();
  expect(await part(() => Promise.resolve(7))).toEqual({ value: 7, at: start });
  await clock.advance(1000);
  expect(await part(fails)).toEqual({ value: 7, at: start });
  const late = part(never);
  await clock.advance(100);
  expect(await late).toEqual({ value: 7, at: start });
});

test('a value that was never known is waited for longer, up to a limit', async () => {
  const clock = fakeClock();
  const part = createBackgroundRead<number>(clock);
  const first = part(never);
  let ended = false;
  void first.then(() => (ended = true));
  await clock.advance(1999);
  expect(ended).toBe(false);
  await clock.advance(1);
  expect(await first).toBeUndefined();
});

test('a value that took a second to read is kept for five, and read once for all callers meanwhile', async () => {
  const clock = fakeClock();
  const start = clock.elapsed();
  const part = createBackgroundRead<number>(clock);
  let reads = 0;
  const read = async () => {
    await sleep(clock, 1000);
    return ++reads;
  };
  const both = [part(read), part(read)];
  await clock.advance(1000);
  expect(await Promise.all(both)).toEqual([
    { value: 1, at: start },
    { value: 1, at: start },
  ]);
  await clock.advance(4999);
  await part(read);
  await clock.advance(1);
  void part(read);
  await clock.advance(1000);
  expect(reads).toBe(2);
});

test('a read that took very long, because a manager hung, does not keep its value for longer than the given limit', async () => {
  const clock = fakeClock();
  const part = createBackgroundRead<number>(clock, { restFactor: 100, maxRestMs: 120_000 });
  let reads = 0;
  const read = async () => {
    if (++reads === 2) await sleep(clock, 30_000);
    return reads;
  };
  await part(read);
  const hung = part(read);
  await clock.advance(30_000);
  await hung;
  await clock.advance(119_999);
  expect((await part(read))?.value).toBe(2);
  await clock.advance(1);
  expect((await part(read))?.value).toBe(3);
});

test('a value that nobody has asked for in a while is read anew for the first who does, who waits for it', async () => {
  const clock = fakeClock();
  const part = createBackgroundRead<number>(clock, { restFactor: 0 });
  let reads = 0;
  const read = async () => {
    await sleep(clock, 500);
    return ++reads;
  };
  void part(read);
  await clock.advance(180_000);
  const start = clock.elapsed();
  const late = part(read);
  await clock.advance(500);
  expect(await late).toEqual({ value: 2, at: start });
  const next = part(read);
  await clock.advance(40);
  expect(await next).toEqual({ value: 2, at: start });
});

test('a value of no use any more is waited for, unless the read of it hangs already', async () => {
  const clock = fakeClock();
  const part = createBackgroundRead<number>(clock, { outdatedMs: 15_000 });
  let value = 0;
  const slowly = async () => {
    await sleep(clock, 1000);
    return ++value;
  };
  const first = part(slowly);
  await clock.advance(1000);
  await first;
  await clock.advance(20_000);
  const again = part(slowly);
  await clock.advance(1000);
  expect((await again)?.value).toBe(2);
  await clock.advance(20_000);
  const hanging = part(never);
  await clock.advance(2000);
  await hanging;
  const soon = part(never);
  await clock.advance(40);
  expect((await soon)?.value).toBe(2);
});

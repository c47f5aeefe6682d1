import { expect, test } from 'vitest';
import { sleep } from '../../src/lib/clock.ts';
import { createShare } from '../../src/service/share.ts';
import { fakeClock } from '../support/fakeClock.ts';

function counting() {
  let reads = 0;
  return { read: () => Promise.resolve(++reads), reads: () => reads };
}

test('fifty readers at once cost one read', async () => {
  const share = createShare(fakeClock());
  const { read, reads } = counting();
  await Promise.all(Array.from({ length: 50 }, () => share.get('status', 1000, read)));
  expect(reads()).toBe(1);
});

test('an answer is shared for a fixed time after its arrival, and no longer', async () => {
  const clock = fakeClock();
  const share = createShare(clock);
  const { read } = counting();
  expect(await share.get('status', 1000, read)).toBe(1);
  await clock.advance(999);
  expect(await share.get('status', 1000, read)).toBe(1);
  await clock.advance(1);
  expect(await share.get('status', 1000, read)).toBe(2);
});

test('each reader decides how old a shared answer may be, whoever read it', async () => {
  const clock = fakeClock();
  const share = createShare(clock);
  const { read } = counting();
  await share.get('config', 10_000, read);
  await clock.advance(4000);
  expect(await share.get('config', 5000, read)).toBe(1);
  expect(await share.get('config', 1000, read)).toBe(2);
});

test('different requests have different answers', async () => {
  const share = createShare(fakeClock());
  const { read } = counting();
  await share.get('status', 1000, read);
  expect(await share.get('osd tree', 1000, read)).toBe(2);
});

test('a failure reaches all waiting readers, and the next reader tries again', async () => {
  const share = createShare(fakeClock());
  const fail = () => Promise.reject(new Error('no answer'));
  const both = [share.get('status', 1000, fail), share.get('status', 1000, fail)];
  for (const reading of both) await expect(reading).rejects.toThrow('no answer');
  expect(await share.get('status', 1000, () => Promise.resolve('fine'))).toBe('fine');
});

test('after `clear` everything is read again', async () => {
  const share = createShare(fakeClock());
  const { read } = counting();
  await share.get('flags', 1000, read);
  share.clear();
  expect(await share.get('flags', 1000, read)).toBe(2);
});

test('a time for sharing may depend on how long the read took, from the first read on', async () => {
  const clock = fakeClock();
  const share = createShare(clock);
  let reads = 0;
  const slowly = () => sleep(clock, 1000).then(() => ++reads);
  const get = () => share.get('list', (tookMs) => 3 * tookMs, slowly);
  const first = get();
  await clock.advance(1000);
  expect(await first).toBe(1);
  await clock.advance(2999);
  expect(await get()).toBe(1);
  await clock.advance(1);
  void get();
  await clock.advance(1000);
  expect(reads).toBe(2);
});

test('a value that has expired for who began its read is dropped at the next request, whatever that reads', async () => {
  const clock = fakeClock();
  const share = createShare(clock);
  const { read } = counting();
  await share.get('status', 1000, read);
  await clock.advance(1000);
  await share.get('other', 1000, read);
  expect(await share.get('status', 10_000, read)).toBe(3);
});

test('values that have expired are looked for only every half second', async () => {
  const clock = fakeClock();
  const share = createShare(clock);
  const { read } = counting();
  await clock.advance(500);
  await share.get('status', 100, read);
  await clock.advance(499);
  expect(await share.get('status', 10_000, read)).toBe(1);
  await clock.advance(1);
  expect(await share.get('status', 10_000, read)).toBe(2);
  await share.get('short', 100, read);
  await clock.advance(499);
  expect(await share.get('short', 10_000, read)).toBe(3);
});

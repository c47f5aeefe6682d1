import { expect, test } from 'vitest';
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

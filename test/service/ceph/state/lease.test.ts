import { expect, test } from 'vitest';
import { BEAT_MS, createLease } from '../../../../src/service/ceph/state/lease.ts';
import { createStateStore } from '../../../../src/service/ceph/state/store.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { KeyStore } from './keyStore.ts';

const setup = () => {
  const keys = new KeyStore();
  const clock = fakeClock();
  return {
    keys,
    clock,
    node: (name: string) => createLease(createStateStore(keys.connect(clock), clock, name), clock, name),
  };
};

test('one of two nodes holds the lease, and keeps it', async () => {
  const { clock, node } = setup();
  const nodes = [node('a'), node('b')];
  await clock.advance(20 * BEAT_MS);
  expect(nodes.filter(({ held }) => held)).toHaveLength(1);
});

test('a node that gives up the lease leaves it to the other at its next beat', async () => {
  const { clock, node } = setup();
  const a = node('a');
  await clock.advance(1000);
  const b = node('b');
  await clock.advance(1000);
  expect([a.held, b.held]).toEqual([true, false]);
  const closing = a.close();
  await clock.advance(BEAT_MS + 1000);
  await closing;
  expect([a.held, b.held]).toEqual([false, true]);
});

test('a holder that is cut off considers the lease lost before another node takes it', async () => {
  const { keys, clock, node } = setup();
  const a = node('a');
  await clock.advance(1000);
  const b = node('b');
  await clock.advance(1000);
  keys.before = () => {
    throw new Error('cut off');
  };
  await clock.advance(2 * BEAT_MS + 1000);
  expect([a.held, b.held]).toEqual([false, false]);
  await a.close();
  keys.before = () => undefined;
  await clock.advance(4 * BEAT_MS);
  expect([a.held, b.held]).toEqual([false, true]);
});

test('a beat that is under way when a node gives up the lease does not take it again', async () => {
  const { keys, clock, node } = setup();
  const a = node('a');
  await clock.advance(1000);
  let closing: Promise<void> | undefined;
  keys.before = () => {
    closing ??= a.close();
  };
  await clock.advance(BEAT_MS + 1000);
  await closing;
  await clock.advance(1000);
  expect(a.held).toBe(false);
  const b = node('b');
  await clock.advance(1000);
  expect(b.held).toBe(true);
});

test('a holder relies on the lease for 30 s after its last beat, and others wait 45 s for the next one', async () => {
  const { keys, clock, node } = setup();
  const a = node('a');
  await clock.advance(1000);
  let cut = true;
  keys.before = () => {
    if (cut) throw new Error('cut off');
  };
  await clock.advance(2 * BEAT_MS - 1001);
  expect(a.held).toBe(true);
  await clock.advance(1);
  expect(a.held).toBe(false);
  await a.close();
  expect(clock.pending()).toBe(0);
  cut = false;
  const b = node('b');
  await clock.advance(3 * BEAT_MS - 1);
  expect(b.held).toBe(false);
  await clock.advance(BEAT_MS + 1000);
  expect(b.held).toBe(true);
});

test('a node that may not hold the lease leaves it free', async () => {
  const { keys, clock } = setup();
  let isEligible = false;
  const store = createStateStore(keys.connect(clock), clock, 'a');
  const lease = createLease(store, clock, 'a', async () => isEligible);
  await clock.advance(4 * BEAT_MS);
  expect([lease.held, keys.values.size]).toEqual([false, 0]);
  isEligible = true;
  await clock.advance(BEAT_MS + 1000);
  expect(lease.held).toBe(true);
});

import { describe, expect, test } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { createPacer } from '../../../src/store/link/pacer.ts';
import { fakeClock } from '../../support/fakeClock.ts';

function setup(everyMs: number) {
  const clock = fakeClock();
  let every = everyMs;
  const pacer = createPacer(clock, () => every);
  const notified: string[] = [];
  const listen = (name: string, leastMs?: number) => {
    const store = createStore<{ n: number }>(() => ({ n: 0 }));
    const paced = pacer.store(store, leastMs === undefined ? undefined : () => leastMs);
    const end = paced.subscribe(({ n }, before) => notified.push(`${name}: ${before.n} to ${n}`));
    return { paced, end, set: (n: number) => store.setState({ n }) };
  };
  const heard = () => notified.splice(0);
  return { clock, pacer, listen, heard, change: (ms: number) => (every = ms) };
}

describe('paced store', () => {
  test('a paced store notifies at once if it has no beat', () => {
    const { listen, heard, clock } = setup(0);
    const { set } = listen('a');
    set(1);
    set(2);
    expect(heard()).toEqual(['a: 0 to 1', 'a: 1 to 2']);
    expect(clock.pending()).toBe(0);
  });

  test('a paced store notifies once of several changes, together with other stores, on the next beat', async () => {
    const { listen, heard, clock } = setup(1000);
    const [a, b] = [listen('a'), listen('b')];
    a.set(1);
    b.set(1);
    expect(heard()).toEqual([]);
    await clock.advance(0);
    expect(heard()).toEqual(['a: 0 to 1', 'b: 0 to 1']);
    await clock.advance(300);
    a.set(2);
    await clock.advance(300);
    a.set(3);
    b.set(2);
    await clock.advance(399);
    expect(heard()).toEqual([]);
    await clock.advance(1);
    expect(heard()).toEqual(['a: 1 to 3', 'b: 1 to 2']);
  });

  test('a paced store gathers changes for a minimum time, or until others notify at once', async () => {
    const { listen, heard, clock } = setup(0);
    const [a, b] = [listen('a', 20), listen('b')];
    a.set(1);
    await clock.advance(0);
    expect(heard()).toEqual(['a: 0 to 1']);
    a.set(2);
    b.set(1);
    expect(heard()).toEqual(['a: 1 to 2', 'b: 0 to 1']);
    a.set(3);
    await clock.advance(19);
    expect(heard()).toEqual([]);
    await clock.advance(1);
    expect(heard()).toEqual(['a: 2 to 3']);
  });

  test('a paced store does not delay urgent changes', async () => {
    const { listen, heard, clock } = setup(0);
    const [calm, urgent] = [listen('calm', 1200), listen('urgent', 20)];
    calm.set(1);
    await clock.advance(0);
    calm.set(2);
    urgent.set(1);
    expect(heard()).toEqual(['calm: 0 to 1']);
    await clock.advance(20);
    expect(heard()).toEqual(['calm: 1 to 2', 'urgent: 0 to 1']);
    await clock.advance(5000);
    expect(heard()).toEqual([]);
  });

  test('a slow link makes the beat longer, never shorter', async () => {
    const { listen, heard, clock } = setup(1000);
    const { set } = listen('a', 20);
    set(1);
    await clock.advance(0);
    set(2);
    await clock.advance(999);
    expect(heard()).toEqual(['a: 0 to 1']);
    await clock.advance(1);
    expect(heard()).toEqual(['a: 1 to 2']);
  });

  test('a paced store holds the latest state before it notifies', () => {
    const { listen } = setup(1000);
    const { paced, set } = listen('a');
    set(7);
    expect(paced.getState().n).toBe(7);
  });

  test('a paced store notifies no removed listener, and leaves no timer', async () => {
    const { listen, heard, clock, pacer } = setup(1000);
    const { set, end } = listen('a');
    set(1);
    end();
    await clock.advance(5000);
    set(2);
    expect(heard()).toEqual([]);
    listen('b').set(1);
    pacer[Symbol.dispose]();
    expect(clock.pending()).toBe(0);
  });

  test('a paced store notifies of pending changes when the beat ends', async () => {
    const { listen, heard, pacer, change, clock } = setup(5000);
    const { set } = listen('a');
    set(1);
    await clock.advance(0);
    set(2);
    change(0);
    pacer.flush();
    expect(heard()).toEqual(['a: 0 to 1', 'a: 1 to 2']);
    set(3);
    expect(heard()).toEqual(['a: 2 to 3']);
  });
});

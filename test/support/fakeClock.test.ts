import { expect, it } from 'vitest';
import { sleep } from '../../src/lib/clock.ts';
import { fakeClock } from './fakeClock.ts';

it('the fake clock runs timers in order of their time, each at its time, including those that a timer sets', async () => {
  const clock = fakeClock(0);
  const ran: string[] = [];
  clock.after(30, () => ran.push(`c@${clock.now()}`));
  clock.after(10, () => {
    ran.push(`a@${clock.now()}`);
    clock.after(10, () => ran.push(`b@${clock.now()}`));
  });
  await clock.advance(29);
  expect(ran).toEqual(['a@10', 'b@20']);
  await clock.advance(1);
  expect(ran).toEqual(['a@10', 'b@20', 'c@30']);
});

it('the fake clock runs the promises that a timer resolved before the next timer', async () => {
  const clock = fakeClock(0);
  const ran: number[] = [];
  const loop = (async () => {
    for (let round = 0; round < 3; round++) {
      await sleep(clock, 1000);
      ran.push(clock.now());
    }
  })();
  await clock.advance(3000);
  await loop;
  expect(ran).toEqual([1000, 2000, 3000]);
});

it('the fake clock drops a disposed timer', async () => {
  const clock = fakeClock();
  const timer = clock.after(5, () => expect.unreachable());
  timer[Symbol.dispose]();
  expect(clock.pending()).toBe(0);
  await clock.advance(10);
});

import { expect, test } from 'vitest';
import { OneWay } from './link.ts';

test('data sent over the simulated link arrives in order', async () => {
  const link = new OneWay({ bytesPerSecond: 8000, roundTripMs: 20 });
  const arrived: number[] = [];
  // The waiting data decreases meanwhile, so later timers are shorter.
  link.send(800, () => arrived.push(0));
  for (let sent = 1; sent < 300; sent++) {
    const until = performance.now() + 0.25;
    while (performance.now() < until);
    link.send(1, () => arrived.push(sent));
  }
  await expect.poll(() => arrived.length).toBe(300);
  expect(arrived).toEqual(Array.from({ length: 300 }, (_, index) => index));
});

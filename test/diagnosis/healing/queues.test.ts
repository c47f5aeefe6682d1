import { expect, test } from 'vitest';
import type { ClusterEvidence } from '../../../src/api/contract/evidence.ts';
import { addQueues, queueTimeLeft, type QueueSample } from '../../../src/diagnosis/healing/queues.ts';

type Recovery = NonNullable<ClusterEvidence['recovery']>;

/**
 * Readings of two minutes, one every ten seconds. Pool 1 gets ten objects a second with two copies running, so that an object
 * takes 0.2 s; pool 2 gets one a second with one copy running.
 */
const readings = (recovery: Recovery = {}): readonly QueueSample[] =>
  Array.from({ length: 13 }, (_, index) => index * 10).reduce<readonly QueueSample[]>(
    (history, second) =>
      addQueues(
        history,
        {
          recovery: {
            groups: 10,
            parallel: 1,
            pools: [
              { pool: 1, left: 9000 - 10 * second, running: 2 },
              { pool: 2, left: 900 - second, running: 1 },
            ],
            queues: [
              { osd: 1, pool: 1, sends: 500, receives: 1000 },
              { osd: 1, pool: 2, sends: 300, receives: 0 },
              { osd: 2, pool: 1, sends: 0, receives: 1500 },
            ],
            ...recovery,
          },
        },
        second * 1000,
      ),
    [],
  );
const NOW = 120_000;

test('the remaining time is about that of the longest queue of an OSD, by the pace of each pool', () => {
  const left = queueTimeLeft(readings(), 10, NOW)!;
  // osd.1 sends for 100 + 300 s and receives for 200 s.
  expect(left.from).toBeGreaterThan(0.7 * 400);
  expect(left.from).toBeLessThan(400);
  expect(left.to).toBeGreaterThan(600);
  expect(left.to).toBeLessThan(1.4 * 600);
});

test('queues take half the time if an OSD sends two placement groups at a time', () => {
  const [one, two] = [1, 2].map((parallel) => queueTimeLeft(readings({ parallel }), 10, NOW)!);
  // The range is wider for the same queues, as each group gets faster towards the end.
  expect(two!.to).toBeCloseTo((one!.to / 2) * (1.4 / 1.25));
  expect(two!.from).toBeCloseTo((one!.from / 2) * (0.6 / 0.85));
});

test('a pool of which nothing has moved yet takes the pace of all pools', () => {
  const queues = [{ osd: 3, pool: 9, sends: 1100, receives: 0 }];
  // Eleven objects a second with three copies running.
  const left = queueTimeLeft(readings({ queues }), 10, NOW)!;
  expect(left.from).toBeLessThan(300);
  expect(left.to).toBeGreaterThan(300);
});

test.each([
  ['made no progress', { left: 900 }, 300],
  ['has nothing running', { running: 0 }, (1000 * 240) / 1320],
])('a pool that %s takes the pace of all pools', (_, change, seconds) => {
  const queues = [{ osd: 3, pool: 2, sends: 1000, receives: 0 }];
  const samples = readings({ queues }).map(({ recovery, ...sample }) => {
    const pools = recovery.pools?.map((one) => (one.pool === 2 ? { ...one, ...change } : one)) ?? [];
    return { ...sample, recovery: { ...recovery, pools } };
  });
  const left = queueTimeLeft(samples, 10, NOW)!;
  expect(left.from).toBeCloseTo(0.85 * seconds);
  expect(left.to).toBeCloseTo(1.25 * seconds);
});

test('no remaining time is derived from queues that are few, outdated, or do not hold the troubled groups', () => {
  const known = readings();
  expect(queueTimeLeft([], 10, NOW)).toBeUndefined();
  expect(queueTimeLeft(known.slice(-4), 10, NOW)).toBeUndefined();
  expect(queueTimeLeft(known, 10, NOW + 60_000)).toBeDefined();
  expect(queueTimeLeft(known, 10, NOW + 60_001)).toBeUndefined();
  expect(queueTimeLeft(known, 11, NOW)).toBeDefined();
  expect(queueTimeLeft(known, 12, NOW)).toBeUndefined();
});

test('no remaining time is derived from queues without contents, without progress, or of which nothing runs', () => {
  const sparse: readonly Recovery[] = [
    { queues: [] },
    { queues: [{ osd: 1 }, { pool: 1, sends: 9 }] },
    { pools: [] },
    { pools: [{}, { pool: 1, left: 7 }] },
    { parallel: 0 },
  ];
  for (const recovery of sparse) expect(queueTimeLeft(readings(recovery), 10, NOW)).toBeUndefined();
  expect(queueTimeLeft([...readings().slice(1), { at: NOW, recovery: {} }], 0, NOW)).toBeUndefined();
});

test('readings of queues are kept for half an hour, at most one in ten seconds', () => {
  const evidence = { recovery: {} };
  const first = addQueues([], evidence, 0);
  expect(addQueues(first, evidence, 9999)).toBe(first);
  expect(addQueues(first, evidence, 10_000)).toHaveLength(2);
  let history = first;
  for (let at = 0; at <= 2_000_000; at += 50_000) history = addQueues(history, evidence, at);
  expect(history[0]!.at).toBe(200_000);
});

test('readings of queues begin anew after a minute without any, or if the clock was set back', () => {
  const evidence = { recovery: {} };
  const first = addQueues(addQueues([], evidence, 900_000), evidence, 910_000);
  expect(addQueues(first, {}, 920_000)).toBe(first);
  expect(addQueues(first, undefined, 920_000)).toBe(first);
  expect(addQueues(first, evidence, 970_000)).toHaveLength(3);
  expect(addQueues(first, evidence, 970_001)).toHaveLength(1);
  expect(addQueues(first, evidence, 100_000)).toHaveLength(1);
});

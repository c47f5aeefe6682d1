import { expect, test } from 'vitest';
import type { ClusterEvidence } from '../../../src/api/contract/evidence.ts';
import { judgeHealing } from '../../../src/diagnosis/healing/healing.ts';
import {
  addQueues,
  hasQueues,
  queueTimeLeft,
  type QueueSample,
} from '../../../src/diagnosis/healing/queues.ts';
import { addSample, type HealingSample } from '../../../src/diagnosis/healing/samples.ts';
import { withPlacement } from '../../store/answers/shapes.ts';

type Recovery = NonNullable<ClusterEvidence['recovery']>;

/**
 * Readings of two minutes, or of another time in seconds, one every ten seconds. Pool 1 gets ten objects a second with two copies running, so that an object
 * takes 0.2 s; pool 2 gets one a second with one copy running. The two OSDs with the longest queues receive two objects of pool 1
 * a second, 0.4 s of a copy, and a third one with a short queue nothing.
 */
const readings = (at: (second: number) => Recovery = () => ({}), seconds = 120): readonly QueueSample[] =>
  Array.from({ length: seconds / 10 + 1 }, (_, index) => index * 10).reduce<readonly QueueSample[]>(
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
              { osd: 1, pool: 1, sends: 500, receives: 1240 - 2 * second },
              { osd: 1, pool: 2, sends: 300, receives: 0 },
              { osd: 2, pool: 1, sends: 0, receives: 1740 - 2 * second },
              { osd: 3, pool: 1, sends: 0, receives: 700 },
            ],
            ...at(second),
          },
        },
        second * 1000,
      ),
    [],
  );
const NOW = 120_000;
const [EARLIEST, LATEST] = [0.87, 1.16];

test('the remaining time includes the longest queue by the pace of each pool, and by how fast long queues shrink', () => {
  const left = queueTimeLeft(readings())!;
  // osd.1 sends for 100 + 300 s and receives for 200 s: 600 s of a copy, which shrink by 0.4 s a second.
  expect(left.from).toBeCloseTo(EARLIEST * 400);
  expect(left.to).toBeCloseTo((LATEST * 600) / 0.4);
});

test('an OSD that sends several placement groups at a time has half of its places empty in the last round', () => {
  // Ten groups take 1560 + 780 s of a copy, 234 s each.
  const two = queueTimeLeft(readings(() => ({ parallel: 2 })))!;
  expect(two.from).toBeCloseTo(EARLIEST * (200 + 234 / 4));
});

test('readings from when more placement groups were sent at a time than now do not count, as their pace is another', () => {
  const quick = (until: number) => readings((second) => ({ parallel: second < until ? 3 : 1 }));
  expect(queueTimeLeft(quick(70))).toEqual(queueTimeLeft(readings().slice(-6)));
  // Too few are left.
  expect(queueTimeLeft(quick(90))).toBeUndefined();
  // A single reading with more is chance.
  const once = readings((second) => ({ parallel: second === 90 ? 2 : 1 }));
  expect(queueTimeLeft(once)).toEqual(queueTimeLeft(readings()));
});

test('no remaining time is derived while an OSD sends or receives three placement groups at a time', () => {
  expect(queueTimeLeft(readings(() => ({ parallel: 3 })))).toBeUndefined();
});

test('no remaining time is derived once nearly all placement groups run while an OSD has several of them', () => {
  const left = (groups: number, parallel: number) => queueTimeLeft(readings(() => ({ groups, parallel })));
  // Three copies run.
  expect(left(3, 2)).toBeUndefined();
  expect(left(4, 2)).toBeDefined();
  expect(left(3, 1)).toBeDefined();
});

test('no more placement groups are sent at a time than there are', () => {
  const [one, two] = [1, 2].map((parallel) => queueTimeLeft(readings(() => ({ groups: 1, parallel }))));
  expect(two).toEqual(one);
});

test('long queues are watched for longer than the pace of the groups that run: for half of the time of the readings', () => {
  const left = queueTimeLeft(
    readings((second) => {
      const receives = 4000 - 2 * second - 2 * Math.min(second, 600);
      return { queues: [{ osd: 1, pool: 1, sends: 0, receives }] };
    }, 900),
  )!;
  // Of 2200 objects 1000 are left after the last seven and a half minutes.
  expect(left.to).toBeCloseTo((LATEST * 1000 * 450) / 1200);
});

test('the time in which further placement groups are queued does not count for how fast queues shrink', () => {
  const steady = queueTimeLeft(readings());
  // Four groups more are queued after a minute and a half.
  const grown = readings((second) => {
    const [base, groups] = second < 90 ? [0, 6] : [400, 10];
    return {
      groups,
      queues: [
        { osd: 1, pool: 1, sends: 500, receives: 840 + base - 2 * second },
        { osd: 1, pool: 2, sends: 300, receives: 0 },
      ],
    };
  });
  expect(queueTimeLeft(grown)!.to).toBeCloseTo(steady!.to);
});

/** The queue of an OSD that sends 900 objects of pool 1 at the end, 180 s of a copy, and 200 of another pool. */
const mixed = (pool: number) => (second: number) => ({
  queues: [
    { osd: 3, pool: 1, sends: 1140 - 2 * second, receives: 0 },
    { osd: 3, pool, sends: 200, receives: 0 },
  ],
});

test('a pool of which nothing has moved yet takes the pace of all pools', () => {
  // Eleven objects a second with three copies running.
  const seconds = 180 + (200 * 3) / 11;
  const left = queueTimeLeft(readings(mixed(9)))!;
  expect(left.from).toBeCloseTo(EARLIEST * seconds);
  expect(left.to).toBeCloseTo((LATEST * seconds) / 0.4);
});

test.each([
  ['made no progress', { left: 900 }, 360 / 1200],
  ['has nothing running', { running: 0 }, 240 / 1320],
])('a pool that %s takes the pace of all pools', (_, change, pace) => {
  const samples = readings(mixed(2)).map(({ recovery, ...sample }) => {
    const pools = recovery.pools?.map((one) => (one.pool === 2 ? { ...one, ...change } : one)) ?? [];
    return { ...sample, recovery: { ...recovery, pools } };
  });
  expect(queueTimeLeft(samples)!.from).toBeCloseTo(EARLIEST * (180 + 200 * pace));
});

test('queues that are few, outdated, or do not hold the troubled groups say nothing about these', () => {
  const known = readings();
  expect(hasQueues([], 10, NOW)).toBe(false);
  expect(queueTimeLeft(known.slice(-4))).toBeUndefined();
  expect(queueTimeLeft(known.slice(-5))).toBeDefined();
  expect(hasQueues(known, 10, NOW + 60_000)).toBe(true);
  expect(hasQueues(known, 10, NOW + 60_001)).toBe(false);
  expect(hasQueues(known, 11, NOW)).toBe(true);
  expect(hasQueues(known, 12, NOW)).toBe(false);
  expect(hasQueues([{ at: NOW, recovery: {} }], 1, NOW)).toBe(false);
});

test('no remaining time is derived from queues without contents, without progress, or of which nothing runs', () => {
  const sparse: readonly Recovery[] = [
    { queues: [] },
    { queues: [{ osd: 1 }, { pool: 1, sends: 9 }] },
    { queues: [{ osd: 1, pool: 1, sends: 500 }] },
    { pools: [] },
    { pools: [{}, { pool: 1, left: 7 }] },
    { parallel: 0 },
    { groups: 0 },
  ];
  for (const recovery of sparse) expect(queueTimeLeft(readings(() => recovery))).toBeUndefined();
  expect(queueTimeLeft([...readings().slice(1), { at: NOW, recovery: {} }])).toBeUndefined();
});

test('healing has no range by the pace of all while the queues of recovery are reported, but little is known of them', () => {
  const status = (second: number) => withPlacement(50 + second / 10, 100);
  let history: readonly HealingSample[] = [];
  for (let second = 0; second <= 120; second += 10)
    history = addSample(history, status(second), second * 1000);
  const waitsFor = { osds: [], due: undefined, never: undefined, keptIn: [] };
  const judged = (groups: number) =>
    judgeHealing({
      status: status(120),
      waitsFor,
      history,
      queues: readings(() => ({ groups })).slice(-4),
    });
  expect(judged(38)).toMatchObject({ state: 'healing', missing: 38, left: undefined });
  expect(judged(34).left).toBeDefined();
});

test('no remaining time is derived while the pace of the pools with most of the work is not known', () => {
  const stuck = (second: number, left: number) => ({
    pools: [
      { pool: 1, left, running: 2 },
      { pool: 2, left: 900 - second, running: 1 },
    ],
  });
  expect(queueTimeLeft(readings((second) => stuck(second, 9000)))).toBeUndefined();
  // What a pool did between two readings alone may be the pace of a moment.
  const once = readings((second) => stuck(second, second < 120 ? 9000 : 8990));
  expect(queueTimeLeft(once)).toBeUndefined();
});

test('a pool that rests for a while keeps the pace that it had', () => {
  const rests = (second: number) => ({
    pools: [
      { pool: 1, left: 9000 - 10 * Math.min(second, 60), running: second > 60 ? 0 : 2 },
      { pool: 2, left: 900 - second, running: 1 },
    ],
  });
  const seconds = (at?: (second: number) => Recovery) => queueTimeLeft(readings(at, 240))!.from;
  expect(seconds(rests) / seconds()).toBeCloseTo(1, 1);
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

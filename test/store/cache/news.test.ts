import { expect, test } from 'vitest';
import type { ClusterStatus } from '../../../src/api/contract/cluster.ts';
import type { Disk } from '../../../src/api/contract/disks.ts';
import { createCache } from '../../../src/store/cache/cache.ts';
import { resources } from '../../../src/store/cache/resources.ts';
import { fakeClock } from '../../support/fakeClock.ts';
import { fakeApi } from '../fakeApi.ts';

/** A cache of ten thousand disks, and a cluster with the health of `health`. */
function setup(count = 10_000) {
  const clock = fakeClock();
  const start = clock.now();
  const disks: readonly Disk[] = Array.from({ length: count }, (_, id) => ({ id }));
  const readsAt: number[] = [];
  let [logReads, flagReads] = [0, 0];
  const cluster: { health: object; osdmap?: object } = { health: { status: 'HEALTH_OK' } };
  const api = fakeApi({
    getClusterStatus: () => Promise.resolve({ storeStatus: structuredClone(cluster) } as ClusterStatus),
    // Twice per read: warnings, and info lines of some services.
    readLogs: () => ((logReads += 0.5), Promise.resolve([])),
    listFlags: () => (flagReads++, Promise.resolve([])),
    listDisks: () => (readsAt.push(clock.now() - start), Promise.resolve(disks as Disk[])),
  });
  const cache = createCache({ api, clock });
  cache.watch(resources.status);
  cache.watch(resources.disks);
  /** Advances the time, and lets the reads be processed. */
  const advance = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 500) {
      await clock.advance(500);
      while (cache.isReading(resources.disks)) await new Promise(setImmediate);
    }
  };
  return { advance, readsAt, cluster, cache, logReads: () => logReads, flagReads: () => flagReads };
}

test('a long list is polled less often than every five seconds, and a short one is not', async () => {
  const long = setup();
  await long.advance(60_000);
  expect(long.readsAt.length).toBeLessThan(6);
  const short = setup(3);
  await short.advance(60_000);
  expect(short.readsAt).toHaveLength(13);
});

test('a change in the health of the cluster triggers a read at once, but at most every five seconds', async () => {
  const { advance, readsAt, cluster } = setup();
  await advance(7000);
  cluster.health = { status: 'HEALTH_WARN', checks: { OSD_DOWN: {} } };
  await advance(1000);
  expect(readsAt).toEqual([0, 8000]);
  cluster.health = { status: 'HEALTH_OK' };
  await advance(4000);
  expect(readsAt).toEqual([0, 8000]);
  await advance(1000);
  expect(readsAt).toEqual([0, 8000, 13_000]);
});

test('the log of a calm cluster is read every half minute, and at once when the health changes', async () => {
  const { advance, cluster, cache, logReads } = setup(3);
  cache.watch(resources.recentLog);
  await advance(29_000);
  expect(logReads()).toBe(1);
  cluster.health = { status: 'HEALTH_WARN', checks: { OSD_DOWN: {} } };
  await advance(2500);
  expect(logReads()).toBe(2);
});

test('changing counts during recovery trigger no read, but a further OSD or another severity does', async () => {
  const { advance, readsAt, cluster } = setup();
  const degraded = (objects: number, osds: number, severity = 'HEALTH_WARN') => ({
    status: 'HEALTH_WARN',
    checks: {
      PG_DEGRADED: { severity, summary: { message: `${objects} objects degraded`, count: objects } },
      OSD_DOWN: { severity: 'HEALTH_WARN', summary: { message: `${osds} osds down`, count: osds } },
    },
  });
  cluster.health = degraded(900, 1);
  await advance(12_000);
  const before = readsAt.length;
  cluster.health = degraded(800, 1);
  await advance(12_000);
  expect(readsAt).toHaveLength(before);
  cluster.health = degraded(700, 2);
  await advance(2000);
  expect(readsAt).toHaveLength(before + 1);
  cluster.health = degraded(700, 2, 'HEALTH_ERR');
  await advance(6000);
  expect(readsAt).toHaveLength(before + 2);
});

test('a flag that is set or cleared triggers a read of the flags, which are otherwise read every half minute', async () => {
  const { advance, cluster, cache, flagReads } = setup(3);
  cache.watch(resources.flags);
  const flagged = (message: string) => ({
    status: 'HEALTH_WARN',
    checks: { OSDMAP_FLAGS: { severity: 'HEALTH_WARN', summary: { message, count: 1 } } },
  });
  cluster.health = flagged('noout flag(s) set');
  await advance(29_000);
  const before = flagReads();
  expect(before).toBeLessThan(3);
  cluster.health = flagged('noout,norebalance flag(s) set');
  await advance(2500);
  expect(flagReads()).toBe(before + 1);
});

test('an OSD that is marked out, or a new one, triggers a read although the health is unchanged', async () => {
  const { advance, readsAt, cluster } = setup();
  cluster.osdmap = { epoch: 7, num_osds: 60, num_up_osds: 60, num_in_osds: 60 };
  await advance(12_000);
  const before = readsAt.length;
  cluster.osdmap = { epoch: 8, num_osds: 60, num_up_osds: 60, num_in_osds: 60 };
  await advance(6000);
  expect(readsAt).toHaveLength(before);
  cluster.osdmap = { epoch: 9, num_osds: 60, num_up_osds: 60, num_in_osds: 59 };
  await advance(6000);
  expect(readsAt).toHaveLength(before + 1);
});

test('unchanged health triggers no read, and nothing is read after disposal', async () => {
  const { advance, readsAt, cluster, cache } = setup();
  await advance(12_000);
  expect(readsAt).toEqual([0]);
  cache[Symbol.dispose]();
  cluster.health = { status: 'HEALTH_ERR' };
  await advance(60_000);
  expect(readsAt).toEqual([0]);
});

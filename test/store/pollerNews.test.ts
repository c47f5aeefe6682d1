import { expect, test } from 'vitest';
import type { ClusterStatus } from '../../src/api/contract/cluster.ts';
import type { Disk } from '../../src/api/contract/disks.ts';
import { createDeckStore } from '../../src/store/deck.ts';
import { createPoller } from '../../src/store/poller.ts';
import { type Resources, resources } from '../../src/store/resources.ts';
import { fakeClock } from '../support/fakeClock.ts';
import { fakeApi } from './fakeApi.ts';

/** A poller over ten thousand disks, and a cluster whose health is what `health` says. */
function setup() {
  const clock = fakeClock();
  const start = clock.now();
  const store = createDeckStore();
  const disks: readonly Disk[] = Array.from({ length: 10_000 }, (_, id) => ({ id }));
  const readsAt: number[] = [];
  const cluster: { health: object } = { health: { status: 'HEALTH_OK' } };
  const table: Resources = {
    ...resources,
    status: {
      fetch: () =>
        Promise.resolve({ storeStatus: { health: structuredClone(cluster.health) } } as ClusterStatus),
      everyMs: 2000,
    },
    disks: {
      fetch() {
        readsAt.push(clock.now() - start);
        return Promise.resolve(disks);
      },
      everyMs: resources.disks.everyMs,
    },
  };
  const poller = createPoller({ api: fakeApi({}), clock, store, resources: table });
  poller.watch('status');
  poller.watch('disks');
  return { clock, readsAt, cluster, poller };
}

test('a long list is read less often than every five seconds, a short one is not', async () => {
  const { clock, readsAt } = setup();
  await clock.advance(60_000);
  expect(readsAt.length).toBeLessThan(6);
  const { everyMs } = resources.disks;
  expect(typeof everyMs === 'function' && everyMs([])).toBe(5000);
});

test('news of the cluster’s health has it read at once, but not more often than every five seconds', async () => {
  const { clock, readsAt, cluster } = setup();
  await clock.advance(7000);
  cluster.health = { status: 'HEALTH_WARN', checks: { OSD_DOWN: {} } };
  await clock.advance(1000);
  expect(readsAt).toEqual([0, 8000]);
  cluster.health = { status: 'HEALTH_OK' };
  await clock.advance(4000);
  expect(readsAt).toEqual([0, 8000]);
  await clock.advance(1000);
  expect(readsAt).toEqual([0, 8000, 13_000]);
});

test('health that stays as it is hastens nothing, and nothing is read after the end', async () => {
  const { clock, readsAt, cluster, poller } = setup();
  await clock.advance(12_000);
  expect(readsAt).toEqual([0]);
  poller.close();
  cluster.health = { status: 'HEALTH_ERR' };
  await clock.advance(60_000);
  expect(readsAt).toEqual([0]);
});

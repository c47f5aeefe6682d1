import { expect, test } from 'vitest';
import { checkInvariants } from '../invariants.ts';
import { storageBench } from '../storage.ts';
import { health } from '../support.ts';

test('a changed min_size lets a pool serve clients with fewer copies, or makes them wait for more', async () => {
  const { api, engine } = storageBench({ scale: 60 });
  const { cluster } = engine;
  const { model } = cluster;
  const set = (minSize: number) => api.updatePool({ params: { name: 'volumes' }, body: { minSize } });
  const pool = model.pools.find(({ name }) => name === 'volumes')!;
  cluster.killOsd(pool.home[0]!);
  cluster.step(60);
  const { epoch } = model;
  expect(health(cluster)).not.toHaveProperty('PG_AVAILABILITY');
  await set(3);
  cluster.step(10);
  expect(model.epoch).toBeGreaterThan(epoch);
  expect(pool.minSize).toBe(3);
  expect(health(cluster)).toHaveProperty('PG_AVAILABILITY');
  await set(2);
  cluster.step(10);
  expect(pool.minSize).toBe(2);
  expect(health(cluster)).not.toHaveProperty('PG_AVAILABILITY');
  await checkInvariants(engine);
});

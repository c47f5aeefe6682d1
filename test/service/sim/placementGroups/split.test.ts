import { expect, test } from 'vitest';
import { removePool } from '../../../../src/service/sim/pools/write.ts';
import { checkInvariants } from '../invariants.ts';
import { storageBench } from '../storage.ts';
import { logged, stepUntil } from '../support.ts';

/** A cluster with a clean pool of 64 placement groups of its own. */
async function bench() {
  const { engine, api } = storageBench({ scale: 60 });
  const { cluster } = engine;
  const { model } = cluster;
  model.recovery.speed = 10;
  await api.createPool({ body: { name: 'fresh', pgNum: 64 } });
  stepUntil(cluster, 60, () => model.unclean.size === 0);
  const pool = model.pools.at(-1)!;
  const resize = async (pgNum: number) => {
    await api.updatePool({ params: { name: 'fresh' }, body: { pgNum } });
    stepUntil(cluster, 40_000, () => pool.pgNum === pgNum);
  };
  return { engine, cluster, model, pool, resize };
}

test.each([
  [128, 40, 40],
  [128, 0, 0],
  [48, 40, 40],
  [48, 50, 18],
  [32, 40, 8],
  [32, 31, 31],
])(
  'with %i instead of 64 placement groups, the damage of group %i is in group %i',
  async (pgNum, before, after) => {
    const { engine, cluster, model, pool, resize } = await bench();
    cluster.damagePg(`${pool.id}.${before.toString(16)}`, 3);
    await resize(pgNum);
    expect(logged(model, `pool 'fresh' has ${pgNum} placement groups now, before 64`)).toHaveLength(1);
    expect([...model.damaged]).toEqual([[pool.firstPg + after, { errors: 3, found: false }]]);
    await checkInvariants(engine);
  },
);

test('a pool of which a group lacks a copy is split all the same, with the missing copy in the new group too', async () => {
  const { engine, model, pool, resize } = await bench();
  const osd = model.osds[pool.holders[0]!]!;
  osd.shards.splice(osd.shards.indexOf(pool.firstPg), 1);
  pool.holders[0] = -1;
  await resize(128);
  const perGroup = Array.from({ length: 128 }, (_, number) =>
    pool.holders.subarray(number * pool.size, (number + 1) * pool.size).filter((id) => id >= 0),
  );
  expect(perGroup.every((holders) => holders.length > 1)).toBe(true);
  await engine.close();
});

test('the requested scrubs and the incoming copies of a deleted pool are forgotten, and those of others stay', async () => {
  const { cluster, model, pool } = await bench();
  const other = model.pools[0]!;
  const last = pool.firstPg + pool.pgNum - 1;
  for (const name of [`${pool.id}.0`, `${pool.id}.3f`, `${other.id}.0`]) cluster.scrubPg(name);
  const { incoming } = model.osds[1]!;
  for (const id of [pool.firstPg, last, other.firstPg]) incoming.add(id);
  removePool(model, pool);
  expect(Array.from(model.scrubs.queue, ({ id }) => id)).toEqual([other.firstPg]);
  expect([...incoming]).toEqual([other.firstPg]);
});

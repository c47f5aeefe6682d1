import { expect, test } from 'vitest';
import { createInventory } from '../../../../src/service/ceph/map/inventory.ts';
import { poolChangeHandlers } from '../../../../src/service/ceph/pools/handlers.ts';
import type { PoolDump } from '../../../../src/service/ceph/pools/read.ts';
import { Refusal } from '../../../../src/service/engine.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { refusal } from '../../../support/refusal.ts';
import { caller } from '../handlers/support.ts';
import { recordedCeph } from '../recordedCeph.ts';
import { sample } from '../samples.ts';

/** A cluster whose pool `rbd` has images that are disks of clients. */
function engine() {
  const clock = fakeClock();
  const pools = (sample('osdPoolLsDetail') as PoolDump[]).map((pool) => ({
    ...pool,
    flags_names: 'hashpspool',
  }));
  const { ceph, commands } = recordedCeph(clock, {
    'osd pool ls': { json: pools },
    'osd crush rule dump': { json: [] },
    'osd dump': { json: { erasure_code_profiles: {} } },
    'fs ls': { json: [] },
    df: { json: { pools: [] } },
  });
  const served = {
    requireFree: async () => undefined,
    requirePoolFree: async (pool: string, change: string) => {
      if (pool === 'rbd') throw new Refusal(409, `${pool} has disks of clients and cannot be ${change}`);
    },
  };
  return { call: caller(poolChangeHandlers(ceph, createInventory(ceph, clock), served)), commands };
}

test('a pool with disks of clients is neither deleted nor renamed, but changed under its name', async () => {
  const { call, commands } = engine();
  const rbd = { params: { name: 'rbd' } };
  await expect(call('deletePool', { ...rbd, body: { thisWillDeleteData: 'rbd' } })).rejects.toMatchObject(
    refusal(409, 'cannot be deleted'),
  );
  await expect(call('updatePool', { ...rbd, body: { name: 'other' } })).rejects.toMatchObject(
    refusal(409, 'cannot be renamed'),
  );
  expect(commands).toEqual([]);
  await call('updatePool', { ...rbd, body: { name: 'rbd', minSize: 1 } });
  expect(commands).toContainEqual(
    expect.objectContaining({ prefix: 'osd pool set', pool: 'rbd', var: 'min_size', val: '1' }),
  );
});

test('a pool without disks of clients is renamed', async () => {
  const { call, commands } = engine();
  await call('updatePool', { params: { name: 'fs_data' }, body: { name: 'other' } });
  expect(commands).toContainEqual({ prefix: 'osd pool rename', srcpool: 'fs_data', destpool: 'other' });
});

test('an erasure-coded pool that does not allow overwrites gets them', async () => {
  const { call, commands } = engine();
  await call('enableErasureOverwrites', { params: { name: 'ecpool' } });
  expect(commands).toEqual([
    { prefix: 'osd pool set', pool: 'ecpool', var: 'allow_ec_overwrites', val: 'true' },
  ]);
});

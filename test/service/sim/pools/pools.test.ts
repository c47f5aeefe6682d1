import { describe, expect, test } from 'vitest';
import { checkInvariants } from '../invariants.ts';
import { refusal, storageBench } from '../storage.ts';
import { health, isHealthy, states, stepUntil } from '../support.ts';

const SENTENCE = "I'm really sure that I want to delete this";

function bench(options = {}) {
  const { engine, api, finish } = storageBench({ scale: 60, ...options });
  const { cluster } = engine;
  cluster.model.recovery.speed = 10;
  return {
    engine,
    cluster,
    model: cluster.model,
    api,
    finish,
    poolOf: async (name: string) => (await api.listPools()).find((pool) => pool.name === name),
    groupsOf: async (name: string) =>
      (await api.getClusterStatus()).placementGroups?.find(({ poolName }) => poolName === name),
  };
}

describe('a new pool', () => {
  test('a new pool has placement groups that are created, peer and become clean', async () => {
    const { api, cluster, engine, groupsOf, poolOf } = bench();
    await api.createPool({
      body: { name: 'fresh', pgNum: 64, application: 'rbd', description: 'for tests' },
    });
    expect(await poolOf('fresh')).toMatchObject({ size: 3, minSize: 2, pgNum: 64, description: 'for tests' });
    expect(await groupsOf('fresh')).toMatchObject({ total: 64, okay: 0, warn: 64, error: 0 });
    expect(states(cluster)['creating+peering']).toBe(64);
    await checkInvariants(engine);
    cluster.step(3);
    expect(health(cluster)).toEqual({});
    stepUntil(cluster, 20, () => cluster.model.unclean.size === 0);
    expect(await groupsOf('fresh')).toMatchObject({ okay: 64 });
    await checkInvariants(engine);
  });

  test('a new pool takes part in what happens to its OSDs', async () => {
    const { api, cluster, engine, model, groupsOf } = bench();
    await api.createPool({ body: { name: 'fresh', pgNum: 64 } });
    cluster.step(20);
    cluster.killOsd(model.pools.at(-1)!.home[0]!);
    cluster.step(15);
    expect((await groupsOf('fresh'))?.warn).toBeGreaterThan(0);
    await checkInvariants(engine);
  });

  test('a new pool is erasure-coded on request, with the smallest min_size that keeps data safe', async () => {
    const { api, poolOf, cluster } = bench();
    const body = { name: 'cold', erasureCoding: true, dataChunks: 4, parityChunks: 2, fastRead: true };
    await api.createPool({ body: { ...body, application: 'rgw' } });
    expect(await poolOf('cold')).toMatchObject({
      erasureCoding: true,
      size: 6,
      minSize: 5,
      dataChunks: 4,
      parityChunks: 2,
      fastRead: true,
      erasureCodingOverwriteSupportMissing: true,
    });
    expect(await api.getErasureProfiles()).toHaveProperty('ec-4-2');
    await api.enableErasureOverwrites({ params: { name: 'cold' } });
    expect((await poolOf('cold'))?.erasureCodingOverwriteSupportMissing).toBe(false);
    stepUntil(cluster, 20, () => cluster.model.unclean.size === 0);
  });

  test('a new pool without a place for its chunks stays incomplete', async () => {
    const { api, cluster, groupsOf } = bench({ scale: 9 });
    const body = { name: 'wide', erasureCoding: true, dataChunks: 4, parityChunks: 2, pgNum: 8 };
    await api.createPool({ body });
    cluster.step(30);
    expect(await groupsOf('wide')).toMatchObject({ error: 8 });
    expect(health(cluster)['PG_AVAILABILITY']).toContain('8 pgs incomplete');
  });

  test.each([
    [{ name: 'volumes' }, 409, 'a pool named volumes already exists'],
    [{ name: 'a b' }, 400, 'a pool cannot be named "a b"'],
    [{ name: 'x', size: 1 }, 400, 'the first disk failure loses data'],
    [{ name: 'x', size: 11 }, 400, '2 to 10 copies'],
    [{ name: 'x', minSize: 4 }, 400, 'minSize must be 1 to 3 copies'],
    [{ name: 'x', pgNum: 0 }, 400, 'pgNum must be 1'],
    [{ name: 'x', pgNum: 16_384 }, 400, 'more than 15000 (mon_max_pg_per_osd 250)'],
    [{ name: 'x', crushRule: 77 }, 400, 'no CRUSH rule 77'],
    [{ name: 'x', crushRule: 3 }, 400, 'erasure_hdd is not for replicated pools'],
    [{ name: 'x', dataChunks: 2 }, 400, 'set erasureCoding'],
    [{ name: 'x', fastRead: true }, 400, 'fastRead is for erasure-coded pools'],
    [{ name: 'x', erasureCoding: true }, 400, 'needs dataChunks'],
    [{ name: 'x', erasureCoding: true, dataChunks: 2, parityChunks: 1, size: 4 }, 400, 'here 3'],
    [{ name: 'x', erasureCoding: true, dataChunks: 2, parityChunks: 1, minSize: 1 }, 400, '2 to 3 chunks'],
    [{ name: 'x', application: 'a/b' }, 400, 'an application cannot be named "a/b"'],
  ])('a new pool is refused as %o', async (body, status, words) => {
    const { api, model } = bench();
    expect(await refusal(api.createPool({ body }))).toMatchObject({
      status,
      message: expect.stringContaining(words),
    });
    expect(model.pools.some(({ name }) => name === 'x')).toBe(false);
  });
});

describe('a quota', () => {
  test('a quota stops writes once it is reached, until it is raised', async () => {
    const { api, cluster, poolOf } = bench();
    const { bytes = 0 } = (await poolOf('volumes'))?.stats ?? {};
    const update = (quotaMaxBytes: number) =>
      api.updatePool({ params: { name: 'volumes' }, body: { quotaMaxBytes } });
    await update(bytes + 10_000_000);
    cluster.step(5);
    expect(health(cluster)).toEqual({});
    stepUntil(cluster, 600, () => 'POOL_FULL' in health(cluster));
    expect(await api.getClusterStatusDetail()).toMatchObject({
      checks: { POOL_FULL: { detail: [{ message: "pool 'volumes' is full (running out of quota)" }] } },
    });
    cluster.step(5);
    expect((await poolOf('volumes'))?.stats).toMatchObject({ writeIops: 0, writeBytesPerSec: 0 });
    await update(0);
    cluster.step(2);
    expect(health(cluster)).toEqual({});
    expect((await poolOf('volumes'))?.stats?.writeIops).toBeGreaterThan(0);
  });
});

describe('changing a pool', () => {
  test('a higher size of a pool appears as missing copies, which are recovered, and a lower one frees space', async () => {
    const { api, cluster, engine, model } = bench({ scale: 24 });
    const { name } = model.pools[2]!;
    const usedBefore = model.osds.reduce((sum, { used }) => sum + used, 0);
    await api.updatePool({ params: { name }, body: { size: 2 } });
    cluster.step(70);
    expect(model.pools[2]).toMatchObject({ size: 2, minSize: 2 });
    const usedAfter = model.osds.reduce((sum, { used }) => sum + used, 0);
    expect(usedBefore - usedAfter).toBeGreaterThan(model.pools[2]!.bytes * 0.98);
    expect(health(cluster)).toEqual({});
    await checkInvariants(engine);
    await api.updatePool({ params: { name }, body: { size: 3 } });
    cluster.step(15);
    expect(health(cluster)).toHaveProperty('PG_DEGRADED');
    await checkInvariants(engine);
    stepUntil(cluster, 40_000, isHealthy(cluster));
    await checkInvariants(engine);
  });

  test('another rule of a pool moves its data to other disks, without losing a copy on the way', async () => {
    const { api, cluster, engine, model } = bench();
    const pool = model.pools.find(({ name }) => name === 'storefs-metadata')!;
    const rule = model.rules.find(({ name }) => name === 'replicated_ssd')!;
    await api.updatePool({ params: { name: pool.name }, body: { crushRule: rule.id } });
    cluster.step(15);
    expect(model.misplaced).toBeGreaterThan(0);
    expect(model.degraded).toBe(0);
    await checkInvariants(engine);
    stepUntil(cluster, 40_000, () => model.misplaced === 0);
    expect([...pool.holders].every((id) => model.osds[id]!.deviceClass === 'ssd')).toBe(true);
    await checkInvariants(engine);
  });

  test.each([16, 100, 8, 5])(
    'a change to %i placement groups splits or merges them once they are clean, and moves data',
    async (pgNum) => {
      const { api, cluster, engine, model } = bench({ scale: 15 });
      const body = { name: 'fresh', pgNum: 32, application: 'rgw' };
      await api.createPool({ body });
      const pool = model.pools.at(-1)!;
      Object.assign(pool, { bytes: 20e9, objects: 5000 });
      await api.updatePool({ params: { name: 'fresh' }, body: { pgNum } });
      expect(await api.getPoolDetails({ params: { name: 'fresh' } })).toMatchObject({
        pg_num: 32,
        pg_num_target: pgNum,
      });
      const isOdd = ![16, 8].includes(pgNum);
      expect(health(cluster)['POOL_PG_NUM_NOT_POWER_OF_TWO']).toBe(
        isOdd ? '1 pool(s) have non-power-of-two pg_num' : undefined,
      );
      stepUntil(cluster, 20_000, () => pool.pgNum === pgNum && model.unclean.size === 0);
      expect(model.displaced.size).toBe(0);
      await checkInvariants(engine);
      const used = model.osds.reduce((sum, osd) => sum + osd.used, 0);
      const stored = model.pools.reduce(
        (sum, { bytes, size, dataShards }) => sum + (bytes * size) / dataShards,
        0,
      );
      expect(used / stored).toBeCloseTo(1, 2);
    },
  );

  test('a changed name and description of a pool appear everywhere', async () => {
    const { api, groupsOf } = bench();
    const body = { name: 'images', description: 'renamed' };
    await api.updatePool({ params: { name: 'vm-disks' }, body });
    expect(await api.listPoolNames()).toContainEqual(
      expect.objectContaining({ displayName: 'images', description: 'renamed' }),
    );
    expect(await groupsOf('images')).toBeDefined();
    expect((await refusal(api.getPoolDetails({ params: { name: 'vm-disks' } }))).status).toBe(404);
  });

  test.each([
    [{ erasureCoding: true }, 400, 'cannot change between'],
    [{ parityChunks: 3 }, 400, 'chunks'],
    [{ size: 1 }, 400, 'the first disk failure loses data'],
    [{ name: 'databases' }, 409, 'a pool named databases already exists'],
    [{ application: 'rgw' }, 409, 'in use for rbd'],
    [{ crushRule: 3 }, 400, 'not for replicated pools'],
    [{ minSize: 0 }, 400, 'minSize must be 1 to 3'],
    [{ pgNum: 65_000 }, 400, 'mon_max_pg_per_osd'],
    [{ fastRead: true }, 400, 'erasure-coded'],
    [{ quotaMaxBytes: 5, size: 99 }, 400, 'copies'],
    [{ name: 'other' }, 409, 'is a disk of'],
  ])('an invalid change of a pool is refused as a whole: %o', async (body, status, words) => {
    const { api, poolOf } = bench();
    const before = await poolOf('volumes');
    expect(await refusal(api.updatePool({ params: { name: 'volumes' }, body }))).toMatchObject({
      status,
      message: expect.stringContaining(words),
    });
    expect(await poolOf('volumes')).toEqual(before);
  });
});

describe('deleting a pool', () => {
  test.each(['deletePool', 'deletePoolByPost'] as const)(
    '%s frees the space of the pool',
    async (operation) => {
      const { api, cluster, engine, model } = bench();
      await api.createPool({ body: { name: 'fresh', pgNum: 64, unprotect: true } });
      const pool = model.pools.at(-1)!;
      cluster.step(15);
      Object.assign(pool, { bytes: 3e12, objects: 750_000 });
      cluster.step(60);
      cluster.killOsd(pool.home[0]!);
      cluster.step(8);
      const before = model.osds.reduce((sum, { used }) => sum + used, 0);
      await api[operation]({
        params: { name: 'fresh' },
        body: { name: 'fresh', poolId: pool.id, thisWillDeleteData: 'fresh' },
      });
      const freed = before - model.osds.reduce((sum, { used }) => sum + used, 0);
      expect(freed / (pool.bytes * 3)).toBeCloseTo(1, 2);
      await checkInvariants(engine);
      cluster.step(120);
      await checkInvariants(engine);
      await api.createPool({ body: { name: 'fresh' } });
      expect(model.pools.at(-1)!.id).toBe(pool.id + 1);
    },
  );

  test('deleting a pool needs the exact name or the consent sentence, and the right id', async () => {
    const { api, model } = bench();
    await api.createPool({ body: { name: 'fresh' } });
    const params = { name: 'fresh' };
    const remove = (body: Parameters<typeof api.deletePool>[0]['body']) => api.deletePool({ params, body });
    expect(await refusal(remove({ thisWillDeleteData: 'yes' }))).toMatchObject({ status: 400 });
    expect(await refusal(remove({ thisWillDeleteData: SENTENCE, poolId: 1 }))).toMatchObject({
      status: 400,
      message: expect.stringContaining('not 1'),
    });
    expect(await refusal(remove({ thisWillDeleteData: SENTENCE, name: 'other' }))).toMatchObject({
      status: 400,
    });
    await remove({ thisWillDeleteData: SENTENCE });
    expect(model.pools.some(({ name }) => name === 'fresh')).toBe(false);
  });

  test('deleting a pool is refused while something else uses it, or while it is protected', async () => {
    const { api } = bench();
    const remove = (name: string) =>
      refusal(api.deletePool({ params: { name }, body: { thisWillDeleteData: name } }));
    const { totalElements } = await api.listImages({ params: { pool: 'volumes' } });
    expect(await remove('volumes')).toEqual({
      status: 409,
      message: `the pool volumes holds ${totalElements} block images: delete them first`,
    });
    expect((await remove('storefs-data')).message).toContain('protected from deletion');
    await api.updatePool({ params: { name: 'storefs-data' }, body: { unprotect: true } });
    expect((await remove('storefs-data')).message).toContain('holds files of the filesystem');
    expect((await remove('nothing')).status).toBe(404);
  });

  test('deleting a pool frees space on nearly full disks', async () => {
    const { api, cluster, model } = bench({ scenario: 'nearfull' });
    const isFillingUp = () => [...model.filling].some(({ deviceClass }) => deviceClass === 'hdd');
    stepUntil(cluster, 900, isFillingUp);
    const params = { name: 'rgw-data' };
    await api.updatePool({ params, body: { unprotect: true } });
    await api.deletePool({ params, body: { thisWillDeleteData: 'rgw-data' } });
    expect(isFillingUp()).toBe(false);
    cluster.step(300);
    expect(isFillingUp()).toBe(false);
  });
});

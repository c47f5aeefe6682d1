import { describe, expect, test } from 'vitest';
import type { ProfileDump } from '../../../../src/service/ceph/map/osdMap.ts';
import {
  adjustments,
  application,
  checkNewPool,
  checkUpdate,
  creation,
  ownRule,
} from '../../../../src/service/ceph/pools/commands.ts';
import type { PoolDump } from '../../../../src/service/ceph/pools/read.ts';
import type { NewPool, PoolUpdate } from '../../../../src/service/rules/pools.ts';
import { sample } from '../samples.ts';

const existing = sample('osdPoolLsDetail') as PoolDump[];
const profiles = sample('erasureProfiles') as ProfileDump;
const find = (name: string) => existing.find(({ pool_name }) => pool_name === name)!;

describe('refused new pools', () => {
  test.each<[string, NewPool, number]>([
    ['with a name that is taken', { name: 'rbd' }, 409],
    ['without redundancy', { name: 'n', size: 1 }, 400],
    ['with fewer copies than its minimum', { name: 'n', size: 2, minSize: 3 }, 400],
    ['erasure-coded without chunks', { name: 'n', erasureCoding: true }, 400],
    [
      'erasure-coded with one data chunk',
      { name: 'n', erasureCoding: true, dataChunks: 1, parityChunks: 1 },
      400,
    ],
    [
      'erasure-coded with another size',
      { name: 'n', erasureCoding: true, dataChunks: 2, parityChunks: 1, size: 2 },
      400,
    ],
    ['replicated with chunks', { name: 'n', dataChunks: 2 }, 400],
    ['with an invalid name', { name: 'a b' }, 400],
    ['for an application with an invalid name', { name: 'n', application: 'a/b' }, 400],
    ['replicated with fast reads', { name: 'n', fastRead: true }, 400],
  ])('a new pool %s is refused before anything is made', (_, pool, status) => {
    expect(() => checkNewPool(pool, existing)).toThrow(expect.objectContaining({ status }));
  });

  test('a valid new pool is accepted', () => {
    expect(() => checkNewPool({ name: 'n', size: 3, minSize: 2 }, existing)).not.toThrow();
    const erasure = { name: 'n', erasureCoding: true, dataChunks: 4, parityChunks: 2, minSize: 5 };
    expect(() => checkNewPool(erasure, existing)).not.toThrow();
  });
});

describe('creating a pool', () => {
  test('a replicated pool is created with a rule', () => {
    expect(creation({ name: 'n', size: 2 }, 'by-rack')).toEqual([
      { prefix: 'osd pool create', pool: 'n', pg_num: 32, rule: 'by-rack', pool_type: 'replicated', size: 2 },
    ]);
  });

  test('a pool is created with a number of placement groups that Ceph does not change by itself', () => {
    expect(creation({ name: 'n', pgNum: 8 }, undefined)).toMatchObject([
      { pg_num: 8, autoscale_mode: 'off' },
    ]);
  });

  test('an erasure-coded pool is created from a profile that all pools with the same chunks share', () => {
    expect(creation({ name: 'n', erasureCoding: true, dataChunks: 4, parityChunks: 2 }, undefined)).toEqual([
      {
        prefix: 'osd erasure-code-profile set',
        name: 'storedeck-k4-m2',
        profile: ['plugin=jerasure', 'k=4', 'm=2'],
      },
      {
        prefix: 'osd pool create',
        pool: 'n',
        pg_num: 32,
        pool_type: 'erasure',
        erasure_code_profile: 'storedeck-k4-m2',
      },
    ]);
  });
});

describe('changing a pool', () => {
  const rbd = find('rbd');
  const change = (wanted: PoolUpdate, pool = rbd) => adjustments(pool, wanted, undefined);
  const check = (update: PoolUpdate, pool: string) => () =>
    checkUpdate(update, find(pool), { pools: existing, profiles });

  test('a pool is renamed last, so that every other command finds it', () => {
    const wanted = { name: 'new', minSize: 1, quotaMaxBytes: 10, unprotect: true };
    expect(adjustments(rbd, wanted, 'by-rack')).toEqual([
      { prefix: 'osd pool set', pool: 'rbd', var: 'nodelete', val: 'false' },
      { prefix: 'osd pool set', pool: 'rbd', var: 'crush_rule', val: 'by-rack' },
      { prefix: 'osd pool set', pool: 'rbd', var: 'min_size', val: '1' },
      { prefix: 'osd pool set-quota', pool: 'rbd', field: 'max_bytes', val: '10' },
      { prefix: 'osd pool rename', srcpool: 'rbd', destpool: 'new' },
    ]);
  });

  test('changing a pool to its present values sends no command', () => {
    expect(change({ name: 'rbd', size: 3, minSize: 2, pgNum: 32, fastRead: false })).toEqual([]);
    expect(change({ size: 3, minSize: 2, pgNum: 16 }, find('ecpool'))).toEqual([]);
  });

  test('a change of a pool sets its minimum of copies after their number, which makes Ceph reset the minimum', () => {
    expect(change({ size: 2, minSize: 2 })).toMatchObject([{ var: 'size' }, { var: 'min_size', val: '2' }]);
  });

  test('a change of the number of placement groups keeps Ceph from undoing it', () => {
    const groups = { var: 'pg_num', val: '128' };
    expect(change({ pgNum: 128 }, { ...rbd, pg_autoscale_mode: 'on' })).toMatchObject([
      { prefix: 'osd pool set', pool: 'rbd', var: 'pg_autoscale_mode', val: 'off' },
      groups,
    ]);
    expect(change({ pgNum: 128 }, { ...rbd, pg_autoscale_mode: 'warn' })).toMatchObject([groups]);
  });

  test('a pool on the way to another number of placement groups can be kept at its present one', () => {
    expect(change({ pgNum: 32 }, { ...rbd, pg_num_target: 16 })).toMatchObject([{ val: '32' }]);
  });

  test('an invalid change of a pool is refused', () => {
    expect(check({ erasureCoding: true }, 'rbd')).toThrow('cannot change between');
    expect(check({ parityChunks: 3 }, 'ecpool')).toThrow('chunks');
    expect(check({ dataChunks: 2 }, 'rbd')).toThrow('chunks');
    expect(check({ size: 4 }, 'ecpool')).toThrow('size');
    expect(check({ erasureCoding: false, size: 2 }, 'rbd')).not.toThrow();
  });

  test('a change of a pool that needs more than the cluster has is refused as a whole', () => {
    expect(check({ size: 2, minSize: 3 }, 'rbd')).toThrow('minSize must be 1 to 2 copies');
    expect(check({ minSize: 4 }, 'rbd')).toThrow('minSize must be 1 to 3 copies');
    expect(check({ minSize: 1 }, 'ecpool')).toThrow('minSize must be 2 to 3 chunks');
    expect(check({ size: 4, minSize: 4 }, 'rbd')).not.toThrow();
  });

  test('a change of a pool may repeat its present chunks', () =>
    expect(check({ size: 3, dataChunks: 2, parityChunks: 1 }, 'ecpool')).not.toThrow());
});

describe('application of a pool', () => {
  const filesystems = [{ name: 'fs', metadata_pool: 'meta', data_pools: ['fs_data'] }];

  test('an application that the pool already has is not enabled again', () =>
    expect(application(find('rbd'), 'rbd', filesystems, false)).toEqual([]));

  test('the application of an empty pool is replaced', () => {
    expect(application(find('rbd'), 'rgw', filesystems, true)).toEqual([
      { prefix: 'osd pool application enable', pool: 'rbd', app: 'rgw', yes_i_really_mean_it: true },
      { prefix: 'osd pool application disable', pool: 'rbd', app: 'rbd', yes_i_really_mean_it: true },
    ]);
    expect(application(find('rbd'), '', filesystems, true)).toMatchObject([{ app: 'rbd' }]);
  });

  test('an application that the pool has beside another one is kept', () => {
    const both = { ...find('rbd'), application_metadata: { rbd: {}, rgw: {} } };
    expect(application(both, 'rgw', filesystems, true)).toEqual([
      { prefix: 'osd pool application disable', pool: 'rbd', app: 'rbd', yes_i_really_mean_it: true },
    ]);
  });

  test('another application is refused for a pool in use', () => {
    expect(() => application(find('rbd'), 'rgw', filesystems, false)).toThrow('in use for rbd');
    const data = { ...find('fs_data'), application_metadata: { cephfs: {} } };
    expect(() => application(data, 'rbd', filesystems, true)).toThrow('in use for storefs');
  });

  test('the application storefs adds the pool to the filesystem, if one exists', () => {
    expect(application(find('fs_data'), 'storefs', filesystems, true)).toEqual([
      { prefix: 'fs add_data_pool', fs_name: 'fs', pool: 'fs_data' },
    ]);
    expect(application(find('fs_data'), 'storefs', [], true)).toMatchObject([{ app: 'cephfs' }]);
  });
});

test('the rule of an erasure-coded pool is its own if it has the name of the pool and no other pool uses it', () => {
  const rule = { rule_id: 4, rule_name: 'ec', type: 3, steps: [] };
  const others = existing.filter(({ crush_rule }) => crush_rule !== rule.rule_id);
  expect(others.length).toBeGreaterThan(0);
  const pool = { ...find('rbd'), pool_id: 99, pool_name: 'ec', type: 3, crush_rule: 4 };
  expect(ownRule(pool, [rule], [...others, pool])).toBe(rule);
  expect(ownRule(pool, [{ ...rule, rule_name: 'shared' }], [pool])).toBeUndefined();
  expect(ownRule(pool, [{ ...rule, rule_id: 5 }], [pool])).toBeUndefined();
  expect(ownRule(pool, [rule], [pool, { ...others[0]!, crush_rule: 4 }])).toBeUndefined();
  expect(ownRule({ ...pool, type: 1 }, [rule], [pool])).toBeUndefined();
});

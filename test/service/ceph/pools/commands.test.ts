import { describe, expect, test } from 'vitest';
import type { ProfileDump } from '../../../../src/service/ceph/crush/rules.ts';
import {
  adjustments,
  application,
  checkNewPool,
  checkUpdate,
  creation,
} from '../../../../src/service/ceph/pools/commands.ts';
import type { PoolDump } from '../../../../src/service/ceph/pools/read.ts';
import type { NewPool, PoolUpdate } from '../../../../src/service/rules/pools.ts';
import { sample } from '../samples.ts';

const existing = sample('osdPoolLsDetail') as PoolDump[];
const profiles = sample('erasureProfiles') as ProfileDump;
const find = (name: string) => existing.find(({ pool_name }) => pool_name === name)!;

describe('a new pool is refused before anything is made', () => {
  test.each<[string, NewPool, number]>([
    ['of a name that is taken', { name: 'rbd' }, 409],
    ['without redundancy', { name: 'n', size: 1 }, 400],
    ['with fewer copies than it needs to serve', { name: 'n', size: 2, minSize: 3 }, 400],
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
    ['with a name that no tool of Ceph takes', { name: 'a b' }, 400],
    ['for an application of such a name', { name: 'n', application: 'a/b' }, 400],
    ['replicated with fast reads', { name: 'n', fastRead: true }, 400],
  ])('a new pool %s is refused before anything is made', (_, pool, status) => {
    expect(() => checkNewPool(pool, existing)).toThrow(expect.objectContaining({ status }));
  });

  test('a new pool is accepted when it makes sense', () => {
    expect(() => checkNewPool({ name: 'n', size: 3, minSize: 2 }, existing)).not.toThrow();
    const erasure = { name: 'n', erasureCoding: true, dataChunks: 4, parityChunks: 2, minSize: 5 };
    expect(() => checkNewPool(erasure, existing)).not.toThrow();
  });
});

describe('making a pool', () => {
  test('a replicated pool is made by a rule', () => {
    expect(creation({ name: 'n', size: 2 }, 'by-rack')).toEqual([
      { prefix: 'osd pool create', pool: 'n', pg_num: 32, rule: 'by-rack', pool_type: 'replicated', size: 2 },
    ]);
  });

  test('a pool is made with a number of placement groups that Ceph is not to change by itself', () => {
    expect(creation({ name: 'n', pgNum: 8 }, undefined)).toMatchObject([
      { pg_num: 8, autoscale_mode: 'off' },
    ]);
  });

  test('an erasure-coded pool is made from a profile that pools of the same chunks share', () => {
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

  test('changing a pool renames it last, so that every other command finds it', () => {
    const wanted = { name: 'new', minSize: 1, quotaMaxBytes: 10, unprotect: true };
    expect(adjustments(rbd, wanted, 'by-rack')).toEqual([
      { prefix: 'osd pool set', pool: 'rbd', var: 'nodelete', val: 'false' },
      { prefix: 'osd pool set', pool: 'rbd', var: 'crush_rule', val: 'by-rack' },
      { prefix: 'osd pool set', pool: 'rbd', var: 'min_size', val: '1' },
      { prefix: 'osd pool set-quota', pool: 'rbd', field: 'max_bytes', val: '10' },
      { prefix: 'osd pool rename', srcpool: 'rbd', destpool: 'new' },
    ]);
  });

  test('changing a pool to what it is already takes no command', () => {
    expect(change({ name: 'rbd', size: 3, minSize: 2, pgNum: 32, fastRead: false })).toEqual([]);
    expect(change({ size: 3, minSize: 2, pgNum: 16 }, find('ecpool'))).toEqual([]);
  });

  test('changing a pool sets how many copies it needs after their number, with which Ceph resets it', () => {
    expect(change({ size: 2, minSize: 2 })).toMatchObject([{ var: 'size' }, { var: 'min_size', val: '2' }]);
  });

  test('changing a pool keeps Ceph from undoing a number of placement groups', () => {
    const groups = { var: 'pg_num', val: '128' };
    expect(change({ pgNum: 128 }, { ...rbd, pg_autoscale_mode: 'on' })).toMatchObject([
      { prefix: 'osd pool set', pool: 'rbd', var: 'pg_autoscale_mode', val: 'off' },
      groups,
    ]);
    expect(change({ pgNum: 128 }, { ...rbd, pg_autoscale_mode: 'warn' })).toMatchObject([groups]);
  });

  test('changing a pool holds it where it is while Ceph is on the way to another number', () => {
    expect(change({ pgNum: 32 }, { ...rbd, pg_num_target: 16 })).toMatchObject([{ val: '32' }]);
  });

  test('changing a pool is refused where it cannot be', () => {
    expect(check({ erasureCoding: true }, 'rbd')).toThrow('for good');
    expect(check({ parityChunks: 3 }, 'ecpool')).toThrow('chunks');
    expect(check({ dataChunks: 2 }, 'rbd')).toThrow('chunks');
    expect(check({ size: 4 }, 'ecpool')).toThrow('size');
    expect(check({ erasureCoding: false, size: 2 }, 'rbd')).not.toThrow();
  });

  test('changing a pool is refused as a whole where it would need more than there is', () => {
    expect(check({ size: 2, minSize: 3 }, 'rbd')).toThrow('minSize must be 1 to 2 copies');
    expect(check({ minSize: 4 }, 'rbd')).toThrow('minSize must be 1 to 3 copies');
    expect(check({ minSize: 1 }, 'ecpool')).toThrow('minSize must be 2 to 3 chunks');
    expect(check({ size: 4, minSize: 4 }, 'rbd')).not.toThrow();
  });

  test('changing a pool takes chunks that are those of the pool', () =>
    expect(check({ size: 3, dataChunks: 2, parityChunks: 1 }, 'ecpool')).not.toThrow());
});

describe('an application', () => {
  const filesystems = [{ name: 'fs', metadata_pool: 'meta', data_pools: ['fs_data'] }];

  test('an application that the pool has is not enabled again', () =>
    expect(application(find('rbd'), 'rbd', filesystems, false)).toEqual([]));

  test('an application takes the place of that of an empty pool', () => {
    expect(application(find('rbd'), 'rgw', filesystems, true)).toEqual([
      { prefix: 'osd pool application enable', pool: 'rbd', app: 'rgw', yes_i_really_mean_it: true },
      { prefix: 'osd pool application disable', pool: 'rbd', app: 'rbd', yes_i_really_mean_it: true },
    ]);
    expect(application(find('rbd'), '', filesystems, true)).toMatchObject([{ app: 'rbd' }]);
  });

  test('an application is refused to a pool that is in use for another one', () => {
    expect(() => application(find('rbd'), 'rgw', filesystems, false)).toThrow('in use for rbd');
    const data = { ...find('fs_data'), application_metadata: { cephfs: {} } };
    expect(() => application(data, 'rbd', filesystems, true)).toThrow('in use for storefs');
  });

  test('the application storefs adds the pool to the filesystem, where there is one', () => {
    expect(application(find('fs_data'), 'storefs', filesystems, true)).toEqual([
      { prefix: 'fs add_data_pool', fs_name: 'fs', pool: 'fs_data' },
    ]);
    expect(application(find('fs_data'), 'storefs', [], true)).toMatchObject([{ app: 'cephfs' }]);
  });
});

import { describe, expect, test } from 'vitest';
import {
  adjustments,
  application,
  checkNewPool,
  checkUpdate,
  creation,
  type NewPool,
} from '../../../src/service/ceph/poolChange.ts';
import type { PoolDump } from '../../../src/service/ceph/pools.ts';
import { sample } from './samples.ts';

const existing = sample<PoolDump[]>('osdPoolLsDetail');
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
  ])('%s', (_, pool, status) => {
    expect(() => checkNewPool(pool, existing)).toThrow(expect.objectContaining({ status }));
  });

  test('and accepted when it makes sense', () => {
    expect(() => checkNewPool({ name: 'n', size: 3, minSize: 2 }, existing)).not.toThrow();
    const erasure = { name: 'n', erasureCoding: true, dataChunks: 4, parityChunks: 2, minSize: 5 };
    expect(() => checkNewPool(erasure, existing)).not.toThrow();
  });
});

describe('making a pool', () => {
  test('replicated, by a rule', () => {
    expect(creation({ name: 'n', pgNum: 8, size: 2 }, 'by-rack')).toEqual([
      { prefix: 'osd pool create', pool: 'n', pg_num: 8, rule: 'by-rack', pool_type: 'replicated', size: 2 },
    ]);
  });

  test('erasure-coded, from a profile that pools of the same chunks share', () => {
    expect(creation({ name: 'n', erasureCoding: true, dataChunks: 4, parityChunks: 2 }, undefined)).toEqual([
      { prefix: 'osd erasure-code-profile set', name: 'storedeck-k4-m2', profile: ['k=4', 'm=2'] },
      {
        prefix: 'osd pool create',
        pool: 'n',
        pg_num: 32,
        pool_type: 'erasure',
        erasure_code_profile: 'storedeck-k4-m2',
      },
    ]);
  });

  test('erasure-coded for the filesystem, which must be able to overwrite', () => {
    const pool = { name: 'n', erasureCoding: true, dataChunks: 2, parityChunks: 1, application: 'storefs' };
    expect(creation(pool, undefined).at(-1)).toMatchObject({ var: 'allow_ec_overwrites', val: 'true' });
  });
});

describe('changing a pool', () => {
  test('renames it last, so that every other command finds it', () => {
    const commands = adjustments(
      'old',
      { name: 'new', minSize: 2, quotaMaxBytes: 10, unprotect: true },
      'by-rack',
    );
    expect(commands).toEqual([
      { prefix: 'osd pool set', pool: 'old', var: 'nodelete', val: 'false' },
      { prefix: 'osd pool set', pool: 'old', var: 'crush_rule', val: 'by-rack' },
      { prefix: 'osd pool set', pool: 'old', var: 'min_size', val: '2' },
      { prefix: 'osd pool set-quota', pool: 'old', field: 'max_bytes', val: '10' },
      { prefix: 'osd pool rename', srcpool: 'old', destpool: 'new' },
    ]);
  });

  test('to what it is already takes no command', () =>
    expect(adjustments('n', { name: 'n' }, undefined)).toEqual([]));

  test('is refused where it cannot be', () => {
    expect(() => checkUpdate({ erasureCoding: true }, find('rbd'))).toThrow('for good');
    expect(() => checkUpdate({ parityChunks: 3 }, find('ecpool'))).toThrow('chunks');
    expect(() => checkUpdate({ size: 4 }, find('ecpool'))).toThrow('size');
    expect(() => checkUpdate({ erasureCoding: false, size: 2 }, find('rbd'))).not.toThrow();
  });
});

describe('an application', () => {
  test('that the pool has is not enabled again', () =>
    expect(application(find('rbd'), 'rbd', 'storefs')).toEqual([]));

  test('is enabled beside another one', () => {
    expect(application(find('rbd'), 'rgw', 'storefs')).toEqual([
      { prefix: 'osd pool application enable', pool: 'rbd', app: 'rgw', yes_i_really_mean_it: true },
    ]);
  });

  test('storefs adds the pool to the filesystem, where there is one', () => {
    expect(application(find('fs_data'), 'storefs', 'fs')).toEqual([
      { prefix: 'fs add_data_pool', fs_name: 'fs', pool: 'fs_data' },
    ]);
    expect(application(find('fs_data'), 'storefs', undefined)).toMatchObject([{ app: 'cephfs' }]);
  });
});

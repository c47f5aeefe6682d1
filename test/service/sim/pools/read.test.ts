import { expect, test } from 'vitest';
import type { SimPool } from '../../../../src/service/sim/pools/pool.ts';
import { poolDetails, poolOrRefuse, toPool } from '../../../../src/service/sim/pools/read.ts';
import { calmModel } from '../support.ts';

const model = calmModel(24);
const poolOf = (name: string, more: Partial<SimPool> = {}): SimPool => ({
  ...poolOrRefuse(model, name),
  id: 42,
  size: 3,
  minSize: 2,
  bytes: 1000.4,
  objects: 9.6,
  quotaMaxBytes: 0,
  quotaMaxObjects: 0,
  pgNum: 64,
  pgNumWanted: 128,
  now: { readOps: 1.4, writeOps: 2.6, readBytes: 3.4, writeBytes: 4.6 },
  ...more,
});

test('a pool is shown with whole numbers, its limits and its rule, and with chunks only if it is erasure-coded', () => {
  const replicated = poolOf('volumes', { quotaMaxBytes: 7, quotaMaxObjects: 8 });
  expect(toPool(replicated)).toEqual({
    name: 'volumes',
    erasureCoding: false,
    description: replicated.description,
    poolId: 42,
    pgNum: 64,
    pgpNum: 64,
    minSize: 2,
    size: 3,
    quotaMaxBytes: 7,
    quotaMaxObjects: 8,
    crushRule: replicated.rule.id,
    stats: {
      bytes: 1000,
      objects: 10,
      readIops: 1,
      writeIops: 3,
      readBytesPerSec: 3,
      writeBytesPerSec: 5,
    },
    application: 'rbd',
    erasureCodingOverwriteSupportMissing: false,
    fastRead: false,
  });
  const erasure = toPool(poolOf('volumes', { dataShards: 2, overwrites: false, application: '' }));
  expect(erasure).toMatchObject({ erasureCoding: true, dataChunks: 2, parityChunks: 1 });
  expect(erasure).toMatchObject({ erasureCodingOverwriteSupportMissing: true });
  expect(erasure).not.toHaveProperty('application');
});

test.each<[string, Partial<SimPool>, string]>([
  ['that may be deleted', { protected: false }, 'hashpspool,selfmanaged_snaps'],
  ['that may not be deleted', { protected: true }, 'hashpspool,nodelete,selfmanaged_snaps'],
  [
    'whose bytes reach its quota',
    { protected: false, quotaMaxBytes: 1000.4 },
    'hashpspool,full_quota,selfmanaged_snaps',
  ],
  [
    'whose objects reach its quota',
    { protected: false, quotaMaxObjects: 9 },
    'hashpspool,full_quota,selfmanaged_snaps',
  ],
  [
    'below its quotas',
    { protected: false, quotaMaxBytes: 1001, quotaMaxObjects: 10 },
    'hashpspool,selfmanaged_snaps',
  ],
  [
    'with overwrites that is not for images',
    { protected: false, overwrites: true, application: 'rgw' },
    'hashpspool,ec_overwrites',
  ],
])('the details of a pool %s have its flags', (_, more, flags) => {
  expect(poolDetails(poolOf('volumes', more))['flags_names']).toBe(flags);
});

test('the details of a pool follow those of Ceph, with the states of its placement groups', () => {
  const pool = poolOf('volumes');
  expect(poolDetails(pool)).toEqual({
    pool_id: 42,
    pool_name: 'volumes',
    flags_names: expect.any(String) as string,
    type: 1,
    size: 3,
    min_size: 2,
    crush_rule: pool.rule.id,
    pg_autoscale_mode: 'off',
    pg_num: 64,
    pg_placement_num: 64,
    pg_num_target: 128,
    pg_placement_num_target: 128,
    quota_max_bytes: 0,
    quota_max_objects: 0,
    erasure_code_profile: '',
    fast_read: false,
    application_metadata: { rbd: {} },
    pgs_by_state: [{ state_name: 'active+clean', count: [...pool.states.values()][0] }],
  });
  expect(poolDetails(poolOf('volumes', { dataShards: 2, application: '' }))).toMatchObject({
    type: 3,
    erasure_code_profile: expect.stringMatching(/./) as string,
    application_metadata: {},
  });
});

test('a pool that does not exist is refused', () => {
  expect(() => poolOrRefuse(model, 'none')).toThrow(expect.objectContaining({ status: 404 }));
});

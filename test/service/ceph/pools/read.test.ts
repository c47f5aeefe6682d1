import { expect, test } from 'vitest';
import type { ProfileDump } from '../../../../src/service/ceph/map/osdMap.ts';
import {
  poolNames,
  pools,
  type PoolDump,
  type PoolRates,
  type PoolUsage,
} from '../../../../src/service/ceph/pools/read.ts';
import { sample } from '../samples.ts';

const dump = sample('osdPoolLsDetail') as PoolDump[];
const extras = {
  usage: (sample('dfDetail') as { pools: PoolUsage[] }).pools,
  rates: sample('osdPoolStats') as PoolRates[],
  profiles: sample('erasureProfiles') as ProfileDump,
  descriptions: new Map([[2, 'Images']]),
};
const all = pools(dump, extras);
const pool = (name: string, from = all) => from.find((candidate) => candidate.name === name);

test('a replicated pool has its settings, usage and rates', () => {
  expect(pool('rbd')).toMatchObject({
    poolId: 2,
    erasureCoding: false,
    description: 'Images',
    pgNum: 32,
    pgpNum: 32,
    size: 3,
    minSize: 2,
    crushRule: 0,
    application: 'rbd',
    erasureCodingOverwriteSupportMissing: false,
    stats: { bytes: 2931296256, objects: 11197, writeIops: 350, readIops: 0, writeBytesPerSec: 91762036 },
  });
  expect(pool('rbd')).not.toHaveProperty('dataChunks');
});

test('the rates of a pool are those of Ceph, and those that Ceph leaves out are zero', () => {
  const stats = (client_io_rate: PoolRates['client_io_rate']) =>
    pool('rbd', pools(dump, { ...extras, usage: [], rates: [{ pool_id: 2, client_io_rate }] }))?.stats;
  const none = { readIops: 0, writeIops: 0, readBytesPerSec: 0, writeBytesPerSec: 0 };
  expect(stats({})).toEqual(none);
  expect(stats({ read_op_per_sec: 1, write_op_per_sec: 2, read_bytes_sec: 3, write_bytes_sec: 4 })).toEqual({
    readIops: 1,
    writeIops: 2,
    readBytesPerSec: 3,
    writeBytesPerSec: 4,
  });
});

test('an erasure-coded pool has its chunks', () => {
  expect(pool('ecpool')).toMatchObject({
    erasureCoding: true,
    dataChunks: 2,
    parityChunks: 1,
    erasureCodingOverwriteSupportMissing: false,
  });
  const without = dump.map((each) => ({ ...each, flags_names: 'hashpspool' }));
  expect(pool('ecpool', pools(without, extras))?.erasureCodingOverwriteSupportMissing).toBe(true);
  expect(pool('rbd', pools(without, extras))?.erasureCodingOverwriteSupportMissing).toBe(false);
});

test('a pool of the filesystem has the application name of the interface', () => {
  const dumped = dump.map((each) => ({ ...each, application_metadata: { cephfs: { data: 'storefs' } } }));
  expect(pools(dumped, extras)[0]?.application).toBe('storefs');
});

test('a pool without application or description has none, not an empty text', () => {
  expect(pool('fs_data')).not.toHaveProperty('application');
  expect(pool('fs_data')).not.toHaveProperty('description');
});

test('usage and rates are absent, not zero, while no manager can report them', () => {
  const silent = pools(dump, { ...extras, usage: [], rates: [] });
  expect(pool('rbd', silent)?.stats).toEqual({});
});

test('pools can be selected by name', () => {
  expect(poolNames(dump, extras.descriptions)[1]).toEqual({
    displayName: 'rbd',
    queryName: 'rbd',
    description: 'Images',
    quotaBytes: 0,
    quotaObjects: 0,
  });
});

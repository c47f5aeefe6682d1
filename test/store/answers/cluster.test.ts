import { describe, expect, test } from 'vitest';
import type { ClusterStatus } from '../../../src/api/contract/cluster.ts';
import { selectCluster } from '../../../src/store/answers/cluster.ts';
import { check, cluster, osd, withChecks } from './shapes.ts';

const store = (storeStatus: object): ClusterStatus => ({ storeStatus });

describe('numbers of the cluster', () => {
  test('the numbers of the cluster come from the status of Ceph if the service passes it on', () => {
    const status = store({
      fsid: 'abc',
      quorum_names: ['a', 'b'],
      monmap: { num_mons: 3 },
      osdmap: { num_osds: 6, num_up_osds: 5, num_in_osds: 6 },
      pgmap: {
        bytes_used: 10,
        bytes_total: 30,
        read_bytes_sec: 7,
        recovering_bytes_per_sec: 5,
        degraded_ratio: 0.14,
      },
    });
    expect(selectCluster({ status })).toMatchObject({
      fsid: 'abc',
      usedBytes: 10,
      totalBytes: 30,
      readBytes: 7,
      recoveryBytes: 5,
      degradedShare: 0.14,
      osdsTotal: 6,
      osdsUp: 5,
      osdsIn: 6,
      quorum: ['a', 'b'],
      monitors: 3,
    });
  });

  test('usage has an age only if no manager has reported it for long', () => {
    expect(selectCluster({ status: { usageLastUpdated: 4 } }).usageAge).toBeUndefined();
    expect(selectCluster({ status: { usageLastUpdated: 40 } }).usageAge).toBe(40);
  });

  test('the numbers of the cluster are read in camel case as well', () => {
    const status = store({
      numOfMons: 3,
      osdMap: { numOsds: 6, numUpOsds: 4 },
      pgMap: {
        bytesUsed: 1,
        bytesTotal: 2,
        readBytesPerSec: 3,
        writeOpPerSec: 4,
        recoveringObjectsPerSec: 5,
        misplacedRatio: 0.5,
      },
    });
    expect(selectCluster({ status })).toMatchObject({
      monitors: 3,
      osdsUp: 4,
      usedBytes: 1,
      totalBytes: 2,
      readBytes: 3,
      writeIops: 4,
      recoveryObjects: 5,
      misplacedShare: 0.5,
    });
  });

  test('a rate that is missing from the status of Ceph is zero', () => {
    expect(selectCluster({ status: store({ pgmap: { bytes_used: 1 } }) })).toMatchObject({
      writeIops: 0,
      recoveryBytes: 0,
    });
  });

  test('the space of the cluster is that of OSDs that are up and in, whatever the totals of the status', () => {
    const status = store({ pgmap: { bytes_used: 160, bytes_total: 400 } });
    const crush = {
      nodes: [osd(0), osd(1, { used: 60 }), osd(2, { status: 'DOWN' }), osd(3, { reweight: 0 })],
    };
    expect(selectCluster({ status, crush })).toMatchObject({
      usedBytes: 100,
      totalBytes: 200,
      osdsNotCounted: 2,
    });
  });

  test('the numbers of the cluster are added up from pools and OSDs if the status has none', () => {
    const pools = [{ stats: { readIops: 3, writeBytesPerSec: 10 } }, { stats: { readIops: 4 } }, {}];
    const crush = { nodes: [osd(0), osd(1, { status: 'DOWN', reweight: 0 })], stray: [osd(2)] };
    expect(selectCluster({ status: {}, pools, crush })).toMatchObject({
      readIops: 7,
      writeIops: undefined,
      writeBytes: 10,
      recoveryBytes: undefined,
      usedBytes: 40,
      totalBytes: 100,
      osdsUp: 2,
      osdsIn: 2,
      osdsTotal: 3,
    });
  });

  test('the space of the cluster counts each OSD once, and not its buckets', () => {
    expect(selectCluster({ crush: cluster({ racks: 2, hosts: 2, osds: 3 }) })).toMatchObject({
      osdsTotal: 12,
      totalBytes: 1200,
    });
  });

  test('numbers of the cluster that nobody reported are absent', () => {
    expect(Object.values(selectCluster({})).filter((value) => value !== undefined)).toEqual([]);
  });

  test('a timestamp from a clock that runs ahead has an unknown age', () => {
    expect(selectCluster({ status: { storeLastUpdated: -3 } }).storeAge).toBe(0);
  });
});

const degraded = withChecks('HEALTH_WARN', {
  PG_DEGRADED: check(
    'WARN',
    'Degraded data redundancy: 250/1000 objects degraded (25.000%), 14 pgs degraded',
  ),
});

test('the degraded share is read from the message of the check if there is no number', () => {
  expect(selectCluster({ status: degraded }).degradedShare).toBe(0.25);
  expect(selectCluster({ status: withChecks('HEALTH_OK') }).degradedShare).toBeUndefined();
});

test.each([
  ['read_op_per_sec', 'readIops'],
  ['write_op_per_sec', 'writeIops'],
  ['read_bytes_sec', 'readBytes'],
  ['read_bytes_per_sec', 'readBytes'],
  ['write_bytes_sec', 'writeBytes'],
  ['write_bytes_per_sec', 'writeBytes'],
  ['recovering_bytes_per_sec', 'recoveryBytes'],
  ['recovering_objects_per_sec', 'recoveryObjects'],
  ['degraded_ratio', 'degradedShare'],
  ['misplaced_ratio', 'misplacedShare'],
  ['unfound_objects', 'unfoundObjects'],
] as const)('the number %s of Ceph is shown as %s, before what the pools report', (name, key) => {
  const pools = [{ stats: { readIops: 1, writeIops: 2, readBytesPerSec: 3, writeBytesPerSec: 4 } }];
  const numbers = selectCluster({ status: store({ pgmap: { [name]: 7 } }), pools });
  expect(numbers[key]).toBe(7);
  expect(selectCluster({ status: store({ pgmap: {} }) })[key]).toBe(0);
});

test('a quorum has the names of monitors only, and usage is old after more than ten seconds', () => {
  expect(selectCluster({ status: store({ quorum_names: ['a', 3, null, 'b'] }) }).quorum).toEqual(['a', 'b']);
  expect(selectCluster({ status: store({ quorum_names: [3] }) }).quorum).toBeUndefined();
  expect(selectCluster({ status: { usageLastUpdated: 10 } }).usageAge).toBeUndefined();
  expect(selectCluster({ status: { usageLastUpdated: 11 } }).usageAge).toBe(11);
});

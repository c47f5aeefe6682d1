import { describe, expect, test } from 'vitest';
import { commitTimes } from '../../../../src/service/ceph/evidence/answers.ts';
import {
  clusterValues,
  diskUsage,
  poolValues,
  type StatusSample,
} from '../../../../src/service/ceph/history/measure.ts';
import type { OsdTree } from '../../../../src/service/ceph/map/osdTree.ts';
import { sample } from '../samples.ts';

const osdmap = { num_osds: 4, num_up_osds: 3, num_in_osds: 4 };
const statusWith = (pgmap: Partial<StatusSample['pgmap']>): StatusSample => ({
  osdmap,
  pgmap: { pgs_by_state: [], num_pools: 1, num_pgs: 8, ...pgmap },
});
const NONE: ReadonlyMap<number, number> = new Map();
const perf = (...stats: object[]) =>
  commitTimes({ osdstats: { osd_perf_infos: stats.map((perf_stats, id) => ({ id, perf_stats })) } });

describe('measurements of the cluster', () => {
  test('a placement group counts under each word of its state', () => {
    const pgs_by_state = [
      { state_name: 'active+clean', count: 5 },
      { state_name: 'active+clean+scrubbing+deep', count: 2 },
      { state_name: 'active+undersized+degraded+remapped+backfilling', count: 3 },
      { state_name: 'down+peering', count: 1 },
    ];
    expect(clusterValues(statusWith({ pgs_by_state }), NONE)).toMatchObject({
      'pg-states/active+clean': 7,
      'pg-states/scrubbing': 2,
      'pg-states/degraded': 3,
      'pg-states/undersized': 3,
      'pg-states/remapped': 3,
      'pg-states/recovering': 3,
      'pg-states/inactive': 1,
    });
  });

  test('every plot is zero for a status without rates, and the usage of a cluster without capacity, too', () => {
    const { osds, rates } = {
      osds: { 'osds/total': 4, 'osds/up': 3, 'osds/in': 4 },
      rates: [
        'cluster-iops/read',
        'cluster-iops/write',
        'cluster-throughput/read',
        'cluster-throughput/write',
      ],
    };
    const groups = ['active+clean', 'degraded', 'undersized', 'remapped', 'inactive', 'scrubbing'];
    const zero = [
      ...rates,
      ...groups.map((state) => `pg-states/${state}`),
      'cluster-capacity/used',
      'cluster-capacity/total',
      'cluster-usage/used',
      'cluster-objects/stored',
      'recovery/recovered',
      'recovery-throughput/recovered',
    ];
    const all = { ...osds, ...Object.fromEntries(zero.map((plot) => [plot, 0])) };
    const pgs_by_state = [{ state_name: 'active+recovering', count: 3 }];
    expect(clusterValues(statusWith({ pgs_by_state }), NONE)).toEqual({ ...all, 'pg-states/recovering': 3 });
    // Ceph may leave out the numbers of pools and groups.
    expect(clusterValues({ osdmap, pgmap: { pgs_by_state } }, NONE)).toHaveProperty('cluster-objects/stored');
    expect(clusterValues({ osdmap, pgmap: { pgs_by_state, num_pools: 1 } }, NONE)).toEqual(osds);
  });

  test('a manager that has just started leaves a gap in everything but the OSDs', () => {
    expect(Object.keys(clusterValues(statusWith({ num_pgs: 0 }), NONE))).toEqual([
      'osds/total',
      'osds/up',
      'osds/in',
    ]);
  });

  test('latencies are in microseconds, from nanoseconds if those are given', () => {
    const samples = perf({ commit_latency_ns: 2_000_000, commit_latency_ms: 9 }, { commit_latency_ms: 4 });
    expect(clusterValues(statusWith({}), samples)).toMatchObject({
      'osd-latency-write/p50': 4000,
      'osd-latency-write/p99': 4000,
    });
    expect(clusterValues(statusWith({}), perf())).not.toHaveProperty(['osd-latency-write/p50']);
  });

  test('the latencies of many OSDs are their middle, and those that a tenth and a hundredth of them exceed', () => {
    const times = new Map(Array.from({ length: 200 }, (_, osd) => [osd, 200 - osd]));
    expect(clusterValues(statusWith({}), times)).toMatchObject({
      'osd-latency-write/p50': 101_000,
      'osd-latency-write/p90': 181_000,
      'osd-latency-write/p99': 199_000,
    });
    const few = clusterValues(statusWith({}), new Map([[7, 3]]));
    expect(few).toMatchObject({ 'osd-latency-write/p50': 3000, 'osd-latency-write/p99': 3000 });
  });

  test('a status has every rate and number that is recorded', () => {
    const rates = { read_op_per_sec: 1, write_op_per_sec: 2, read_bytes_sec: 3, write_bytes_sec: 4 };
    const recovery = { recovering_objects_per_sec: 5, recovering_bytes_per_sec: 6 };
    const rest = { num_objects: 7, bytes_used: 8, bytes_total: 32 };
    expect(clusterValues(statusWith({ ...rates, ...recovery, ...rest }), NONE)).toMatchObject({
      'osds/total': 4,
      'osds/in': 4,
      'cluster-iops/read': 1,
      'cluster-iops/write': 2,
      'cluster-throughput/read': 3,
      'cluster-throughput/write': 4,
      'cluster-capacity/used': 8,
      'cluster-capacity/total': 32,
      'cluster-usage/used': 25,
      'cluster-objects/stored': 7,
      'recovery/recovered': 5,
      'recovery-throughput/recovered': 6,
    });
  });

  test('a cluster without pools has no placement groups, and its capacity is known', () => {
    const values = clusterValues(statusWith({ num_pools: 0, num_pgs: 0, bytes_total: 20 }), NONE);
    expect(values).toMatchObject({ 'cluster-capacity/total': 20, 'pg-states/inactive': 0 });
  });

  test('latencies that are all 0, as in Ceph 20.2, are not recorded', () => {
    const samples = perf({ commit_latency_ms: 0, commit_latency_ns: 0 });
    expect(clusterValues(statusWith({}), samples)).not.toHaveProperty(['osd-latency-write/p50']);
  });

  test('a recorded status gives a number for every plot', () => {
    const values = clusterValues(sample('statusRecovering') as StatusSample, NONE);
    expect(Object.values(values).every(Number.isFinite)).toBe(true);
    expect(values['osds/total']).toBeGreaterThan(0);
  });
});

test('pools are measured by their ids, and one without a rate is idle', () => {
  const usage = [
    { id: 2, stats: { stored: 100, objects: 3 } },
    { id: 5, stats: { stored: 0, objects: 0 } },
  ];
  const values = poolValues(usage, [{ pool_id: 2, client_io_rate: { read_op_per_sec: 7 } }]);
  expect([...values.keys()]).toEqual(['2', '5']);
  const rates = { read_op_per_sec: 1, write_op_per_sec: 2, read_bytes_sec: 3, write_bytes_sec: 4 };
  expect(poolValues(usage, [{ pool_id: 5, client_io_rate: rates }]).get('5')).toMatchObject({
    'pool-iops/read': 1,
    'pool-iops/write': 2,
    'pool-throughput/read': 3,
    'pool-throughput/write': 4,
  });
  const idle = {
    'pool-iops/read': 0,
    'pool-iops/write': 0,
    'pool-throughput/read': 0,
    'pool-throughput/write': 0,
    'pool-bytes/stored': 0,
    'pool-objects/stored': 0,
  };
  const stored = { 'pool-bytes/stored': 100, 'pool-objects/stored': 3 };
  expect(values.get('2')).toEqual({ ...idle, ...stored, 'pool-iops/read': 7 });
  expect(values.get('5')).toEqual(idle);
});

test('the usage of a server is that of its OSDs together, without OSDs that have not reported', () => {
  const tree: OsdTree = {
    nodes: [
      { id: -1, name: 'default', type: 'root', children: [-2, -3] },
      { id: -2, name: 'a', type: 'host', children: [0, 1] },
      { id: -3, name: 'b', type: 'host', children: [2] },
      ...[0, 1, 2].map((id) => ({ id, name: `osd.${id}`, type: 'osd' })),
    ],
    stray: [],
  };
  const usage = [
    { id: 0, kb: 100, kb_used: 50 },
    { id: 1, kb: 300, kb_used: 50 },
    { id: 2, kb: 0, kb_used: 0 },
    { id: 9, kb: 100, kb_used: 100 },
  ];
  const servers = new Map([
    ['a', 2],
    ['b', 3],
  ]);
  expect(diskUsage(tree, usage, servers)).toEqual(new Map([['2', { 'server-disk-usage/used': 25 }]]));
});

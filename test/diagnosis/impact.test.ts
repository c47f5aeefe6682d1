import { describe, expect, test } from 'vitest';
import type { ClusterStatus } from '../../src/api/contract/cluster.ts';
import { diagnose } from '../../src/diagnosis/index.ts';
import { impactText } from '../../src/diagnosis/report.ts';
import { check, line, snapshot, type SnapshotChanges } from './support.ts';

const impact = (changes: SnapshotChanges) => diagnose([snapshot(changes)]).impact;
const stopped = (changes: SnapshotChanges) => impact(changes).stopped;

describe('what is stopped', () => {
  test.each<[string, SnapshotChanges, readonly string[]]>([
    ['nothing is, in a healthy cluster', {}, []],
    [
      'pools without space are named, and not those at their quota',
      {
        checks: {
          POOL_FULL: check(
            'full',
            ...['a', 'b', 'c', 'd'].map((name) => `pool '${name}' is full (no space)`),
            "pool 'vm' is full (running out of quota)",
          ),
        },
      },
      ['no space to write to a, b, c and 1 more'],
    ],
    [
      'requests may be paused',
      { flags: ['pauserd', 'pausewr'] },
      ['reads and writes of all clients are paused'],
    ],
    [
      'a filesystem is named',
      { checks: { MDS_ALL_DOWN: check('1 filesystem is offline', 'fs storefs is offline because of it') } },
      ['the filesystem storefs is offline'],
    ],
    [
      'a filesystem without a name is told in the words of Ceph',
      { checks: { MDS_ALL_DOWN: check('1 filesystem is offline') } },
      ['1 filesystem is offline'],
    ],
    [
      'gateways of which none runs are named',
      { status: { radosgws: { online: 0, total: 2 }, nfsGateways: { online: 1, total: 2 } } },
      ['no radosgw gateway runs'],
    ],
    [
      'gateways of several kinds are told together',
      { status: { radosgws: { online: 0, total: 2 }, nfsGateways: { online: 0, total: 1 } } },
      ['no radosgw, nfs gateway runs'],
    ],
    [
      'numbers that are a quarter of an hour old do not count',
      { status: { radosgws: { online: 0, total: 2 }, placementGroupsLastUpdated: 900 } },
      [],
    ],
    ['no gateway is missing where none is set up', { status: { radosgws: { online: 0, total: 0 } } }, []],
  ])('%s', (_, changes, expected) => {
    expect(stopped(changes)).toEqual(expected);
  });
});

describe('pools whose data cannot be read or written', () => {
  const pools = (...errors: readonly (readonly [name: string, error: number])[]): ClusterStatus => ({
    placementGroups: errors.map(([poolName, error], index) => ({
      poolName,
      poolId: index + 1,
      error,
      okay: 5,
    })),
  });
  const detail = (...pgs: string[]) =>
    pgs.map((pg) => `pg ${pg} is stuck peering for 1m, current state peering`);
  const inactive = (message: string, ...pgs: string[]) => ({
    PG_AVAILABILITY: check(message, ...detail(...pgs)),
  });
  const BLOCKED = 'Reduced data availability: 5 pgs inactive, 12 pgs down, 1 pg peering';

  test('the highest of the counts of Ceph is shown, with the pools that have most of them first', () => {
    expect(impact({ checks: inactive(BLOCKED), status: pools(['rbd', 2], ['vm', 7], ['idle', 0]) })).toEqual({
      blockedPgs: 12,
      pools: [
        { name: 'vm', use: undefined, blockedPgs: 7 },
        { name: 'rbd', use: undefined, blockedPgs: 2 },
      ],
      stopped: [],
    });
    expect(impact({ checks: inactive('1 pg peering') }).blockedPgs).toBe(1);
  });

  test('placement groups that peer for seconds after an OSD was lost or is back are not called blocked', () => {
    const peering = (message: string) => ({
      PG_AVAILABILITY: check(message, 'pg 1.9 is remapped+peering, acting [2,57,30]', 'pg 2.7 is activating'),
    });
    const status = pools(['rbd', 2], ['vm', 7]);
    const of = (message: string, ago: number) => {
      const raised = line(ago, 'mon', `cluster [WRN] Health check failed: ${message} (PG_AVAILABILITY)`);
      return impact({ checks: peering(message), status, log: [raised] }).blockedPgs;
    };
    expect(of('Reduced data availability: 9 pgs peering', 14)).toBe(0);
    expect(of('Reduced data availability: 9 pgs peering', 15)).toBe(9);
    expect(of('Reduced data availability: 3 pgs inactive, 9 pgs peering', 14)).toBe(9);
  });

  test('pools are named by the placement groups in the check, if these are more than their errors', () => {
    const found = (errors: number) =>
      impact({ checks: inactive(BLOCKED, '1.1', '1.2', '2.7'), status: pools(['rbd', errors], ['vm', 0]) })
        .pools;
    expect(found(1).map(({ name, blockedPgs }) => [name, blockedPgs])).toEqual([
      ['rbd', 2],
      ['vm', 1],
    ]);
    expect(found(9)[0]).toMatchObject({ name: 'rbd', blockedPgs: 9 });
  });

  test('damaged placement groups still serve, so that errors do not count beside them', () => {
    const checks = {
      ...inactive(BLOCKED, '2.7'),
      PG_DAMAGED: check('Possible data damage: 1 pg inconsistent'),
    };
    expect(impact({ checks, status: pools(['rbd', 4], ['vm', 4]) }).pools).toMatchObject([
      { name: 'vm', blockedPgs: 1 },
    ]);
  });

  test('what a pool is used for is told by its application', () => {
    const used = (application: string) =>
      impact({
        checks: inactive(BLOCKED),
        status: pools(['data', 1]),
        more: { pools: [{ name: 'data', application }] },
      }).pools[0]?.use;
    expect(['rbd', 'rgw', 'storefs', 'cephfs', 'other'].map(used)).toEqual([
      'images',
      'buckets',
      'files',
      'files',
      undefined,
    ]);
  });

  test('the total is at least that of the pools, as the check counts groups late, but not more than are inactive', () => {
    const found = (inactive?: number) => {
      const states = [
        { state_name: 'active+clean', count: 5 },
        { state_name: 'peering', count: inactive },
      ];
      const pgmap = inactive === undefined ? {} : { pgs_by_state: states };
      const status = { ...pools(['rbd', 4], ['vm', 7]), storeStatus: { pgmap } as object };
      return impact({ checks: { PG_AVAILABILITY: check('8 pgs inactive') }, status });
    };
    expect(found().blockedPgs).toBe(8);
    expect(found(11).blockedPgs).toBe(11);
    expect(found(10).blockedPgs).toBe(8);
    expect(impactText(found(11))).toBe('11 placement groups cannot serve I/O: vm 7, rbd 4');
    expect(impactText(found(10))).toBe('8 placement groups cannot serve I/O, some in vm, rbd');
  });

  test('no pool is named while all placement groups serve, whatever is damaged', () => {
    expect(impact({ status: pools(['rbd', 3]), checks: { PG_DAMAGED: check('damage') } })).toEqual({
      blockedPgs: 0,
      pools: [],
      stopped: [],
    });
  });
});

import { expect, test } from 'vitest';
import { diagnose } from '../../../src/diagnosis/index.ts';
import { causes, check, line, NOW, snapshot, type SnapshotChanges } from '../support.ts';

const osd = (ago: number, m: string) => line(ago, 'osd.1', m);

test.each<[string, SnapshotChanges, object]>([
  [
    'inconsistent copies are shown with the group, the OSD with the bad copy, and the time of the first log line',
    {
      checks: {
        PG_DAMAGED: check('1 pg inconsistent', 'pg 3.d is active+clean+inconsistent, acting [2,0,4]'),
        OSD_SCRUB_ERRORS: check('1 scrub errors'),
      },
      log: [40, 30, 20].map((ago) => osd(ago, '3.d shard 2 soid 3:b1::x:head : data_digest 0x1 != 0x2')),
    },
    {
      kind: 'object-corrupt',
      objects: ['3.d', 'osd.2'],
      confidence: 'certain',
      since: NOW - 40_000,
      explains: ['PG_DAMAGED', 'OSD_SCRUB_ERRORS'],
      text: 'copies of placement group 3.d disagree; osd.2 has the bad one',
      proofs: [{ source: 'health' }, { source: 'log' }, { source: 'log' }],
      next: ['look at the disk of osd.2', 'repair the placement group (`ceph pg repair 3.d`)'],
    },
  ],
  [
    'inconsistent copies are shown without a place until something names it',
    { checks: { OSD_SCRUB_ERRORS: check('1 scrub errors') } },
    {
      kind: 'object-corrupt',
      objects: [],
      confidence: 'likely',
      text: 'copies of data disagree',
      proofs: [{ text: '1 scrub errors' }],
    },
  ],
  [
    'unfound objects are shown with their groups, and explain the damaged and degraded groups',
    {
      checks: {
        OBJECT_UNFOUND: check('2/99 objects unfound', 'pg 3.a has 2 unfound objects'),
        PG_DAMAGED: check('1 pg recovery_unfound'),
        PG_DEGRADED: check('2/99 objects degraded'),
      },
    },
    {
      kind: 'pg-unfound',
      objects: ['3.a'],
      explains: ['OBJECT_UNFOUND', 'PG_DAMAGED', 'PG_DEGRADED'],
      text: 'objects of 3.a are on no OSD that is up',
    },
  ],
  [
    'unfound objects are shown without their groups if nothing names them',
    { checks: { OBJECT_UNFOUND: check('2/99 objects unfound') } },
    { text: 'objects of placement groups are on no OSD that is up', confidence: 'likely' },
  ],
  [
    'an object with too many keys is shown with its pool and its name',
    {
      checks: {
        LARGE_OMAP_OBJECTS: check(
          '1 large omap objects',
          "1 large objects found in pool 'rgw.index'",
          "Search the cluster log for 'Large omap object found' for more details.",
        ),
      },
      log: [osd(60, 'Large omap object found. Object: 5:b2:::.dir.77.1:head PG: 5.1 Key count: 210000')],
    },
    {
      kind: 'large-omap',
      objects: ['rgw.index', '.dir.77.1'],
      text: 'an object has too many keys: rgw.index, .dir.77.1',
      proofs: [{ source: 'health' }, { source: 'log' }],
    },
  ],
  [
    'an object with too many keys is shown without a name if it is unknown',
    { checks: { LARGE_OMAP_OBJECTS: check('1 large omap objects') } },
    { kind: 'large-omap', text: 'an object has too many keys', confidence: 'likely' },
  ],
  [
    'a pool that has reached its quota is named',
    { checks: { POOL_FULL: check('1 pool(s) full', "pool 'vm disks' is full (running out of quota)") } },
    {
      kind: 'pool-quota',
      objects: ['vm disks'],
      text: 'vm disks reached the quota: writes of clients wait or fail there',
    },
  ],
  [
    'which quota a pool reached, and when, is told by the last line of the monitors about it',
    {
      checks: { POOL_FULL: check('1 pool(s) full', "pool 'vm' is full (running out of quota)") },
      log: [
        line(9000, 'mon', "pool 'vm' is full (reached quota's max_bytes: 10 MiB)"),
        line(4000, 'mon', "pool 'vm' is full (reached quota's max_objects: 50)"),
        line(30, 'mon', "pool 'other' is full (reached quota's max_objects: 9)"),
      ],
    },
    {
      since: NOW - 4_000_000,
      text: 'vm (50 objects) reached the quota: writes of clients wait or fail there',
      proofs: [{ source: 'health' }, { text: expect.stringContaining('max_objects: 50') as string }],
    },
  ],
  [
    'a quota that was taken away since is not the one that a pool reached',
    {
      checks: { POOL_FULL: check('1 pool(s) full', "pool 'vm' is full (running out of quota)") },
      log: [line(4000, 'mon', "pool 'vm' is full (reached quota's max_objects: 50)")],
      more: { pools: [{ name: 'vm', quotaMaxBytes: 4096, quotaMaxObjects: 0 }] },
    },
    { text: 'vm (4.0 KiB) reached the quota: writes of clients wait or fail there' },
  ],
  [
    'without such a line, which quota a pool reached is told by its usage',
    {
      checks: {
        POOL_FULL: check(
          '3 pool(s) full',
          ...['a', 'b', 'c'].map((name) => `pool '${name}' is full (running out of quota)`),
        ),
      },
      more: {
        pools: [
          { name: 'a', quotaMaxBytes: 10 << 20, quotaMaxObjects: 0 },
          { name: 'b', quotaMaxBytes: 1 << 30, quotaMaxObjects: 50, stats: { bytes: 5, objects: 51 } },
          { name: 'c', quotaMaxBytes: 1 << 30, quotaMaxObjects: 50, stats: { bytes: 5, objects: 9 } },
        ],
      },
    },
    {
      since: undefined,
      text: expect.stringContaining('a (10.0 MiB), b (50 objects), c reached the quota') as string,
    },
  ],
  [
    'a pool that is full because its OSDs are full is not a quota problem',
    { checks: { POOL_FULL: check('1 pool(s) full', "pool 'vm' is full (no space)") } },
    { kind: 'unknown' },
  ],
  [
    'a metadata server that is behind is named, with the slow requests to its pool and of its clients',
    {
      checks: {
        MDS_TRIM: check('1 MDSs behind on trimming', 'mds.a(mds.0): Behind on trimming (36859/8)'),
        MDS_SLOW_METADATA_IO: check('1 MDSs report slow metadata IOs'),
        MDS_SLOW_REQUEST: check('1 MDSs report slow requests'),
      },
    },
    {
      kind: 'mds-behind',
      objects: ['mds.a'],
      explains: ['MDS_TRIM', 'MDS_SLOW_METADATA_IO', 'MDS_SLOW_REQUEST'],
      text: 'mds.a is behind with writing its journal',
    },
  ],
  [
    'a metadata server with too large a cache is shown without a name if it is unknown',
    { checks: { MDS_CACHE_OVERSIZED: check('1 MDSs report oversized cache') } },
    {
      kind: 'mds-behind',
      text: 'the cache of a metadata server is larger than allowed',
      next: [
        'see whether clients hold very many files open',
        'if its server has the memory, raise mds_cache_memory_limit',
      ],
    },
  ],
  [
    'monitors with little disk space left are named, and what happens when none is left',
    {
      checks: {
        MON_DISK_LOW: check('mon b is low on available space', 'mon.b has 28% avail'),
        MON_DISK_CRIT: check('mon c is very low on available space', 'mon.c has 4% avail'),
      },
    },
    {
      kind: 'mon-disk',
      objects: ['mon.c', 'mon.b'],
      confidence: 'certain',
      explains: ['MON_DISK_CRIT', 'MON_DISK_LOW'],
      text: 'mon.c, mon.b have little disk space left; a monitor that cannot write stops',
      proofs: [{ text: 'mon.c has 4% avail' }, { text: 'mon.b has 28% avail' }],
      next: [
        'see what fills the file system of mon.c, mon.b: logs, core dumps, or its own store, and free space',
        'if it is its store, `ceph tell mon.c compact` may shrink it once all placement groups are okay',
      ],
    },
  ],
  [
    'a monitor with little disk space left is shown without a name if it is unknown',
    { checks: { MON_DISK_LOW: check('mon b is low on available space') } },
    { text: 'a monitor has little disk space left; a monitor that cannot write stops' },
  ],
  [
    'a crashed manager module is named',
    {
      checks: {
        RECENT_MGR_MODULE_CRASH: check(
          '1 mgr modules have crashed',
          'mgr module devicehealth crashed in daemon mgr.a',
        ),
      },
    },
    { kind: 'daemon-crash', objects: ['devicehealth'] },
  ],
  [
    'a failed module of the manager is named, also if its crash was reported',
    {
      checks: {
        MGR_MODULE_ERROR: check("Module 'progress' has failed: boom", "Module 'progress' has failed: boom"),
        RECENT_MGR_MODULE_CRASH: check('1 mgr modules have recently crashed', 'mgr module progress crashed'),
      },
    },
    {
      kind: 'daemon-crash',
      objects: ['progress'],
      explains: ['MGR_MODULE_ERROR', 'RECENT_MGR_MODULE_CRASH'],
      text: "the manager's module progress has failed; its function is not available",
    },
  ],
  [
    'at most three failed modules of the manager are named',
    {
      checks: {
        MGR_MODULE_ERROR: check(
          '5 mgr modules have failed',
          ...['a', 'b', 'c', 'd', 'e'].map((name) => `Module '${name}' has failed: boom`),
        ),
      },
    },
    { text: "the manager's module a, b, c and 2 more has failed; its function is not available" },
  ],
  [
    'a crashed daemon is shown without a name if it is unknown',
    { checks: { RECENT_CRASH: check('1 daemons have recently crashed') } },
    { text: 'a daemon crashed within the last two weeks, and the report is not archived' },
  ],
])('%s', (_, changes, expected) => {
  expect(causes(changes)[0]).toMatchObject(expected);
});

test('at most three details of a check are shown', () => {
  const details = Array.from({ length: 9 }, (_, index) => `pg 3.${index} is active+inconsistent, acting [1]`);
  const [found] = causes({ checks: { PG_DAMAGED: check('9 pgs inconsistent', ...details) } });
  expect(found?.proofs.map(({ text }) => text)).toEqual(details.slice(0, 3));
  expect(found?.text).toBe('copies of placement groups 3.0, 3.1, 3.2, 3.3 and 5 more disagree');
});

test('a metadata server that is read-only refuses changes of files, which is said as blocked I/O and as the cause', () => {
  const checks = { MDS_READ_ONLY: check('1 MDSs are read only', 'mds.a(mds.0): MDS in read-only mode') };
  const { causes: found, impact } = diagnose([snapshot({ checks })]);
  expect(found).toMatchObject([
    {
      kind: 'mds-down',
      objects: ['mds.a'],
      confidence: 'certain',
      explains: ['MDS_READ_ONLY'],
      text: 'mds.a is read-only: no file can be changed there',
    },
  ]);
  expect(impact.stopped).toEqual(['mds.a is read-only, no file of its filesystem can be changed']);
  const both = { ...checks, PG_DEGRADED: check('Degraded data redundancy: 5/9 objects degraded') };
  expect(causes({ checks: both, out: [3] })[0]?.kind).toBe('mds-down');
});

test('a pool that has reached its quota, so that clients cannot write, comes before a monitor that is down', () => {
  const checks = {
    MON_DOWN: check('1/3 mons down', 'mon.c (rank 2) is down (out of quorum)'),
    POOL_FULL: check('1 pool(s) full', "pool 'vm' is full (running out of quota)"),
  };
  expect(causes({ checks }).map(({ kind }) => kind)).toEqual(['pool-quota', 'mon-down']);
});

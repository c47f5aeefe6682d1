import { describe, expect, test } from 'vitest';
import type { ClusterSnapshot } from '../../../src/diagnosis/snapshot.ts';
import { diagnose } from '../../../src/diagnosis/index.ts';
import { causes, check, line, NOW, snapshot, type SnapshotChanges, WITH_WORK } from '../support.ts';

const osd = (ago: number, m: string) => line(ago, 'osd.1', m);

test.each<[string, SnapshotChanges, object]>([
  [
    'copies that disagree are told with the group, the OSD with the bad copy, and since the log told of it',
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
      text: 'copies of data disagree: 3.d, osd.2',
      proofs: [{ source: 'health' }, { source: 'log' }, { source: 'log' }],
      next: ['look at the disk of the OSD with the bad copy', 'repair the placement group'],
    },
  ],
  [
    'copies that disagree are told without a place as long as nothing names one',
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
    'objects that no OSD has are told with their groups, which explain what is damaged and degraded',
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
    'objects that no OSD has are told without their groups where nothing names them',
    { checks: { OBJECT_UNFOUND: check('2/99 objects unfound') } },
    { text: 'objects of placement groups are on no OSD that is up', confidence: 'likely' },
  ],
  [
    'an object with too many keys is told with its pool and its name',
    {
      checks: {
        LARGE_OMAP_OBJECTS: check('1 large omap objects', "1 large objects found in pool 'rgw.index'"),
      },
      log: [osd(60, 'Large omap object found. Object: 5:b2:::.dir.77.1:head PG: 5.1 Key count: 210000')],
    },
    {
      kind: 'large-omap',
      objects: ['rgw.index', '.dir.77.1'],
      text: 'an object has too many keys: rgw.index, .dir.77.1',
    },
  ],
  [
    'an object with too many keys is told without a name where nothing has it',
    { checks: { LARGE_OMAP_OBJECTS: check('1 large omap objects') } },
    { kind: 'large-omap', text: 'an object has too many keys', confidence: 'likely' },
  ],
  [
    'a pool without quota left is told by its name',
    { checks: { POOL_FULL: check('1 pool(s) full', "pool 'vm disks' is full (running out of quota)") } },
    { kind: 'pool-quota', objects: ['vm disks'], text: 'vm disks used up the quota: no writes there' },
  ],
  [
    'a pool that is full for want of room has no quota to be raised',
    { checks: { POOL_FULL: check('1 pool(s) full', "pool 'vm' is full (no space)") } },
    { kind: 'unknown' },
  ],
  [
    'a metadata server that is behind is told by its name, with the slow requests to its pool',
    {
      checks: {
        MDS_TRIM: check('1 MDSs behind on trimming', 'mds.a(mds.0): Behind on trimming (36859/8)'),
        MDS_SLOW_METADATA_IO: check('1 MDSs report slow metadata IOs'),
      },
    },
    {
      kind: 'mds-behind',
      objects: ['mds.a'],
      explains: ['MDS_TRIM', 'MDS_SLOW_METADATA_IO'],
      text: 'mds.a is behind with its journal or cache',
    },
  ],
  [
    'a metadata server with too large a cache is told without a name where nothing has it',
    { checks: { MDS_CACHE_OVERSIZED: check('1 MDSs report oversized cache') } },
    { kind: 'mds-behind', text: 'a metadata server is behind with its journal or cache' },
  ],
  [
    'a module of a manager that crashed is told by its name',
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
    'a daemon that crashed is told without a name where nothing has it',
    { checks: { RECENT_CRASH: check('1 daemons have recently crashed') } },
    { text: 'a daemon crashed within two weeks, and the report is not archived' },
  ],
])('%s', (_, changes, expected) => {
  expect(causes(changes)[0]).toMatchObject(expected);
});

test('of a check with many details three are told', () => {
  const details = Array.from({ length: 9 }, (_, index) => `pg 3.${index} is active+inconsistent, acting [1]`);
  const [found] = causes({ checks: { PG_DAMAGED: check('9 pgs inconsistent', ...details) } });
  expect(found?.proofs.map(({ text }) => text)).toEqual(details.slice(0, 3));
  expect(found?.text).toBe('copies of data disagree: 3.0, 3.1, 3.2, 3.3 and 5 more');
});

describe('OSDs that fill up', () => {
  const full = { OSD_NEARFULL: check('1 nearfull osd(s)', 'osd.3 is near full') };
  /** The verdict half a minute after pools held a gigabyte each, from what they hold now. */
  const after = (ms: number, ...gigabytes: readonly number[]) => {
    const pools = (sizes: readonly number[]) =>
      sizes.map((size, id) => ({ name: `p${id}`, stats: { bytes: size * 1e9 } }));
    const earlier: ClusterSnapshot = { at: NOW - ms, pools: pools(gigabytes.map(() => 1)) };
    return diagnose([earlier, snapshot({ checks: full, more: { pools: pools(gigabytes) } })]).causes[0];
  };

  test('are told with the pool that grows twice as much as all others together', () => {
    expect(after(30_000, 1.3, 4, 2.2)).toMatchObject({
      kind: 'osd-full',
      objects: ['p1', 'osd.3'],
      confidence: 'certain',
      text: 'osd.3 fills up: the pool p1 grows by 95.4 MiB/s',
      proofs: [{ text: '1 nearfull osd(s)' }, { text: 'p1 grows by 95.4 MiB/s', source: 'status' }],
      next: ['delete or move data, or add OSDs, before they are full'],
    });
    expect(after(30_000, 1.4, 4, 2.2)?.objects).toEqual(['osd.3']);
    // What shrinks makes room, and hides nothing.
    expect(after(30_000, 0.1, 4, 2.2)?.objects).toEqual(['p1', 'osd.3']);
  });

  test('are told without a pool where none grows, or it was looked for less than 20 s', () => {
    const [alone] = causes({ checks: full });
    expect(alone).toMatchObject({
      text: 'osd.3 fills up',
      confidence: 'certain',
      next: [expect.anything(), 'see which pool grows'],
    });
    expect(after(30_000, 1, 0.5)?.objects).toEqual(['osd.3']);
    expect(after(20_000, 1, 4)?.objects).toEqual(['p1', 'osd.3']);
    expect(after(19_999, 1, 4)?.objects).toEqual(['osd.3']);
  });

  test.each(['POOL_FULL', 'POOL_BACKFILLFULL', 'POOL_NEARFULL', 'PG_BACKFILL_FULL', 'PG_RECOVERY_FULL'])(
    'explain %s, which follows from it',
    (code) => {
      expect(causes({ checks: { ...full, [code]: check('it follows') } })).toMatchObject([
        { kind: 'osd-full', explains: ['OSD_NEARFULL', code] },
      ]);
    },
  );

  test('that nothing names are likely, and several are told as such', () => {
    expect(causes({ checks: { OSD_FULL: check('2 full osd(s)') } })[0]).toMatchObject({
      text: 'OSDs fill up',
      confidence: 'likely',
    });
    const two = { OSD_FULL: check('1 full osd(s)', 'osd.4 is full'), ...full };
    expect(causes({ checks: two })[0]).toMatchObject({
      text: 'osd.4, osd.3 fill up',
      explains: ['OSD_FULL', 'OSD_NEARFULL'],
    });
  });
});

describe('settings', () => {
  const status = WITH_WORK;
  const changed = (ago: number, setting: string) => line(ago, 'mgmt', `setting ${setting} changed`);

  test('that pace recovery are told with who changed them, since the first was', () => {
    const log = [
      changed(90, 'osd_max_backfills'),
      changed(60, 'osd_recovery_sleep'),
      changed(30, 'osd_max_backfills'),
    ];
    expect(causes({ log, status })).toMatchObject([
      {
        kind: 'recovery-capped',
        objects: ['osd_max_backfills', 'osd_recovery_sleep'],
        since: NOW - 90_000,
        confidence: 'likely',
        text: 'data waits to be restored, and osd_max_backfills, osd_recovery_sleep, which paces that, was changed',
        proofs: [{ source: 'log' }, { source: 'log' }],
        next: ['return the setting to its default, or raise the recovery speed'],
      },
    ]);
  });

  test('that were returned to their defaults since hold nothing any more', () => {
    const returned = line(20, 'mgmt', 'setting osd_recovery_sleep returned to its default');
    const log = [changed(60, 'osd_recovery_sleep'), returned];
    expect(causes({ log, status })).toEqual([]);
    expect(causes({ log: [...log, changed(10, 'osd_recovery_sleep')], status })).toHaveLength(1);
    const rm = line(
      20,
      'mon',
      `entity='client.eve' cmd=[{"prefix":"config rm","who":"osd","name":"osd_recovery_sleep"}]: dispatch`,
    );
    expect(causes({ log: [changed(60, 'osd_recovery_sleep'), rm], status })).toEqual([]);
  });

  test('at the lowest speed of recovery hold it while there is work for it', () => {
    expect(causes({ status, more: { recoverySpeed: 1 } })).toMatchObject([
      {
        objects: ['recovery-speed'],
        text: 'data waits to be restored, and recovery is set to its lowest speed',
        proofs: [{ text: 'recovery speed 1 of 10', source: 'settings' }],
      },
    ]);
    expect(causes({ status, more: { recoverySpeed: 2 } })).toEqual([]);
    expect(causes({ more: { recoverySpeed: 1 } })).toEqual([]);
  });

  test.each([
    ['OSD_NO_DOWN_OUT_INTERVAL', 'mon_osd_down_out_interval', 'config-change', 'config-change'],
    ['TOO_MANY_PGS', 'mon_max_pg_per_osd', 'unknown', 'config-change'],
    ['TOO_FEW_PGS', 'mon_pg_warn_min_per_osd', 'unknown', 'config-change'],
  ])('raise %s by %s alone, or when it was changed', (code, setting, without, when) => {
    const checks = { [code]: check('it complains') };
    expect(causes({ checks })[0]?.kind).toBe(without);
    expect(causes({ checks, log: [changed(60, 'osd_memory_target')] })[0]?.kind).toBe(without);
    const [found] = causes({ checks, log: [changed(60, setting), changed(30, setting)] });
    expect(found).toMatchObject({
      kind: when,
      objects: [setting],
      since: NOW - 30_000,
      confidence: 'certain',
      text: `the setting ${setting} makes the cluster complain: it complains`,
      proofs: [{ text: 'it complains' }, { source: 'log' }, { source: 'log' }],
      next: [`return ${setting} to its default`],
    });
  });
});

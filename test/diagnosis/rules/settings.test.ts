import { describe, expect, test } from 'vitest';
import type { ClusterStatus } from '../../../src/api/contract/cluster.ts';
import { causes, check, line, NOW, type SnapshotChanges, WITH_WORK } from '../support.ts';

describe('settings as causes', () => {
  const status = WITH_WORK;
  const changed = (ago: number, setting: string) => line(ago, 'mgmt', `setting ${setting} changed`);

  test('settings that slow recovery down are named with who changed them, since the first change', () => {
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
        text: 'osd_max_backfills, osd_recovery_sleep, which control recovery speed, were changed: data waits to be restored',
        proofs: [{ source: 'log' }, { source: 'log' }],
        next: ['return the setting to its default, or raise the recovery speed'],
      },
    ]);
  });

  test('settings that were reset since no longer slow anything down', () => {
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

  test('settings at the lowest recovery speed slow recovery down while there is work for it', () => {
    expect(causes({ status, more: { recoverySpeed: 1 } })).toMatchObject([
      {
        objects: ['recovery-speed'],
        text: 'recovery is set to its lowest speed: data waits to be restored',
        proofs: [{ text: 'recovery speed 1 of 10', source: 'settings' }],
      },
    ]);
    expect(causes({ status, more: { recoverySpeed: 2 } })).toEqual([]);
    expect(causes({ more: { recoverySpeed: 1 } })).toEqual([]);
  });

  test('settings that slow recovery down are not named while data only waits for an OSD that is down to come back or be marked out', () => {
    const pgmap = (counts: object): ClusterStatus => {
      const storeStatus: object = { pgmap: { num_pgs: 6, ...counts } };
      return { ...status, storeStatus };
    };
    const kinds = (found: ClusterStatus, more: SnapshotChanges) =>
      causes({ log: [changed(60, 'osd_max_backfills')], status: found, ...more }).map(({ kind }) => kind);
    const waiting = pgmap({ degraded_objects: 10 });
    expect(kinds(waiting, { down: [0] })).toEqual(['osd-down']);
    expect(kinds(waiting, { down: [0], out: [0] })).toContain('recovery-capped');
    expect(kinds(pgmap({ misplaced_objects: 3 }), { down: [0] })).toContain('recovery-capped');
    const moving = pgmap({ recovering_objects_per_sec: 2 });
    expect(kinds(moving, { down: [0] })).toContain('recovery-capped');
    expect(causes({ log: [changed(60, 'osd_max_backfills')], status: moving })[0]?.text).toBe(
      'osd_max_backfills, which controls recovery speed, was changed: data may be restored or moved more slowly than usual',
    );
  });

  test.each([
    ['OSD_NO_DOWN_OUT_INTERVAL', 'mon_osd_down_out_interval', 'config-change', 'config-change'],
    ['TOO_MANY_PGS', 'mon_max_pg_per_osd', 'reported', 'config-change'],
    ['TOO_FEW_PGS', 'mon_pg_warn_min_per_osd', 'configuration', 'config-change'],
  ])('settings raise %s by %s alone, or when it was changed', (code, setting, without, when) => {
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

describe('placement groups that OSDs hold back', () => {
  test('groups that stay activating while OSDs have too many are likely held back by the limit', () => {
    const found = (state: string) =>
      causes({
        checks: {
          TOO_MANY_PGS: check('too many PGs per OSD (56 > max 5)'),
          PG_AVAILABILITY: check(
            'Reduced data availability: 6 pgs inactive',
            `pg 1.1 is stuck inactive for 64s, current state ${state}, last acting [1,0,2]`,
          ),
        },
      })[0];
    expect(found('activating+degraded')).toMatchObject({
      objects: ['mon_max_pg_per_osd'],
      confidence: 'likely',
      explains: ['TOO_MANY_PGS', 'PG_AVAILABILITY'],
    });
    expect(found('down')?.objects).not.toEqual(['mon_max_pg_per_osd']);
  });

  test('OSDs that have as many placement groups as the limit allows explain that others cannot serve I/O', () => {
    const found = causes({
      checks: {
        PENDING_CREATING_PGS: check('35 PGs pending on creation', 'osds [osd.2,osd.4] have pending PGs.'),
        TOO_MANY_PGS: check('too many PGs per OSD (53 > max 10)'),
        PG_AVAILABILITY: check('Reduced data availability: 35 pgs inactive'),
        SLOW_OPS: check('3 slow ops'),
      },
      log: [line(60, 'mgmt', 'setting mon_max_pg_per_osd changed to 10')],
    });
    expect(found).toMatchObject([
      {
        kind: 'config-change',
        objects: ['mon_max_pg_per_osd'],
        since: NOW - 60_000,
        confidence: 'certain',
        explains: ['PENDING_CREATING_PGS', 'TOO_MANY_PGS', 'PG_AVAILABILITY', 'SLOW_OPS'],
        next: ['raise mon_max_pg_per_osd, or bring more OSDs in', expect.stringContaining('ceph osd down')],
      },
    ]);
  });
});

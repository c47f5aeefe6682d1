import { describe, expect, test } from 'vitest';
import { toWire } from '../../../../src/service/sim/health/check.ts';
import { pgChecks } from '../../../../src/service/sim/health/pgChecks.ts';
import { pgNumCheck, tooManyPgsCheck } from '../../../../src/service/sim/health/pgNumChecks.ts';
import type { Model } from '../../../../src/service/sim/model/model.ts';
import { Pg } from '../../../../src/service/sim/placementGroups/states.ts';
import { findPg, setState, uncleanPg } from '../../../../src/service/sim/placementGroups/uncleanPg.ts';
import { calmModel } from '../support.ts';

/** A calm cluster in which placement groups of pool 2 have had these states for some seconds. */
function clusterWith(...states: (readonly [state: number, seconds?: number | undefined])[]): Model {
  const model = calmModel();
  Object.assign(model, { tick: 100_000 });
  for (const [index, [state, seconds]] of [...states.entries()].toReversed()) {
    const pg = uncleanPg(model, findPg(model, `2.${index.toString(16)}`)!);
    pg.troubledAt = seconds === undefined ? undefined : model.tick - seconds;
    setState(model, pg, state);
  }
  return model;
}

const checks = (model: Model) =>
  Object.fromEntries(
    pgChecks(model).map(([code, check]) => {
      const { severity, summary, detail } = toWire(check);
      return [
        code,
        {
          severity,
          ...summary,
          detail: detail?.map(({ message = '' }) => message.replace(/, (?:last )?acting \[[^\]]*\]/, '')),
        },
      ];
    }),
  );

test('no check is raised while every placement group is active and clean', () => {
  expect(checks(calmModel())).toEqual({});
});

describe('unavailable data', () => {
  test.each([
    ['is down', Pg.down, undefined, '1 pg down', 'is down'],
    ['is incomplete', Pg.incomplete, undefined, '1 pg incomplete', 'is incomplete'],
    ['peers', Pg.peering, undefined, '1 pg peering', 'is peering'],
    [
      'is peered with too few copies',
      Pg.peered | Pg.undersized,
      undefined,
      '1 pg inactive',
      'is undersized+peered',
    ],
    [
      'is inactive for over a minute',
      Pg.stuck,
      75,
      '1 pg inactive',
      'is stuck inactive for 75s, current state ',
    ],
    [
      'is peered and inactive for over a minute',
      Pg.stuck | Pg.peered,
      7199,
      '1 pg inactive',
      'is stuck inactive for 119m, current state peered',
    ],
    [
      'is stale and inactive for over a minute',
      Pg.stuck | Pg.stale,
      7200,
      '1 pg inactive, 1 pg stale',
      'is stuck inactive for 2h, current state stale',
    ],
  ] as const)(
    'unavailable data is reported if a placement group %s',
    (_what, state, seconds, parts, detail) => {
      const { PG_AVAILABILITY } = checks(clusterWith([state, seconds]));
      expect(PG_AVAILABILITY).toMatchObject({
        severity: 'HEALTH_WARN',
        message: `Reduced data availability: ${parts}`,
        count: parts.split(',').length,
        detail: [`pg 2.0 ${detail}`],
      });
    },
  );

  test.each([
    ['a new placement group peers', Pg.peering | Pg.creating],
    ['a placement group serves its clients with too few copies', Pg.active | Pg.stuck | Pg.undersized],
    ['a placement group is scrubbed', Pg.active | Pg.clean | Pg.scrubbing],
  ])('unavailable data is not reported if %s', (_what, state) => {
    expect(checks(clusterWith([state]))).not.toHaveProperty('PG_AVAILABILITY');
  });

  test('unavailable data is summed up by state, with a line for each placement group in order of their ids', () => {
    const model = clusterWith([Pg.peering], [Pg.down], [Pg.active | Pg.degraded], [Pg.down]);
    expect(checks(model)['PG_AVAILABILITY']).toMatchObject({
      message: 'Reduced data availability: 2 pgs down, 1 pg peering',
      count: 3,
      detail: ['pg 2.0 is peering', 'pg 2.1 is down', 'pg 2.3 is down'],
    });
  });

  test('unavailable data has at most fifty detail lines', () => {
    const model = clusterWith(...Array.from({ length: 60 }, () => [Pg.down] as const));
    expect(checks(model)['PG_AVAILABILITY']).toMatchObject({ count: 60 });
    expect(checks(model)['PG_AVAILABILITY']!.detail).toHaveLength(50);
  });
});

describe('degraded data', () => {
  test('degraded data is reported at once if objects lack copies, and after a minute if a copy has no place', () => {
    const lacks = Pg.active | Pg.undersized;
    expect(checks(clusterWith([lacks]))).toEqual({});
    expect(checks(clusterWith([lacks | Pg.stuck, 61]))['PG_DEGRADED']).toEqual({
      severity: 'HEALTH_WARN',
      message: 'Degraded data redundancy: 1 pg undersized',
      count: 1,
      detail: ['pg 2.0 is stuck undersized for 61s, current state active+undersized'],
    });
    expect(
      checks(clusterWith([Pg.active | Pg.degraded], [lacks | Pg.degraded | Pg.stuck, 120]))['PG_DEGRADED'],
    ).toMatchObject({
      message: 'Degraded data redundancy: 2 pgs degraded, 1 pg undersized',
      count: 3,
      detail: [
        'pg 2.0 is active+degraded',
        'pg 2.1 is stuck undersized for 2m, current state active+undersized+degraded',
      ],
    });
  });

  test('degraded data is given as missing copies of all copies', () => {
    const model = clusterWith([Pg.active | Pg.degraded]);
    const total = Math.round(model.pools.reduce((sum, { objects, size }) => sum + objects * size, 0));
    const message = () => checks(model)['PG_DEGRADED']?.message;
    Object.assign(model, { degraded: 1 });
    expect(message()).toContain(
      `: 1/${total} objects degraded (${(100 / total).toFixed(3)}%), 1 pg degraded`,
    );
    Object.assign(model, { degraded: total * 2 });
    expect(message()).toContain(`${total}/${total} objects degraded (100.000%)`);
  });
});

test('damage found by a scrub is an error, and undetected damage is not reported', () => {
  const model = clusterWith(
    [Pg.active | Pg.clean | Pg.inconsistent],
    [Pg.active | Pg.clean | Pg.inconsistent],
  );
  const [one, other, third] = ['2.0', '2.1', '2.2'].map((name) => findPg(model, name)!) as [
    number,
    number,
    number,
  ];
  const damage = (errors: number, found: boolean) => ({ errors, found }) as never;
  model.damaged.set(one, damage(2, true)).set(other, damage(3, true)).set(third, damage(8, false));
  expect(checks(model)).toEqual({
    OSD_SCRUB_ERRORS: { severity: 'HEALTH_ERR', message: '5 scrub errors', count: 5, detail: [] },
    PG_DAMAGED: {
      severity: 'HEALTH_ERR',
      message: 'Possible data damage: 2 pgs inconsistent',
      count: 2,
      detail: ['pg 2.0 is active+clean+inconsistent', 'pg 2.1 is active+clean+inconsistent'],
    },
  });
  model.damaged.clear();
  model.damaged.set(third, damage(8, false));
  expect(checks(model)).not.toHaveProperty('OSD_SCRUB_ERRORS');
});

test('objects that no OSD has are counted among all objects, with the group of each and its state', () => {
  const lost = Pg.active | Pg.recoveryUnfound | Pg.degraded;
  const model = clusterWith([lost], [lost], [Pg.active | Pg.degraded]);
  for (const [name, unfound] of [
    ['2.0', 3],
    ['2.1', 4],
  ] as const)
    uncleanPg(model, findPg(model, name)!).unfound = unfound;
  const total = Math.round(model.pools.reduce((sum, { objects }) => sum + objects, 0));
  expect(checks(model)).toMatchObject({
    OBJECT_UNFOUND: {
      severity: 'HEALTH_WARN',
      message: `7/${total} objects unfound (${(700 / total).toFixed(3)}%)`,
      count: 7,
      detail: ['pg 2.1 has 4 unfound objects', 'pg 2.0 has 3 unfound objects'],
    },
    PG_DAMAGED: {
      severity: 'HEALTH_ERR',
      message: 'Possible data damage: 2 pgs recovery_unfound',
      count: 2,
      detail: [
        'pg 2.0 is active+recovery_unfound+degraded, 3 unfound',
        'pg 2.1 is active+recovery_unfound+degraded, 4 unfound',
      ],
    },
  });
  expect(checks(model)).not.toHaveProperty('OSD_SCRUB_ERRORS');
});

test.each([
  [119, '119s'],
  [7199, '119m'],
  [7200, '2h'],
])('a group without a place for its copies for %i s is stuck for %s', (seconds, age) => {
  const state = Pg.active | Pg.undersized | Pg.stuck;
  expect(checks(clusterWith([state, seconds]))['PG_DEGRADED']?.detail).toEqual([
    `pg 2.0 is stuck undersized for ${age}, current state active+undersized`,
  ]);
});

test('backfill that waits for space is reported with its placement groups', () => {
  const model = clusterWith([Pg.active | Pg.remapped | Pg.backfillToofull], [Pg.active | Pg.remapped]);
  expect(checks(model)).toEqual({
    PG_BACKFILL_FULL: {
      severity: 'HEALTH_WARN',
      message:
        "Low space hindering backfill (add storage if this doesn't resolve itself): 1 pg backfill_toofull",
      count: 1,
      detail: ['pg 2.0 is active+remapped+backfill_toofull'],
    },
  });
});

describe('checks of placement group numbers', () => {
  test('a number of placement groups that is no power of two is reported, with the target number of the pool', () => {
    const model = calmModel();
    expect(pgNumCheck(model)).toEqual([]);
    const [first, second] = model.pools.slice(1) as [Model['pools'][number], Model['pools'][number]];
    first.pgNumWanted = 48;
    second.pgNumWanted = 1;
    const [raised] = pgNumCheck(model);
    expect(raised![0]).toBe('POOL_PG_NUM_NOT_POWER_OF_TWO');
    expect(toWire(raised![1])).toMatchObject({
      summary: { message: '1 pool(s) have non-power-of-two pg_num', count: 1 },
      detail: [{ message: `pool '${first.name}' pg_num 48 is not a power of two` }],
    });
  });

  test('too many placement groups are reported above mon_max_pg_per_osd, counted on the OSDs that are up', () => {
    const model = calmModel();
    const shards = model.osds.reduce((sum, osd) => sum + osd.shards.length, 0);
    const each = Math.floor(shards / model.osds.length);
    const limit = (maxPgPerOsd: number) => {
      Object.assign(model.settings, { maxPgPerOsd });
      return tooManyPgsCheck(model);
    };
    expect(limit(each + 1)).toEqual([]);
    expect(limit(each - 3)).toMatchObject([
      ['TOO_MANY_PGS', { message: `too many PGs per OSD (${each} > max ${each - 3})`, count: 3 }],
    ]);
    // The limit has changed since, and the cluster has not.
    expect(limit(each + 1)).toEqual([]);
    expect(limit(each - 1)).toHaveLength(1);
    for (const osd of model.osds.slice(0, 3)) osd.up = false;
    expect(limit(each - 1)).toEqual([]);
    for (const osd of model.osds.slice(0, 3)) Object.assign(osd, { up: true, in: false });
    expect(limit(each)).toMatchObject([
      ['TOO_MANY_PGS', { message: expect.stringContaining(`> max ${each})`) }],
    ]);
    for (const osd of model.osds) osd.in = false;
    expect(limit(each)).toEqual([]);
  });
});

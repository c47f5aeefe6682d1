import { expect, test } from 'vitest';
import { causes, check, line, NOW } from '../support.ts';

test('inconsistent copies are named beside unfound objects of other groups, with their own group as evidence', () => {
  const found = causes({
    checks: {
      OBJECT_UNFOUND: check('4/231 objects unfound', 'pg 8.7 has 4 unfound objects'),
      PG_DAMAGED: check(
        '1 pg recovery_unfound, 1 pg inconsistent',
        'pg 8.7 is active+recovery_unfound+degraded, acting [0], 4 unfound',
        'pg 3.d is active+clean+inconsistent, acting [2,0,4]',
      ),
      OSD_SCRUB_ERRORS: check('1 scrub errors'),
    },
  });
  expect(found.map(({ kind }) => kind).toSorted()).toEqual(['object-corrupt', 'pg-unfound']);
  expect(found.find(({ kind }) => kind === 'object-corrupt')).toMatchObject({
    objects: ['3.d'],
    proofs: [{ text: 'pg 3.d is active+clean+inconsistent, acting [2,0,4]' }],
  });
});

test('what a scrub found before the check about it was last cleared is left out', () => {
  const shard = (ago: number, bad: number) =>
    line(ago, 'osd.1', `3.d shard ${bad} soid 3:b1::x:head : data_digest 0x1`);
  const cleared = line(
    400,
    'mon',
    'cluster [INF] Health check cleared: OSD_SCRUB_ERRORS (was: 1 scrub errors)',
  );
  const checks = { OSD_SCRUB_ERRORS: check('1 scrub errors') };
  expect(causes({ checks, log: [shard(500, 4), cleared, shard(300, 2)] })).toMatchObject([
    { objects: ['osd.2'], since: NOW - 300_000, text: 'copies of data disagree; osd.2 has the bad one' },
  ]);
});

import { expect, test } from 'vitest';
import type { ClusterFacts } from '../../../src/api/contract/extensions/clusterFacts.ts';
import { factRows } from '../../../src/screens/cluster/rows.ts';

const row = (name: string, facts: ClusterFacts, speed?: number) =>
  factRows(facts, speed).find((one) => one.name === name);

const old = { version: '16.2.15', release: 'pacific' };
const young = { version: '20.2.4', release: 'tentacle' };

test('mixed versions are marked, for the whole cluster and for each kind of daemon', () => {
  const facts = {
    daemons: [
      { kind: 'mon', ...young, count: 3 },
      { kind: 'osd', ...young, count: 2 },
      { kind: 'osd', ...old, count: 58 },
    ],
  };
  expect(row('all', facts)).toMatchObject({
    text: 'MIXED: 20.2.4 (tentacle), 16.2.15 (pacific)',
    level: 'warn',
  });
  expect(row('mon', facts)).toMatchObject({ text: '3 on 20.2.4 (tentacle)', level: 'ok' });
  expect(row('osd', facts)).toMatchObject({
    text: 'MIXED: 58 on 16.2.15 (pacific), 2 on 20.2.4 (tentacle)',
    level: 'warn',
  });
});

test('a single version of all daemons is shown as such', () => {
  expect(row('all', { daemons: [{ kind: 'mon', ...old, count: 3 }] })).toMatchObject({
    text: 'one version: 16.2.15 (pacific)',
    level: 'ok',
  });
});

test('unknown facts are shown as unknown, with the reason if there is one', () => {
  const facts = { notKnown: [{ part: 'balancer', reason: 'no manager answers' }] };
  expect(row('balancer', facts)).toMatchObject({ text: 'not known: no manager answers', isKnown: false });
  expect(row('versions', facts)).toMatchObject({ text: 'not known', isKnown: false });
  expect(row('recovery speed', facts)).toMatchObject({ text: 'not known', isKnown: false });
});

test('the mClock profile and the measured speeds are shown with the recovery speed', () => {
  const capacities = [
    { deviceClass: 'hdd', osds: 3, least: 120.4, median: 315, most: 400, slowest: 'osd.2' },
  ];
  const facts = { scheduler: { queue: 'mclock_scheduler', profile: 'balanced', capacities } };
  expect(row('recovery speed', facts, 4)?.text).toBe('4 of 10');
  expect(row('scheduler', facts)?.text).toBe('mClock, profile balanced');
  expect(row('IOPS hdd', facts)?.text).toBe('median 315, from 120 (osd.2) to 400, as 3 OSDs measured');
  expect(row('IOPS', { scheduler: { queue: 'mclock_scheduler' } })?.text).toContain('not known');
  expect(row('scheduler', { scheduler: { queue: 'wpq' } })?.text).toContain('wpq: mClock');
});

test('pools that the autoscaler would change have a row, which is marked if the autoscaler only warns', () => {
  const pool = { pool: 'rbd', pgNum: 32, wanted: 128, wouldAdjust: true };
  const rows = (mode: string) => row('pool rbd', { autoscaler: [{ ...pool, mode }] });
  expect(rows('on')).toMatchObject({
    text: expect.stringContaining('it changes them') as string,
    level: 'ok',
  });
  expect(rows('warn')).toMatchObject({ level: 'warn' });
  expect(rows('off')).toMatchObject({
    text: '32 placement groups, 128 recommended, but it is off',
    level: 'ok',
  });
});

test('a device that is expected to fail is a warning', () => {
  const failing = [{ id: 'MAKER_1', host: 'h1', daemons: ['osd.3'], from: 0, to: 86_400 }];
  expect(row('osd.3', { devices: { known: 4, failing } })).toMatchObject({
    text: 'expected to fail between 1970-01-01 and 1970-01-02: MAKER_1 on h1',
    level: 'warn',
  });
  expect(row('devices', { devices: { known: 4, failing } })?.text).toBe('4 monitored, 1 expected to fail');
  const ids = factRows(
    { devices: { known: 4, failing: [...failing, { ...failing[0], id: 'MAKER_2' }] } },
    1,
  ).map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test('an upgrade in progress is shown with its target and progress', () => {
  expect(row('upgrade', { upgrade: { inProgress: true, target: 'ceph:v20', progress: '3/12' } })?.text).toBe(
    'in progress, to ceph:v20, 3/12',
  );
  expect(row('upgrade', { upgrade: { inProgress: false } })?.text).toBe('none is in progress');
  expect(row('upgrade', { upgrade: { inProgress: true, paused: true } })?.level).toBe('warn');
});

test.each<[string, ClusterFacts, string, string]>([
  ['all', { daemons: [] }, 'no daemon reports its version', 'ok'],
  ['osd', { daemons: [{ kind: 'osd' }] }, '? on an unknown version', 'ok'],
  [
    'osd',
    {
      daemons: [
        { kind: 'osd', version: '1' },
        { kind: 'osd', version: '3', count: 3 },
        { kind: 'osd', version: '2', count: 1 },
      ],
    },
    'MIXED: 3 on 3, 1 on 2, ? on 1',
    'warn',
  ],
  ['other', { daemons: [{ version: '1', count: 2 }] }, '2 on 1', 'ok'],
  ['scheduler', { scheduler: { queue: 'mclock_scheduler' } }, 'mClock, profile not known', 'ok'],
  ['scheduler', { scheduler: {} }, 'not known: mClock and its profile do not apply', 'ok'],
  [
    'IOPS ssd',
    { scheduler: { queue: 'wpq', capacities: [{ deviceClass: 'ssd' }] } },
    'median ?, from ? () to ?, as 0 OSDs measured',
    'ok',
  ],
  [
    'balancer',
    { balancer: { active: true, mode: 'upmap', result: 'done' } },
    'on, mode upmap; it says: done',
    'ok',
  ],
  ['balancer', { balancer: { active: false } }, 'off', 'ok'],
  ['autoscaler', { autoscaler: [] }, 'it reports no pools', 'ok'],
  [
    'autoscaler',
    { autoscaler: [{ mode: 'on' }, { mode: 'off' }, { mode: 'on' }, {}] },
    'on for 2 pools, off for 1 pool, not known for 1 pool',
    'ok',
  ],
  ['pool a', { autoscaler: [{ pool: 'a', wouldAdjust: true }] }, '? placement groups, ? recommended', 'ok'],
  [
    'pool a',
    { autoscaler: [{ pool: 'a', wouldAdjust: true, mode: 'warn', pgNum: 1, wanted: 2 }] },
    '1 placement groups, 2 recommended: it only warns',
    'warn',
  ],
  ['devices', { devices: { known: 0 } }, 'none is monitored', 'ok'],
  ['devices', { devices: { known: 1 } }, '1 monitored, none expected to fail', 'ok'],
  ['devices', { devices: {} }, '? monitored, none expected to fail', 'ok'],
  ['X_1', { devices: { failing: [{ id: 'X_1' }] } }, 'expected to fail between ? and ?: X_1', 'warn'],
  [
    'osd.1, osd.2',
    { devices: { failing: [{ host: 'h', daemons: ['osd.1', 'osd.2'], from: 0 }] } },
    'expected to fail between 1970-01-01 and ?: h',
    'warn',
  ],
  ['stretch mode', { stretch: { enabled: true, tiebreaker: 'c' } }, 'on, tiebreaker mon.c', 'ok'],
  ['stretch mode', { stretch: { enabled: false } }, 'off', 'ok'],
  ['stretch mode', {}, 'not known', 'ok'],
  ['upgrade', { upgrade: {} }, 'not known', 'ok'],
  ['upgrade', { upgrade: { inProgress: true, paused: true, message: 'stuck' } }, 'paused, stuck', 'warn'],
  ['upgrade', { upgrade: { inProgress: false, paused: false } }, 'none is in progress', 'ok'],
])('the fact "%s" of %j is told', (name, facts, text, level) => {
  expect(row(name, facts)).toMatchObject({ text, level });
});

test('a row is made only for pools that the autoscaler would change, and none for measurements that do not apply', () => {
  const names = (facts: ClusterFacts) => factRows(facts, 1).map(({ id }) => id);
  expect(names({ autoscaler: [{ pool: 'a', wouldAdjust: false }, { pool: 'b' }] })).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/pool [ab]/)]),
  );
  expect(row('IOPS', { scheduler: { queue: 'wpq' } })).toBeUndefined();
  expect(
    row('IOPS', { scheduler: { queue: 'mclock_scheduler', capacities: [{ deviceClass: 'hdd' }] } }),
  ).toBeUndefined();
});

test('facts are grouped by what they are about, the recovery speed before the scheduler', () => {
  const some: ClusterFacts = { daemons: [], scheduler: { queue: 'wpq' } };
  expect(factRows(some, 1).map(({ area, name, isKnown }) => `${area}: ${name} ${isKnown}`)).toEqual([
    'daemons: all true',
    'upgrade: upgrade false',
    'recovery: recovery speed true',
    'recovery: scheduler true',
    'data: balancer false',
    'data: autoscaler false',
    'devices: devices false',
    'sites: stretch mode false',
  ]);
});

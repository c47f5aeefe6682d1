import { expect, test } from 'vitest';
import { changesBefore, readChanges } from '../../../src/diagnosis/evidence/changes.ts';
import { causes, failed, line, NOW, REFUSED } from '../support.ts';

const audit = (ago: number, command: object, end = 'dispatch') =>
  line(
    ago,
    'mon',
    `audit [INF] from='client.? 10.1.0.1:0/1' entity='client.admin' cmd=[${JSON.stringify(command)}]: ${end}`,
  );

test('commands that change the cluster are read from the audit log, once each', () => {
  const set = { prefix: 'osd set', key: 'noout' };
  const log = [
    audit(60, { prefix: 'osd dump', format: 'json' }),
    audit(50, set),
    audit(49, set, 'finished'),
    audit(40, { prefix: 'config set', who: 'osd', name: 'osd_recovery_sleep', value: '2' }),
    line(30, 'mgmt', 'setting osd_memory_target changed'),
  ];
  expect(readChanges(log).map(({ text, who }) => [text, who])).toEqual([
    ['osd set noout', 'client.admin'],
    ['config set osd osd_recovery_sleep 2', 'client.admin'],
    ['setting osd_memory_target changed', 'mgmt'],
  ]);
});

test('a command about a setting and the line about its result are one change, with the user and the value', () => {
  const set = (ago: number, value: string) =>
    audit(ago, { prefix: 'config set', who: 'osd', name: 'osd_recovery_sleep', value });
  const result = (ago: number, value: string) =>
    line(ago, 'mon', `setting osd_recovery_sleep changed to ${value} for osd`);
  const who = 'client.admin';
  const one = (ago: number, value: number) => ({
    at: NOW - ago * 1000,
    text: `config set osd osd_recovery_sleep ${value}`,
    setting: 'osd_recovery_sleep',
    who,
    value,
  });
  expect(readChanges([set(50, '2'), result(49, '2')])).toEqual([one(50, 2)]);
  expect(readChanges([result(50, '2'), set(49, '2')])).toEqual([one(50, 2)]);
  expect(readChanges([set(50, '2'), result(49, '2'), set(47, '3'), result(46, '3')])).toEqual([
    one(50, 2),
    one(47, 3),
  ]);
  expect(readChanges([set(50, '2'), result(39, '2')])).toHaveLength(2);
  const reset = audit(50, { prefix: 'config rm', who: 'osd', name: 'osd_recovery_sleep' });
  const returned = line(49, 'mon', 'setting osd_recovery_sleep returned to the default');
  expect(readChanges([reset, returned])).toEqual([
    { at: NOW - 50_000, text: 'config rm osd osd_recovery_sleep', returned: 'osd_recovery_sleep', who },
  ]);
});

test.each([
  [{ prefix: 'osd set', key: 'noout' }, 'osd set noout', { flag: 'noout' }],
  [{ prefix: 'osd unset', key: 'noout' }, 'osd unset noout', {}],
  [{ prefix: 'osd out', ids: ['3'], format: 'json', target: ['mon-mgr', ''] }, 'osd out 3', {}],
  [
    { prefix: 'osd pool rm', pool: 'a', pool2: 'a', yes_i_really_really_mean_it: true },
    'osd pool rm a a',
    {},
  ],
  [
    { prefix: 'fs set', fs_name: 'storefs', var: 'down', val: 'true', yes_i_really_mean_it: true },
    'fs set storefs down true',
    {},
  ],
  [
    { prefix: 'config set', who: 'osd', name: 'osd_max_backfills', value: 3, force: true },
    'config set osd osd_max_backfills 3 true',
    { setting: 'osd_max_backfills' },
  ],
  [
    { prefix: 'config rm', who: 'osd', name: 'osd_max_backfills' },
    'config rm osd osd_max_backfills',
    { returned: 'osd_max_backfills' },
  ],
  [{ prefix: 'config set', who: 'osd' }, 'config set osd', {}],
  [{ prefix: 'osd out', ids: ['3'] }, 'osd out 3', {}],
  [{ prefix: 'osd purge-actual', id: 6 }, 'osd purge 6', { who: '' }],
  [{ prefix: 'osd destroy-actual', id: 6 }, 'osd destroy 6', { who: '' }],
  [{ prefix: 'osd pool create', pool: 'a', name: 'b', key: 'c' }, 'osd pool create a b c', {}],
  [{ prefix: 'mgr fail', who: null }, 'mgr fail', {}],
])('the command %j is shown as "%s", with the value that it set', (command, text, more) => {
  expect(readChanges([audit(60, command)])).toEqual([
    { at: NOW - 60_000, text, who: 'client.admin', ...more },
  ]);
});

test.each(
  ['osd settle', 'config get', 'auth get', 'osd pool', 'fs status', 'orch'].map((prefix) => [prefix]),
)('the command %s counts as a change only if it changes something', (prefix) => {
  const isChange = ['osd pool', 'fs status'].includes(prefix);
  expect(readChanges([audit(60, { prefix })])).toHaveLength(isChange ? 1 : 0);
});

test('changes or resets of a setting through the management service count once per ten seconds', () => {
  const changed = (ago: number) => line(ago, 'mgmt', 'setting osd_max_backfills changed');
  const log = [
    changed(60),
    changed(50.1),
    changed(50),
    line(20, 'mgmt', 'setting a returned to its default'),
  ];
  expect(readChanges(log)).toMatchObject([
    { at: NOW - 60_000, who: 'mgmt', setting: 'osd_max_backfills' },
    { at: NOW - 50_000, setting: 'osd_max_backfills' },
    { text: 'setting a returned to its default', returned: 'a' },
  ]);
  expect(readChanges([{ s: 'mgmt', m: 'setting a changed' }, { t: 1 }])).toEqual([]);
  expect(readChanges(undefined)).toEqual([]);
});

test('truncated lines and lines without a command are no changes', () => {
  expect(
    readChanges([
      line(9, 'mon', 'audit [INF] entity=\'client.admin\' cmd=[{"prefix": "osd se'),
      line(9, 'mon', "audit [INF] entity='client.admin' cmd=[{not json}]: dispatch"),
      line(9, 'radosgw', 'GET /x?cmd=y'),
    ]),
  ).toEqual([]);
});

test('a setting that injects a fault is ignored by the diagnosis', () => {
  expect(
    readChanges([audit(9, { prefix: 'config set', name: 'bluestore_debug_inject_read_err', value: '1' })]),
  ).toEqual([]);
});

test('changes of the part itself come first, then the latest ones; later or much earlier changes do not count', () => {
  const at = (seconds: number, text: string) => ({ at: NOW - seconds * 1000, text, who: 'client.admin' });
  const changes = [
    at(2000, 'osd out 1'),
    at(500, 'osd reweight 3 0.5'),
    at(400, 'osd pool set-quota vm max_objects 3'),
    at(300, 'osd set noout'),
    at(200, 'config set a b'),
    at(10, 'osd unset noout'),
  ];
  expect(
    changesBefore(changes, { since: NOW - 100_000, objects: ['osd.3'] }).map(({ text }) => text),
  ).toEqual([
    'osd reweight 3 0.5',
    'config set a b',
    'osd set noout',
    // A count of objects is no OSD.
    'osd pool set-quota vm max_objects 3',
  ]);
  expect(changesBefore(changes, { since: undefined, objects: ['osd.3'] })).toEqual([]);
});

test('what daemons change by themselves comes after what people changed', () => {
  const at = (ago: number, who: string) => ({ at: NOW - ago * 1000, text: `osd pool set ${who}`, who });
  const changes = [at(300, 'client.admin'), at(200, 'mgr.a'), at(190, 'client.rgw.gw1'), at(180, 'mgr.b')];
  expect(changesBefore(changes, { since: NOW - 100_000, objects: [] }).map(({ who }) => who)).toEqual([
    'client.admin',
    'mgr.b',
    'client.rgw.gw1',
    'mgr.a',
  ]);
});

test('a cause lists what was changed before it began', () => {
  const log = [audit(90, { prefix: 'osd crush reweight', name: 'osd.3', weight: 2 }), failed(3, REFUSED)];
  expect(causes({ down: [3], log })).toMatchObject([
    { kind: 'osd-down', before: [{ text: 'osd crush reweight osd.3 2', who: 'client.admin' }] },
  ]);
});

test('changes up to two seconds after a cause began, and within the quarter of an hour before it, may be related', () => {
  const since = NOW - 2_000_000;
  const near = (at: number) =>
    changesBefore([{ at, text: 'osd set noout', who: 'client.admin' }], { since, objects: [] }).length === 1;
  expect([near(since + 2000), near(since + 2001)]).toEqual([true, false]);
  expect([near(since - 899_999), near(since - 900_000)]).toEqual([true, false]);
});

test.each([
  ['osd reweight 3 4', ['osd.3'], ['osd.4']],
  ['osd out 3 4', ['osd.3', 'osd.4'], ['osd.out']],
  ['osd crush reweight osd.3 4', ['osd.3'], ['osd.4']],
])('the command %s is about %j', (text, objects, others) => {
  const other = { at: NOW - 20_000, text: 'osd set noout', who: 'client.admin' };
  const own = { at: NOW - 30_000, text, who: 'client.admin' };
  const first = (name: string) => changesBefore([own, other], { since: NOW, objects: [name] })[0]?.text;
  for (const name of objects) expect(first(name), name).toBe(text);
  for (const name of others) expect(first(name), name).toBe('osd set noout');
});

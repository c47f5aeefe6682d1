import { expect, test } from 'vitest';
import { answers, causes, check, failed, line, NOW, REFUSED, shutDown } from '../support.ts';

/** The checks of a cluster of cephadm whose servers are in maintenance mode, as Ceph 20.2 raises them. */
const checksOf = (...hosts: readonly string[]) => ({
  HOST_IN_MAINTENANCE: check(
    `${hosts.length} ${hosts.length === 1 ? 'host is' : 'hosts are'} in maintenance mode`,
    ...hosts.map((host) => `${host} is in maintenance`),
  ),
  OSD_DOWN: check('2 osds down'),
  OSD_HOST_DOWN: check('1 host (2 osds) down'),
  PG_DEGRADED: check('Degraded data redundancy: 3525/10575 objects degraded (33.333%), 64 pgs degraded'),
  OSD_FLAGS: check(
    '1 OSDs or CRUSH {nodes, device-classes} have {NOUP,NODOWN,NOIN,NOOUT} flags set',
    ...hosts.map((host) => `host ${host} has flags noout`),
  ),
  MON_DOWN: check(
    '1/3 mons down, quorum a,c',
    'mon.b (rank 2) addr v1:10.85.0.12:6789/0 is down (out of quorum)',
  ),
});
const setNoout = (ago: number, host: string) =>
  line(
    ago,
    'mon',
    `from='mgr.1' entity='mgr.x' cmd=${JSON.stringify([{ prefix: 'osd set-group', flags: 'noout', who: [host] }])}: dispatch`,
  );

test('a server in maintenance mode explains its stopped daemons and the flag that cephadm sets for it', () => {
  const found = causes({
    checks: checksOf('b'),
    evidence: answers({ ended: [2, 3], lostMonitors: [{ mon: 'b', server: 'b', runs: false }] }),
    log: [shutDown(2, 41), shutDown(3, 41), setNoout(40, 'b')],
    down: [2, 3],
  });
  expect(found).toMatchObject([
    {
      kind: 'maintenance',
      objects: ['b', 'osd.2', 'osd.3'],
      confidence: 'certain',
      text: 'b is in maintenance mode: its daemons are stopped',
      since: NOW - 41_000,
      next: [
        'leave maintenance mode once the work there is done (:servers, or `ceph orch host maintenance exit b`)',
      ],
    },
  ]);
  expect(new Set(found[0]?.explains)).toEqual(
    new Set(['HOST_IN_MAINTENANCE', 'OSD_FLAGS', 'OSD_DOWN', 'OSD_HOST_DOWN', 'PG_DEGRADED', 'MON_DOWN']),
  );
});

test('OSDs that failed before the maintenance began, or on other servers, are causes of their own', () => {
  const found = causes({
    checks: checksOf('b'),
    log: [failed(2, REFUSED, 600), shutDown(3, 41), failed(6, REFUSED, 20), setNoout(40, 'b')],
    down: [2, 3, 6],
  });
  expect(found.map(({ kind, objects }) => [kind, objects])).toEqual([
    ['maintenance', ['b', 'osd.3']],
    ['osd-down', ['osd.2']],
    ['osd-down', ['osd.6']],
  ]);
});

test('several servers in maintenance mode are one cause, and one whose daemons run explains no missing copies', () => {
  const { HOST_IN_MAINTENANCE, OSD_FLAGS } = checksOf('b', 'c');
  expect(causes({ checks: { HOST_IN_MAINTENANCE, OSD_FLAGS } })).toMatchObject([
    {
      kind: 'maintenance',
      objects: ['b', 'c'],
      text: 'b, c are in maintenance mode',
      next: [expect.stringContaining('ceph orch host maintenance exit NAME')],
    },
  ]);
  const { PG_DEGRADED } = checksOf('b');
  expect(
    causes({ checks: { HOST_IN_MAINTENANCE, PG_DEGRADED } }).map(({ kind, explains }) => [kind, explains]),
  ).toEqual([
    ['unknown', ['PG_DEGRADED']],
    ['maintenance', ['HOST_IN_MAINTENANCE']],
  ]);
});

test('before its details are known, the check of maintenance mode is repeated as it is', () => {
  const HOST_IN_MAINTENANCE = check('1 host is in maintenance mode');
  const found = causes({ checks: { HOST_IN_MAINTENANCE, MGR_DOWN: check('no active mgr') } });
  expect(found.find(({ kind }) => kind === 'maintenance')).toMatchObject({
    objects: [],
    text: '1 host is in maintenance mode',
    explains: ['HOST_IN_MAINTENANCE'],
  });
});

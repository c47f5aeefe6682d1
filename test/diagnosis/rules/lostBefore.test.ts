import { expect, test } from 'vitest';
import { answers, causes, check, failed, line, ping, PINGS_OF_B, REFUSED, UNHEARD } from '../support.ts';

test('managers and metadata servers that were lost before a server was are not blamed on it', () => {
  const checks = {
    MGR_DOWN: check('no active mgr'),
    MDS_INSUFFICIENT_STANDBY: check('insufficient standby MDS daemons available'),
  };
  const lost = (ago: number) => [
    line(ago, 'mon', 'Manager daemon x is unresponsive.  No standby daemons available.'),
    line(ago, 'mon', 'MDS daemon mds.x is removed because it is dead or otherwise unavailable.'),
  ];
  const found = (ago: number) =>
    causes({ down: [2, 3], checks, log: [...lost(ago), failed(2, UNHEARD), failed(3, UNHEARD)] }).map(
      ({ kind, explains }) => [kind, ...explains],
    );
  expect(found(20)).toEqual([['host-down', 'MGR_DOWN', 'MDS_INSUFFICIENT_STANDBY']]);
  // The server went silent 55 s ago.
  expect(found(1200)).toEqual([
    ['mgr-down', 'MGR_DOWN'],
    ['mds-down', 'MDS_INSUFFICIENT_STANDBY'],
    ['host-down'],
  ]);
});

test('slow pings between other OSDs do not follow from the end of one', () => {
  const checks = {
    OSD_DOWN: check('1 osds down'),
    PG_DEGRADED: check('5 objects degraded'),
    OSD_SLOW_PING_TIME_BACK: check('Slow OSD heartbeats on back'),
  };
  const found = (pings: typeof PINGS_OF_B) =>
    causes({ down: [7], log: [failed(7, REFUSED)], checks, evidence: answers({ pings }) }).map(
      ({ kind, explains }) => [kind, ...explains],
    );
  expect(found(PINGS_OF_B.slice(0, 2).concat(ping(3, 0, 50)))).toEqual([
    ['osd-down', 'OSD_DOWN', 'PG_DEGRADED'],
    ['net-slow', 'OSD_SLOW_PING_TIME_BACK'],
  ]);
  // They were slow some minutes ago.
  const past = check(
    'Slow OSD heartbeats on back (longest 9000ms)',
    'Slow OSD heartbeats on back from osd.2 [b] to osd.0 [a] 9000.1 msec possibly improving',
  );
  expect(
    causes({
      down: [7],
      log: [failed(7, REFUSED)],
      checks: { ...checks, OSD_SLOW_PING_TIME_BACK: past },
      evidence: answers({ pings: [ping(2, 0, 2)] }),
    }).map(({ text, explains }) => [text, ...explains]),
  ).toEqual([
    ['the daemon of osd.7 on d has stopped', 'OSD_DOWN', 'PG_DEGRADED'],
    [
      'pings between OSDs were slow, and none was in the last minute: Ceph reports them for a quarter of an hour',
      'OSD_SLOW_PING_TIME_BACK',
    ],
  ]);
  expect(found([ping(2, 7, 50)])[0]).toEqual([
    'osd-down',
    'OSD_DOWN',
    'PG_DEGRADED',
    'OSD_SLOW_PING_TIME_BACK',
  ]);
});

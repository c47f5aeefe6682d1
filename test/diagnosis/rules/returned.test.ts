import { describe, expect, test } from 'vitest';
import {
  booted,
  causeKinds,
  causes,
  check,
  failed,
  line,
  NOW,
  shutDown,
  type SnapshotChanges,
  stillRunning,
  UNHEARD,
} from '../support.ts';

const HALF_AN_HOUR = 1800;
const PG_DEGRADED = check('Degraded data redundancy: 5/9 objects degraded');
const said = (ago: number, m: string) => line(ago, 'mon', `cluster [INF] ${m}`);

/** The lines about OSDs that were lost so long ago and booted so long ago. */
const away = (ids: readonly number[], lost = HALF_AN_HOUR, back = 20) => [
  ...ids.map((id) => failed(id, UNHEARD, lost)),
  ...ids.map((id) => booted(id, back)),
];

describe('OSDs that were lost long ago and are back', () => {
  test('a server that returns after half an hour explains what its OSDs lack', () => {
    const checks = { PG_DEGRADED, PG_AVAILABILITY: check('Reduced data availability: 9 pgs peering') };
    expect(causes({ checks, log: away([2, 3]) })).toMatchObject([
      {
        kind: 'osd-down',
        host: 'b',
        since: NOW - HALF_AN_HOUR * 1000 - 25_000,
        explains: ['PG_DEGRADED', 'PG_AVAILABILITY'],
        text: '2 OSDs of b were down and are up again: they lack what was written meanwhile',
        against: [],
      },
    ]);
    expect(causes({ checks, log: away([0, 1, 2, 3]) })[0]?.text).toContain('4 OSDs of rack r1 were down');
    expect(causes({ checks, log: away([0, 1, 2, 4]) })[0]?.text).toContain('osd.0, osd.1, osd.2');
  });

  test('an OSD that has been back for longer explains what is left only if nothing that came later does', () => {
    const log = away([3], 2 * HALF_AN_HOUR, HALF_AN_HOUR);
    const out = line(
      300,
      'mon',
      `entity='client.admin' cmd='[{"prefix": "osd out", "ids": ["5"]}]': finished`,
    );
    expect(causes({ checks: { PG_DEGRADED }, log })).toMatchObject([
      { kind: 'osd-down', against: ['up again for 30m00s'] },
    ]);
    expect(causeKinds({ checks: { PG_DEGRADED }, log: [...log, out], out: [5] })).toEqual(['data-moved']);
  });

  test('an OSD explains nothing any more once the cluster has said that no data lacks copies', () => {
    const recovered = said(600, 'Health check cleared: PG_DEGRADED (was: 5/9 objects degraded)');
    const log = [...away([3], 2 * HALF_AN_HOUR, HALF_AN_HOUR), recovered];
    expect(causeKinds({ checks: { PG_DEGRADED }, log })).toEqual(['unknown']);
  });
});

describe('OSDs that ran while their server was cut off', () => {
  const running = (ids: readonly number[]) => ids.map((id) => stillRunning(id, 20));

  test('the OSDs of a server that was cut off and is back do not flap', () => {
    const log = [...away([2, 3]), ...running([2, 3])];
    expect(causeKinds({ log })).toEqual([]);
    expect(causeKinds({ log, checks: { PG_DEGRADED } })).toEqual(['osd-down']);
    expect(causeKinds({ log: [...away([3]), ...running([3])] })).toEqual(['osd-flap']);
  });

  test('one that is lost again flaps', () => {
    const again = [failed(3, UNHEARD, 200), booted(3, 150), failed(3, UNHEARD, 100)];
    expect(causeKinds({ log: [...again, ...away([2, 3]), ...running([2, 3])] })).toContain('osd-flap');
  });

  test('the servers of a rack that lost their links at once are one cause, about the rack', () => {
    const log = [...away([0, 1, 2, 3], 300, 30), ...running([0, 1, 2, 3])];
    const [found, ...others] = causes({ log });
    expect(found).toMatchObject({
      kind: 'link-flap',
      objects: ['r1'],
      host: undefined,
      text: 'the link of rack r1 was lost for a while: 4 of its OSDs were marked down while they ran',
      next: ['check cable, port and switch of rack r1'],
    });
    expect(others).toEqual([]);
    const apart = [...away([0, 1], 300, 30), ...away([2, 3], 200, 30), ...running([0, 1, 2, 3])];
    expect(causes({ log: apart }).map(({ objects }) => objects)).toEqual([['a'], ['b']]);
  });
});

describe('a server that starts again', () => {
  const kernel = (ago: number, server = 2) => line(ago, 'kernel', 'Linux version 6.1.0 (gcc) #1 SMP', server);
  const lost: SnapshotChanges = {
    down: [2, 3],
    checks: { OSD_DOWN: check('2 osds down'), PG_DEGRADED },
    disks: (disk) => ({ ...disk, daemonRunning: true, serverLastSeen: 5 }),
  };
  const log = [2, 3].map((id) => failed(id, UNHEARD, HALF_AN_HOUR / 3));

  test('a server whose kernel has started since its OSDs were lost is said to start them, not to have a bad link', () => {
    expect(causes({ ...lost, log: [...log, kernel(10)] })).toMatchObject([
      {
        kind: 'host-down',
        objects: ['b'],
        confidence: 'likely',
        text: 'b has started again, and its 2 OSDs are not up yet',
        next: ['wait for its OSDs to start; if they do not, read their logs on b'],
      },
    ]);
    for (const others of [[], [kernel(10, 3)], [kernel(900)]])
      expect(causeKinds({ ...lost, log: [...log, ...others] })).toEqual(['net-mtu']);
  });

  test('a server that was shut down before is said to start as well', () => {
    const told = [2, 3].map((id) => shutDown(id, 600));
    expect(causes({ ...lost, log: [...told, kernel(10)] })[0]).toMatchObject({ objects: ['b'] });
  });
});

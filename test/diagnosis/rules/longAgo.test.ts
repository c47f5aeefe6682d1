import { describe, expect, test } from 'vitest';
import type { Disk } from '../../../src/api/contract/disks.ts';
import type { LogEvent } from '../../../src/api/contract/logs.ts';
import {
  answers,
  causes,
  check,
  failed,
  line,
  NOW,
  REFUSED,
  type SnapshotChanges,
  stillRunning,
  UNHEARD,
} from '../support.ts';

const HOUR_S = 3600;
const ago = (seconds: number, event: LogEvent): LogEvent => ({ ...event, t: NOW / 1000 - seconds });
const silentSince = (seconds: number) => (disk: Disk) => ({
  ...disk,
  serverLastSeen: disk.hostname === 'b' ? seconds : 5,
});

/** Server b with its OSDs osd.2 and osd.3, which have been marked out. */
const OUT: SnapshotChanges = {
  down: [2, 3],
  out: [2, 3],
  checks: { PG_DEGRADED: check('5 objects degraded') },
};

describe('a server that was lost before the console was opened', () => {
  test('a server that was lost an hour ago is shown as it was then, if the log still has it', () => {
    const log = [2, 3].map((id) => ago(HOUR_S, failed(id, UNHEARD)));
    expect(causes({ ...OUT, log, disks: silentSince(HOUR_S) })).toMatchObject([
      {
        kind: 'host-down',
        confidence: 'certain',
        text: 'b does not answer: 2 OSDs; they are out',
        since: NOW - HOUR_S * 1000 - 25_000,
      },
    ]);
  });

  test('a lost server is named although Ceph calls the cluster healthy, since all data is restored', () => {
    const healthy = { ...OUT, checks: {}, disks: silentSince(HOUR_S) };
    const online = (count: number) => ({ status: { servers: { online: count, total: 4 } } });
    expect(causes({ ...healthy, ...online(3) })).toMatchObject([{ kind: 'host-down', objects: ['b'] }]);
    expect(causes({ ...healthy, ...online(4) })).toEqual([]);
  });

  test('a server whose OSDs are all down and out is one cause without any log line, and certain if it is silent', () => {
    expect(causes({ ...OUT, disks: silentSince(HOUR_S) })).toMatchObject([
      {
        kind: 'host-down',
        confidence: 'certain',
        text: 'b does not answer: 2 OSDs; they are out',
        since: undefined,
      },
    ]);
  });

  test('of a server that is heard from, only the OSDs are said to be down', () => {
    expect(causes(OUT)).toMatchObject([
      {
        kind: 'host-down',
        objects: ['b'],
        confidence: 'likely',
        text: 'all 2 OSDs of b are down; they are out',
        proofs: [{ text: 'all OSDs of b are down and out', source: 'crush' }],
        next: ['see whether b is up and its daemons run, and read their logs'],
      },
    ]);
  });
});

describe('an OSD that went down before the console was opened', () => {
  test('the OSD map tells since when it is down if the log has nothing of it', () => {
    const evidence = answers({ ended: [3], down: [{ osd: 3, seconds: 1800 }] });
    const since = NOW - 1_800_000;
    expect(causes({ down: [3], evidence })).toMatchObject([
      { kind: 'osd-down', confidence: 'certain', since },
    ]);
    expect(causes({ down: [3], evidence, log: [failed(3, REFUSED, 20)] })[0]?.since).toBe(NOW - 20_000);
    const both = answers({ down: [2, 3].map((osd) => ({ osd, seconds: 1800 - osd })) });
    expect(causes({ ...OUT, evidence: both })).toMatchObject([{ kind: 'host-down', since: NOW - 1_798_000 }]);
  });

  const down: SnapshotChanges = { ...OUT, down: [3], out: [3] };

  test('the data of an OSD that is down is said to be restored elsewhere only once all placement groups are okay', () => {
    const text = (okay: number, aged = 0) => {
      const status = {
        placementGroups: [{ poolName: 'rbd', okay, total: 8 }],
        placementGroupsLastUpdated: aged,
      };
      return causes({ ...down, log: [ago(HOUR_S, failed(3, REFUSED))], status })[0]?.text;
    };
    expect(text(8)).toBe('the daemon of osd.3 on b has stopped; its data has been restored elsewhere');
    expect(text(7)).toBe('the daemon of osd.3 on b has stopped; it is out');
    // Counts of five minutes ago prove nothing.
    expect(text(8, 300)).toBe('the daemon of osd.3 on b has stopped; it is out');
  });

  test('an OSD that went down long ago is named beside an unrelated failure if the log has its end', () => {
    const checks = { OSD_DOWN: check('1 osds down'), PG_DEGRADED: check('5 objects degraded') };
    const named = (log: readonly LogEvent[]) =>
      causes({ down: [0, 3], out: [3], checks, log: [failed(0, REFUSED), ...log] }).map(
        ({ objects }) => objects,
      );
    expect(named([ago(HOUR_S, failed(3, REFUSED))])).toEqual([['osd.0'], ['osd.3']]);
    // One that was taken out of use on purpose is no news.
    expect(named([])).toEqual([['osd.0']]);
  });

  test('an OSD that went down long ago is no problem any more once Ceph is healthy and all placement groups are okay', () => {
    const log = [ago(HOUR_S, failed(3, REFUSED))];
    const found = (okay: number) =>
      causes({
        ...down,
        checks: {},
        log,
        status: { placementGroups: [{ poolName: 'rbd', okay, total: 8 }] },
      });
    expect(found(8)).toEqual([]);
    expect(found(7)).toMatchObject([{ kind: 'osd-down', objects: ['osd.3'] }]);
  });

  test('what was logged around the end of an OSD an hour ago still counts', () => {
    expect(causes({ ...down, log: [ago(HOUR_S, failed(3, REFUSED))] })).toMatchObject([
      { kind: 'osd-down', confidence: 'certain', since: NOW - HOUR_S * 1000 },
    ]);
    expect(causes({ ...down, log: [ago(HOUR_S, failed(3, UNHEARD))] })).toMatchObject([{ kind: 'osd-hang' }]);
  });

  test('an OSD that Ceph has stopped because it was marked down again and again is said to be such', () => {
    const again = [0, 60, 120, 180, 240].map((more) => stillRunning(3, HOUR_S + more));
    expect(causes({ ...down, log: [...again.toReversed(), ago(HOUR_S, failed(3, REFUSED))] })[0]?.text).toBe(
      'the daemon of osd.3 on b has stopped, after it was marked down again and again while it ran; it is out',
    );
  });

  test('what was logged more than a quarter of an hour before the end of an OSD counts no more', () => {
    const seconds = HOUR_S + 16 * 60;
    const early = [stillRunning(3, seconds), ago(seconds, failed(3, UNHEARD))];
    const [cause] = causes({ ...down, log: [...early, ago(HOUR_S, failed(3, REFUSED))] });
    expect(cause?.proofs.filter(({ source }) => source === 'log')).toHaveLength(1);
  });

  test('ends of OSDs that have been up again for long are no evidence', () => {
    const boots = [2, 3].map((id) => line(HOUR_S - 60, 'mon', `cluster [INF] osd.${id} 10.0.0.2:6800 boot`));
    expect(causes({ log: [...[2, 3].map((id) => ago(HOUR_S, failed(id, UNHEARD))), ...boots] })).toEqual([]);
  });

  const errors = [300, 200, 100].map((before) =>
    line(HOUR_S + before, 'kernel', 'I/O error, dev sdb, sector 5', 2),
  );

  test('the errors of its disk explain the end of an OSD for as long as it is down', () => {
    const log = [...errors, ago(HOUR_S, failed(3, REFUSED))];
    expect(causes({ ...down, log })).toMatchObject([
      {
        kind: 'disk-error',
        text: 'disk sdb of osd.3 on b reports errors, and the OSD is down',
        since: NOW - (HOUR_S + 300) * 1000,
      },
    ]);
    // Its neighbour had errors at that time as well, and is up since.
    const others = errors.map((error) => ({ ...error, m: 'I/O error, dev sda, sector 5' }));
    expect(causes({ ...down, log: [...others, ...log] })).toMatchObject([{ objects: ['osd.3'] }]);
  });

  test('errors of its disk long before the end of an OSD do not explain it', () => {
    const log = [...errors, ago(HOUR_S / 2, failed(3, REFUSED))];
    expect(causes({ ...down, log })).toMatchObject([{ kind: 'osd-down' }]);
  });
});

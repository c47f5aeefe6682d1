import { describe, expect, test } from 'vitest';
import { about3, answers, causes, check, failed, REFUSED, UNHEARD } from '../support.ts';

const DOWN = {
  PG_AVAILABILITY: check('Reduced data availability: 2 pgs down', 'pg 8.6 is down, acting [0]'),
};
const UNFOUND = {
  OBJECT_UNFOUND: check('4/231 objects unfound (1.732%)', 'pg 8.7 has 4 unfound objects'),
  PG_DAMAGED: check('Possible data damage: 1 pg recovery_unfound'),
};
const OSD_DOWN = { OSD_DOWN: check('1 osds down', 'osd.3 is down') };

describe('an OSD without which data is not complete', () => {
  test('an OSD that placement groups need is to be started, and its disk is not to be replaced before that', () => {
    const needs = [
      { group: '8.6', osds: [3] },
      { group: '8.7', osds: [3, 5] },
    ];
    const found = causes({
      down: [3],
      checks: { ...OSD_DOWN, ...DOWN },
      log: [failed(3, REFUSED)],
      evidence: answers({ needs }),
    });
    expect(found).toMatchObject([
      {
        kind: 'osd-down',
        proofs: [{}, {}, { text: 'pgs 8.6, 8.7 need osd.3 to complete their data', source: 'daemons' }],
        next: [
          'start osd.3 on b, and keep its disk until then: pgs 8.6, 8.7 need its data',
          'read the log of osd.3 for why it stopped',
        ],
      },
    ]);
  });

  test('an OSD that was marked out is not said to be restored elsewhere while placement groups need it', () => {
    const evidence = answers({ needs: [{ group: '8.6', osds: [3] }] });
    const checks = { ...DOWN, OSD_NEARFULL: check('1 nearfull osd(s)', 'osd.5 is near full') };
    expect(causes({ down: [3], out: [3], checks, evidence })).toMatchObject([
      { kind: 'osd-down', text: 'osd.3 on b is down' },
      { kind: 'osd-full' },
    ]);
  });

  test('no disk is to be replaced while no OSD is left of placement groups, as of a pool with a single copy', () => {
    const checks = { ...OSD_DOWN, PG_AVAILABILITY: check('Reduced data availability: 3 pgs stale') };
    const [found] = causes({
      down: [3],
      checks,
      log: [failed(3, REFUSED)],
      evidence: answers({ needs: [] }),
    });
    expect(found?.next[0]).toBe(
      'start osd.3 on b, and keep its disk until then: placement groups may need its data',
    );
  });

  test('no disk is to be replaced while the cluster does not answer', () => {
    const checks = { STORE_UNREACHABLE: check('no answer since 12:00:00 UTC (26 s)') };
    const found = causes({ down: [3], checks, log: [failed(3, REFUSED)] });
    expect(found.find(({ kind }) => kind === 'osd-down')?.next[0]).toBe(
      'start osd.3 on b, and keep its disk until then: placement groups may need its data',
    );
  });

  test('no disk is to be replaced while placement groups are down and not all of them say which OSDs they need', () => {
    const next = [
      'start osd.3 on b, and keep its disk until then: placement groups may need its data',
      'see whether the daemon of osd.3 runs on b, and read its log',
    ];
    const changes = { down: [3], checks: { ...OSD_DOWN, ...DOWN } };
    expect(causes(changes)[0]?.next.slice(0, 2)).toEqual(next);
    const some = answers({ needs: [{ group: '8.6', osds: [5] }] });
    expect(causes({ ...changes, evidence: some })[0]?.next.slice(0, 2)).toEqual(next);
    const all = answers({ needs: ['8.6', '8.7'].map((group) => ({ group, osds: [5] })) });
    expect(causes({ ...changes, evidence: all })[0]?.next).toContain('start it, or replace its disk');
  });

  test('a disk that is gone or has errors is to be saved if its data is needed', () => {
    const evidence = answers({ needs: [{ group: '8.6', osds: [3] }] });
    const changes = { down: [3], checks: { ...OSD_DOWN, ...DOWN }, evidence };
    expect(causes({ ...changes, disks: about3({ missing: true }) })[0]).toMatchObject({
      kind: 'disk-missing',
      next: ['reseat the disk of osd.3, do not replace it: pg 8.6 needs its data'],
    });
    const diskErrors = [{ osd: 3, server: 'b', device: 'sdb', errors: 3, first: 40, last: 20 }];
    expect(
      causes({ ...changes, evidence: { ...evidence, diskErrors }, log: [failed(3, REFUSED)] })[0],
    ).toMatchObject({
      kind: 'disk-error',
      next: ['start osd.3 or copy its disk before it is replaced: pg 8.6 needs its data'],
    });
  });
});

describe('unfound objects', () => {
  const changes = { down: [3], checks: { ...OSD_DOWN, ...UNFOUND }, log: [failed(3, REFUSED)] };

  test('OSDs that may have unfound objects are named, and are to be started', () => {
    const found = causes({ ...changes, evidence: answers({ needs: [{ group: '8.7', osds: [3] }] }) });
    expect(found).toMatchObject([
      {
        kind: 'pg-unfound',
        objects: ['8.7', 'osd.3'],
        confidence: 'certain',
        text: 'objects of 8.7 are on no OSD that is up; osd.3 may have them',
        next: ['start osd.3 on b; until then, keep its disk', 'do not give objects up as lost before that'],
      },
      { kind: 'osd-down' },
    ]);
    expect(found[1]?.next[0]).toBe('start osd.3 on b, and keep its disk until then: pg 8.7 needs its data');
  });

  test('unfound objects that no OSD can have are said to be lost unless there is a backup', () => {
    const found = causes({ ...changes, evidence: answers({ needs: [{ group: '8.7', osds: [] }] }) });
    expect(found[0]).toMatchObject({
      kind: 'pg-unfound',
      objects: ['8.7'],
      text: 'objects of 8.7 are on no OSD, and none that is down may have them',
    });
    expect(found[0]?.next[0]).toContain('ceph pg 8.7 list_unfound');
  });

  test('an OSD that is up again is not said to be missing while the placement group is being asked again', () => {
    const evidence = answers({ needs: [{ group: '8.7', osds: [3] }] });
    expect(causes({ checks: UNFOUND, evidence })[0]).toMatchObject({
      objects: ['8.7'],
      text: 'objects of 8.7 are on no OSD that is up',
    });
  });

  test('while recovery is switched off, unfound objects alone are reason enough to keep a disk', () => {
    const { OBJECT_UNFOUND } = UNFOUND;
    const found = causes({ ...changes, checks: { ...OSD_DOWN, OBJECT_UNFOUND } });
    expect(found.find(({ kind }) => kind === 'osd-down')?.next[0]).toBe(
      'start osd.3 on b, and keep its disk until then: placement groups may need its data',
    );
  });

  test('without answers of the placement groups, the OSDs that were up last are to be brought back', () => {
    expect(causes(changes)[0]).toMatchObject({
      kind: 'pg-unfound',
      objects: ['8.7'],
      text: 'objects of 8.7 are on no OSD that is up',
      next: ['bring back the OSDs that were up last', 'never mark them lost before that'],
    });
  });

  test('objects that are unfound because a server is down follow from it, and are not to be given up', () => {
    const down = { down: [2, 3], checks: { ...OSD_DOWN, ...UNFOUND } };
    const needs = (...osds: number[]) => answers({ needs: [{ group: '8.7', osds }] });
    const keep = 'until they are back, keep their disks, and do not give unfound objects up as lost';
    for (const reason of [REFUSED, UNHEARD]) {
      const log = [failed(2, reason), failed(3, reason)];
      const found = causes({ ...down, log, evidence: needs(2, 3) });
      expect(found.map(({ kind }) => kind)).toEqual(['host-down']);
      expect(found[0]?.next).toContain(keep);
      // Another OSD that is down may have them too, so that the server is not all that is needed.
      const others = causes({ ...down, down: [2, 3, 4], log, evidence: needs(3, 4) });
      expect(others.map(({ kind }) => kind)).toContain('pg-unfound');
      expect(others.flatMap(({ next }) => next)).not.toContain(keep);
    }
  });
});

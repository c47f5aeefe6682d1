import { expect, test } from 'vitest';
import { diagnose } from '../../src/diagnosis/index.ts';
import { causeJson, impactText, verdictLines } from '../../src/diagnosis/report.ts';
import { judgeHealing } from '../../src/diagnosis/healing/healing.ts';
import type { Course } from '../../src/diagnosis/healing/ofCause.ts';
import { judgeScrubs } from '../../src/diagnosis/healing/scrubs.ts';
import { check, downOsd, line, NOW, snapshot } from './support.ts';

/** A single look at a cluster of which nothing is told but the OSD that waits to be marked out. */
const WAITING: Course = {
  healing: judgeHealing({
    status: { placementGroups: [{ okay: 1, warn: 1 }] },
    waitsFor: { osds: [downOsd(3)], due: { at: NOW + 540_000, exact: true }, never: undefined },
    history: [],
  }),
  scrubs: judgeScrubs({ history: [] }),
};

const dead = () =>
  diagnose([
    snapshot({
      down: [3],
      checks: { OSD_DOWN: check('1 osds down', 'osd.3 is down') },
      log: [
        line(
          60,
          'mon',
          'cluster [INF] osd.3 failed (root=default,host=b) (connection refused reported by osd.0)',
        ),
      ],
    }),
  ]);

test('a diagnosis as text says the cause, what bears it, what follows, what to do and what is not known', () => {
  expect(verdictLines(dead(), WAITING)).toEqual([
    'certain: the daemon of osd.3 on b has ended (osd-down, since 2026-11-20 11:59:00Z)',
    '  log: mon: cluster [INF] osd.3 failed (root=default,host=b) (connection refused reported by osd.0)',
    '  crush: osd.3 is down and in',
    '  follows from it: OSD_DOWN',
    '  heals: waiting: osd.3 marked out at 12:09:00Z (in 9m), then restored',
    '  do: read the log of osd.3 for why it ended',
    '  do: start it, or replace its disk',
    'not known: who waits for whom, latencies of the OSDs, ping times between OSDs, the busiest clients, the clocks of the monitors',
  ]);
});

test('a diagnosis of a cluster on which all is well says that nothing is known to be wrong', () => {
  expect(verdictLines(diagnose([snapshot()]), WAITING)[0]).toBe('nothing is known to be wrong');
});

test('a cause for programs has its time in UTC, and null where something is not known', () => {
  const diagnosis = dead();
  expect(causeJson(diagnosis.causes[0]!, diagnosis, WAITING)).toMatchObject({
    kind: 'osd-down',
    objects: ['osd.3'],
    host: 'b',
    since: new Date(NOW - 60_000).toISOString(),
    confidence: 'certain',
    explains: ['OSD_DOWN'],
    impact: { blockedPgs: 0, pools: [] },
    evidence: [{ source: 'log' }, { source: 'crush', text: 'osd.3 is down and in' }],
    healing: {
      state: 'waiting',
      from: new Date(NOW + 540_000).toISOString(),
      to: new Date(NOW + 540_000).toISOString(),
    },
  });
  const other = diagnose([snapshot({ checks: { NEW_CODE: check('new') } })]);
  expect(causeJson(other.causes[0]!, other, WAITING)).toMatchObject({
    kind: 'unknown',
    host: null,
    since: null,
    healing: { state: 'none', from: null, to: null, reason: '' },
  });
});

test('whose data is blocked is told with the number of groups of each pool', () => {
  const pools = [
    { name: 'vm-disks', blockedPgs: 66 },
    { name: 'volumes', blockedPgs: 58 },
  ];
  expect(impactText({ blockedPgs: 124, pools })).toBe(
    '124 placement groups serve nobody: vm-disks 66, volumes 58',
  );
  expect(impactText({ blockedPgs: 0, pools: [] })).toBe('');
});

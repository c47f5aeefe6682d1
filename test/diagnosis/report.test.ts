import { expect, onTestFinished, test } from 'vitest';
import type { Course } from '../../src/diagnosis/healing/causeHealing.ts';
import { judgeHealing } from '../../src/diagnosis/healing/healing.ts';
import { judgeScrubs } from '../../src/diagnosis/healing/scrubs.ts';
import { diagnose } from '../../src/diagnosis/index.ts';
import { causeJson, impactText, verdictLines } from '../../src/diagnosis/report.ts';
import { setLocale } from '../../src/lib/decimal.ts';
import { check, downOsd, line, NOW, snapshot } from './support.ts';

/** A single snapshot in which the only known fact is an OSD that waits to be marked out. */
const WAITING: Course = {
  healing: judgeHealing({
    status: { placementGroups: [{ okay: 1, warn: 1 }] },
    waitsFor: { osds: [downOsd(3)], due: { at: NOW + 540_000, exact: true }, never: undefined, keptIn: [] },
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

test('a report as text has the cause, its evidence, its consequences, the next steps and what is unknown', () => {
  expect(verdictLines(dead(), WAITING)).toEqual([
    'certain: the daemon of osd.3 on b has stopped (osd-down, since 2026-11-20 11:59:00Z)',
    '  log: mon: cluster [INF] osd.3 failed (root=default,host=b) (connection refused reported by osd.0)',
    '  crush: osd.3 is down and in',
    '  follows from it: OSD_DOWN',
    '  heals: waiting: osd.3 marked out at 12:09:00Z (in 9m), then restored',
    '  do: read the log of osd.3 for why it stopped',
    '  do: start it, or replace its disk',
    'not known: who waits for whom, latencies of the OSDs, ping times between OSDs, the clocks of the monitors',
  ]);
});

test('a report as text has the numbers of the locale, and as JSON has points', () => {
  setLocale({ LC_ALL: 'de_DE.UTF-8' });
  onTestFinished(() => setLocale({}));
  const verdict = dead();
  const [first] = verdict.causes;
  const slow = {
    ...verdict,
    causes: [
      { ...first!, proofs: [{ text: 'writes take 3.5 times as long as usual', source: 'status' as const }] },
    ],
  };
  expect(verdictLines(slow, WAITING)[1]).toBe('  status: writes take 3,5 times as long as usual');
  expect(JSON.stringify(causeJson(slow.causes[0]!, slow, WAITING))).toContain('writes take 3.5 times');
});

test('a report on a healthy cluster says that nothing is known to be wrong', () => {
  expect(verdictLines(diagnose([snapshot()]), WAITING)[0]).toBe('nothing is known to be wrong');
});

test('a cause in JSON has its time in UTC, and null for unknown values', () => {
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

test('a report names the pools whose data is blocked, with the number of groups of each', () => {
  const pools = [
    { name: 'vm-disks', blockedPgs: 66 },
    { name: 'volumes', blockedPgs: 58 },
  ];
  expect(impactText({ stopped: [], blockedPgs: 124, pools })).toBe(
    '124 placement groups cannot serve I/O: vm-disks 66, volumes 58',
  );
  expect(impactText({ stopped: [], blockedPgs: 0, pools: [] })).toBe('');
  const some = [
    { name: 'vm-disks', blockedPgs: 30 },
    { name: 'volumes', blockedPgs: 20 },
  ];
  expect(impactText({ stopped: [], blockedPgs: 51, pools: some })).toBe(
    '51 placement groups cannot serve I/O, some in vm-disks, volumes',
  );
  expect(impactText({ stopped: [], blockedPgs: 3, pools: [] })).toBe('3 placement groups cannot serve I/O');
  expect(impactText({ stopped: [], blockedPgs: 1, pools: [] })).toBe('1 placement group cannot serve I/O');
});

test('a report lists the client data in blocked pools once each, and only the first of many pools', () => {
  const pools = ['images', 'buckets', 'images', undefined].map((use, id) => ({
    name: `p${id}`,
    blockedPgs: 9 - id,
    use,
  }));
  expect(impactText({ stopped: [], blockedPgs: 30, pools }, 2)).toBe(
    '30 placement groups cannot serve I/O: p0 9, p1 8 and 2 more (images, buckets)',
  );
});

test('a report as text has blocked clients first, then doubts, earlier changes and ruled-out causes', () => {
  const [cause] = dead().causes;
  const lines = verdictLines(
    {
      ...dead(),
      impact: { stopped: [], blockedPgs: 2, pools: [{ name: 'vm', blockedPgs: 2 }] },
      causes: [
        {
          ...cause!,
          confidence: 'unknown',
          since: undefined,
          explains: [],
          against: ['it looks well'],
          before: [{ at: 0, text: 'osd set noout', who: 'client.eve' }],
        },
        { ...cause!, before: [{ at: NOW - 90_000, text: 'osd set noout', who: 'client.eve' }] },
      ],
      ruledOut: ['osd-hang: osd.3 answers nobody'],
      missing: [],
    },
    WAITING,
  );
  expect(lines[0]).toBe('I/O blocked: 2 placement groups cannot serve I/O: vm 2');
  expect(lines[1]).toBe('unexplained: the daemon of osd.3 on b has stopped (osd-down)');
  expect(lines).toContain('  against it: it looks well');
  expect(lines).toContain('  changed before: 30s before, client.eve: osd set noout');
  expect(lines.filter((text) => text.startsWith('  follows from it'))).toHaveLength(1);
  expect(lines.at(-1)).toBe('also considered: osd-hang: osd.3 answers nobody');
  const calm = verdictLines(
    { ...dead(), causes: [], ruledOut: ['osd-down: osd.3 is down'], missing: [] },
    WAITING,
  );
  expect(calm.at(-1)).toBe('seen, but without effect now: osd-down: osd.3 is down');
});

test('a cause in JSON has the blocked groups that follow from it, and the changes before it', () => {
  const checks = { PG_AVAILABILITY: check('Reduced data availability: 3 pgs inactive'), NEW: check('new') };
  const status = {
    storeStatus: { health: { status: 'HEALTH_WARN' as const, checks } },
    placementGroups: [{ poolName: 'vm', poolId: 1, okay: 1, error: 3 }],
  };
  const log = [
    line(90, 'mgmt', 'setting osd_memory_target changed'),
    line(60, 'mon', 'cluster [INF] osd.3 failed (root=default) (connection refused reported by osd.0)'),
  ];
  const diagnosis = diagnose([snapshot({ down: [3], checks, log, more: { status } })]);
  const [blocking, other] = diagnosis.causes.map((cause) => causeJson(cause, diagnosis, WAITING));
  expect(blocking).toMatchObject({
    kind: 'osd-down',
    impact: { blockedPgs: 3, pools: ['vm'] },
    changedBefore: [
      {
        at: new Date(NOW - 90_000).toISOString(),
        text: 'setting osd_memory_target changed',
        who: 'mgmt',
      },
    ],
  });
  expect(other).toMatchObject({ kind: 'unknown', impact: { blockedPgs: 0, pools: [] } });
});

import { expect, test } from 'vitest';
import { healingOfCause } from '../../../src/diagnosis/healing/causeHealing.ts';
import type { Healing, HealingState } from '../../../src/diagnosis/healing/healing.ts';
import type { ScrubDebt, ScrubState } from '../../../src/diagnosis/healing/scrubs.ts';
import { readOsds } from '../../../src/diagnosis/index.ts';
import type { CauseKind } from '../../../src/diagnosis/kinds.ts';
import { downOsd, NOW, snapshot } from '../support.ts';

const HEALING: Healing = {
  state: 'healing',
  at: NOW,
  missing: 5,
  total: 9,
  lacking: 0,
  left: { from: 60, to: 180 },
  perMinute: 3,
  stalledFor: undefined,
  heldBy: [],
  shortages: [],
  countedAgo: undefined,
  waitsFor: { osds: [], due: undefined, never: undefined, keptIn: [] },
};
const SCRUBS: ScrubDebt = {
  state: 'none',
  overdue: { shallow: 4, deep: 0 },
  heldBy: [],
  left: undefined,
  stillFor: 0,
  hours: undefined,
};

const healingOf = (
  {
    kind = 'osd-down',
    objects = ['osd.1'],
    explains = [],
  }: { kind?: CauseKind; objects?: string[]; explains?: string[] },
  healing: Partial<Healing> = {},
  scrubs: Partial<ScrubDebt> = {},
) =>
  healingOfCause(
    { kind, objects, explains },
    { healing: { ...HEALING, ...healing }, scrubs: { ...SCRUBS, ...scrubs } },
    NOW,
    (ms) => `+${(ms - NOW) / 1000} s`,
  );

test('the healing of moving data is given as a range of time', () => {
  expect(healingOf({})).toEqual({
    state: 'healing',
    from: NOW + 60_000,
    to: NOW + 180_000,
    reason: 'healing, 1m to 3m left, +3 pg/min',
  });
});

test('the end of healing counts from the last sample, so that it does not move until there is another', () => {
  expect(healingOf({}, { at: NOW - 8000 })).toMatchObject({ from: NOW + 52_000, to: NOW + 172_000 });
});

test('unfound objects are not said to heal while other data does', () => {
  expect(healingOf({ kind: 'pg-unfound', explains: ['OBJECT_UNFOUND'] })).toMatchObject({
    state: 'blocked',
    from: undefined,
    to: undefined,
  });
});

test('a cause that loses no data has nothing to heal, unless checks about data follow from it', () => {
  const nothing = { state: 'none', from: undefined, to: undefined, reason: '' };
  expect(healingOf({ kind: 'mon-down', objects: ['mon.a'], explains: ['MON_DOWN'] })).toEqual(nothing);
  expect(healingOf({ kind: 'osd-hang' })).toEqual(nothing);
});

test.each([
  'PG_DEGRADED',
  'PG_AVAILABILITY',
  'OBJECT_MISPLACED',
  'PG_RECOVERY_FULL',
  'PG_BACKFILL_FULL',
  'PG_DAMAGED',
  'OSD_DOWN',
])('the data of any cause from which %s follows has to heal', (code) => {
  expect(healingOf({ kind: 'net-mtu', explains: ['SLOW_OPS', code] }).state).toBe('healing');
});

test.each<CauseKind>([
  'osd-down',
  'disk-missing',
  'host-down',
  'rack-down',
  'recovery-held',
  'recovery-capped',
])('the data of %s has to heal, even if its checks are explained by other causes', (kind) => {
  expect(healingOf({ kind }).state).toBe('healing');
});

test.each<[HealingState, string | null]>([
  ['healthy', 'none'],
  ['held', 'held'],
  ['repair', 'repair'],
  ['blocked', 'blocked'],
  ['stalled', 'stalled'],
  ['worsening', null],
  ['unknown', null],
])('recovery that is %s is shown as %s', (state, expected) => {
  expect(healingOf({}, { state, left: undefined }).state).toBe(expected);
});

test('recovery that was observed too briefly says so', () => {
  expect(healingOf({}, { state: 'measuring', left: undefined, perMinute: undefined })).toMatchObject({
    state: null,
    reason: 'pace not known yet',
  });
});

test('an OSD that is down and in waits to be marked out, while the data of other OSDs moves', () => {
  const waitsFor = {
    osds: [downOsd(1)],
    due: { at: NOW + 90_000, exact: true },
    never: undefined,
    keptIn: [],
  };
  expect(healingOf({}, { waitsFor })).toEqual({
    state: 'waiting',
    from: NOW + 90_000,
    to: NOW + 90_000,
    reason: 'waiting: osd.1 marked out at +90 s (in 1m), then restored, +3 pg/min',
  });
  expect(healingOf({ objects: ['osd.2'] }, { waitsFor })).toMatchObject({ state: 'healing' });
  const rough = { ...waitsFor, due: { at: NOW + 90_000, exact: false } };
  expect(healingOf({}, { waitsFor: rough })).toMatchObject({ from: undefined, to: NOW + 90_000 });
});

test('an OSD that is never marked out automatically shows the reason, also for its rack', () => {
  const { notUp } = readOsds(snapshot({ down: [4, 5, 6, 7] }));
  const waitsFor = { osds: notUp, due: undefined, never: 'r2 as a whole is never marked out', keptIn: [] };
  for (const objects of [['r2'], ['c'], ['osd.7']])
    expect(healingOf({ objects }, { waitsFor, heldBy: [waitsFor.never] })).toMatchObject({
      state: 'held',
      from: undefined,
      to: undefined,
      reason: expect.stringMatching(/^held: r2 as a whole is never marked out/),
    });
  expect(healingOf({ objects: ['r1'] }, { waitsFor }).state).toBe('healing');
});

test('the OSDs of a part with noout are held, while others wait to be marked out', () => {
  const [kept, other] = [downOsd(1), downOsd(2)];
  const waitsFor = {
    osds: [kept, other],
    due: { at: NOW + 90_000, exact: true },
    never: undefined,
    keptIn: [{ osd: kept, reason: 'noout is set for host a' }],
  };
  for (const state of ['waiting', 'healing'] as const) {
    expect(healingOf({ objects: ['osd.1'] }, { state, waitsFor })).toMatchObject({
      state: 'held',
      to: undefined,
      reason: expect.stringMatching(/^held: noout is set for host a/) as string,
    });
    expect(healingOf({ objects: ['osd.2'] }, { state, waitsFor })).toMatchObject({
      state: 'waiting',
      to: NOW + 90_000,
    });
  }
  // Nothing is held where nothing is missing, or where that is not known.
  expect(healingOf({ objects: ['osd.1'] }, { state: 'healthy', waitsFor }).state).toBe('none');
  expect(healingOf({ objects: ['osd.1'] }, { state: 'unknown', waitsFor }).state).toBeNull();
});

test.each<[ScrubState, string | null]>([
  ['none', 'none'],
  ['catching-up', 'healing'],
  ['falling-behind', 'stalled'],
  ['held', 'held'],
  ['waiting', 'waiting'],
  ['stalled', 'stalled'],
  ['measuring', null],
])('overdue scrubs that are %s are shown as %s', (state, expected) => {
  expect(healingOf({ kind: 'scrub-backlog' }, {}, { state }).state).toBe(expected);
});

test('overdue scrubs that are being caught up have a range of time, whatever the recovery does', () => {
  const left = { from: 600, to: 1200 };
  expect(healingOf({ kind: 'scrub-backlog' }, { state: 'stalled' }, { state: 'catching-up', left })).toEqual({
    state: 'healing',
    from: NOW + 600_000,
    to: NOW + 1_200_000,
    reason: 'catching up, 10m to 20m left, 4 scrubs overdue',
  });
});

import { expect, test } from 'vitest';
import type { Healing, HealingState } from '../../../src/diagnosis/healing/healing.ts';
import { healingOfCause } from '../../../src/diagnosis/healing/ofCause.ts';
import type { ScrubDebt, ScrubState } from '../../../src/diagnosis/healing/scrubs.ts';
import { readOsds } from '../../../src/diagnosis/index.ts';
import type { CauseKind } from '../../../src/diagnosis/kinds.ts';
import { downOsd, NOW, snapshot } from '../support.ts';

const HEALING: Healing = {
  state: 'healing',
  missing: 5,
  total: 9,
  serverRemaining: undefined,
  left: { from: 60, to: 180 },
  perMinute: 3,
  stalledFor: undefined,
  heldBy: [],
  countedAgo: undefined,
  waitsFor: { osds: [], due: undefined, never: undefined },
};
const SCRUBS: ScrubDebt = {
  state: 'none',
  overdue: { shallow: 4, deep: 0 },
  heldBy: [],
  left: undefined,
  stillFor: 0,
  hours: undefined,
};

const told = (
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

test('data that moves heals within a range of time', () => {
  expect(told({})).toEqual({
    state: 'healing',
    from: NOW + 60_000,
    to: NOW + 180_000,
    reason: 'healing, 1m to 3m left, +3 pg/min',
  });
});

test('a cause that takes no data away has nothing to heal, unless checks of data follow from it', () => {
  const nothing = { state: 'none', from: undefined, to: undefined, reason: '' };
  expect(told({ kind: 'mon-down', objects: ['mon.a'], explains: ['MON_DOWN'] })).toEqual(nothing);
  expect(told({ kind: 'osd-hang' })).toEqual(nothing);
});

test.each([
  'PG_DEGRADED',
  'PG_AVAILABILITY',
  'OBJECT_MISPLACED',
  'PG_RECOVERY_FULL',
  'PG_BACKFILL_FULL',
  'PG_DAMAGED',
  'OSD_DOWN',
])('whatever the cause, its data heals where %s follows from it', (code) => {
  expect(told({ kind: 'net-mtu', explains: ['SLOW_OPS', code] }).state).toBe('healing');
});

test.each<CauseKind>([
  'osd-down',
  'disk-missing',
  'host-down',
  'rack-down',
  'recovery-held',
  'recovery-capped',
])('the data of %s heals, whichever checks other causes explain', (kind) => {
  expect(told({ kind }).state).toBe('healing');
});

test.each<[HealingState, string | null]>([
  ['healthy', 'none'],
  ['held', 'held'],
  ['repair', 'repair'],
  ['blocked', 'blocked'],
  ['stalled', 'stalled'],
  ['worsening', null],
  ['unknown', null],
])('recovery that is %s is told as %s', (state, expected) => {
  expect(told({}, { state, left: undefined }).state).toBe(expected);
});

test('recovery that is looked at for too short a time says so', () => {
  expect(told({}, { state: 'measuring', left: undefined, perMinute: undefined })).toMatchObject({
    state: null,
    reason: 'pace not known yet',
  });
});

test('an OSD that is down and in waits until it is marked out, while the data of others moves', () => {
  const waitsFor = { osds: [downOsd(1)], due: { at: NOW + 90_000, exact: true }, never: undefined };
  expect(told({}, { waitsFor })).toEqual({
    state: 'waiting',
    from: NOW + 90_000,
    to: NOW + 90_000,
    reason: 'waiting: osd.1 marked out at +90 s (in 1m), then restored, +3 pg/min',
  });
  expect(told({ objects: ['osd.2'] }, { waitsFor })).toMatchObject({ state: 'healing' });
  const rough = { ...waitsFor, due: { at: NOW + 90_000, exact: false } };
  expect(told({}, { waitsFor: rough })).toMatchObject({ from: undefined, to: NOW + 90_000 });
});

test('what is never marked out by itself is held by that, for the rack that it is in, too', () => {
  const { notUp } = readOsds(snapshot({ down: [4, 5, 6, 7] }));
  const waitsFor = { osds: notUp, due: undefined, never: 'r2 as a whole is never marked out' };
  for (const objects of [['r2'], ['c'], ['osd.7']])
    expect(told({ objects }, { waitsFor, heldBy: [waitsFor.never] })).toMatchObject({
      state: 'held',
      from: undefined,
      to: undefined,
      reason: expect.stringMatching(/^held: r2 as a whole is never marked out/),
    });
  expect(told({ objects: ['r1'] }, { waitsFor }).state).toBe('healing');
});

test.each<[ScrubState, string | null]>([
  ['none', 'none'],
  ['catching-up', 'healing'],
  ['falling-behind', 'stalled'],
  ['held', 'held'],
  ['waiting', 'waiting'],
  ['stalled', 'stalled'],
  ['measuring', null],
])('overdue scrubs that are %s are told as %s', (state, expected) => {
  expect(told({ kind: 'scrub-backlog' }, {}, { state }).state).toBe(expected);
});

test('overdue scrubs that are made good have a range of time, whatever becomes of the data', () => {
  const left = { from: 600, to: 1200 };
  expect(told({ kind: 'scrub-backlog' }, { state: 'stalled' }, { state: 'catching-up', left })).toEqual({
    state: 'healing',
    from: NOW + 600_000,
    to: NOW + 1_200_000,
    reason: 'catching up, 10m to 20m left, 4 scrubs overdue',
  });
});

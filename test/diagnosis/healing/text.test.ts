import { expect, test } from 'vitest';
import type { Healing } from '../../../src/diagnosis/healing/healing.ts';
import { healingState, healingText, lackingText } from '../../../src/diagnosis/healing/text.ts';
import { clockTime } from '../../../src/lib/format.ts';
import { downOsd, NOW, SHORT } from '../support.ts';

const healing: Healing = {
  state: 'healing',
  at: 0,
  missing: 3,
  total: 10,
  lacking: 0,
  left: undefined,
  perMinute: undefined,
  stalledFor: undefined,
  heldBy: [],
  shortages: [],
  waitsFor: { osds: [], due: undefined, never: undefined, keptIn: [] },
  countedAgo: undefined,
};
const KEPT = downOsd(1);
const waiting = (osds: number, due?: { at: number; exact: boolean }): Partial<Healing> => ({
  state: 'waiting',
  waitsFor: { osds: Array.from({ length: osds }, (_, id) => downOsd(id)), due, never: undefined, keptIn: [] },
});

test.each([
  [waiting(1), 'waiting: osd.0 down and in'],
  [waiting(6), 'waiting: 6 OSDs down and in'],
  [
    waiting(1, { at: NOW + 192_000, exact: true }),
    'waiting: osd.0 marked out at 12:03:12Z (in 3m), then restored',
  ],
  [
    waiting(1, { at: NOW + 42_000, exact: false }),
    'waiting: osd.0 marked out by 12:00:42Z (in 40s), then restored',
  ],
  [
    waiting(6, { at: NOW + 192_000, exact: true }),
    'waiting: 6 OSDs marked out from 12:03:12Z (in 3m), then restored',
  ],
  [
    { ...waiting(1, { at: NOW + 192_000, exact: true }), shortages: [SHORT] },
    'waiting: osd.0 marked out at 12:03:12Z (in 3m), then restored except rbd',
  ],
  [
    {
      state: 'waiting',
      waitsFor: {
        osds: [KEPT, downOsd(2)],
        due: { at: NOW + 192_000, exact: true },
        never: undefined,
        keptIn: [{ osd: KEPT, reason: 'noout is set for host a' }],
      },
    },
    'waiting: osd.2 marked out at 12:03:12Z (in 3m), then restored; noout is set for host a',
  ],
  [waiting(6, { at: NOW - 1, exact: true }), 'waiting: 6 OSDs down, to be marked out about now'],
  [{ state: 'repair' }, 'needs repair'],
  [{ state: 'stalled' }, 'stalled'],
  [{ state: 'held', heldBy: ['noout'] }, 'held: noout'],
  [{ state: 'healthy' }, 'all placement groups okay'],
  [{ state: 'unknown', total: 9 }, 'unknown'],
  [{ state: 'unknown', total: 0 }, 'unknown: no placement groups known'],
] as readonly [Partial<Healing>, string][])('the state of healing in %o reads %j', (part, text) =>
  expect(healingState({ ...healing, ...part }, NOW, (ms) => clockTime(ms, true))).toBe(text),
);

test.each([
  [{}, 'end not known'],
  [{ state: 'worsening' }, ''],
  [{ lacking: 1 }, ''],
  [{ perMinute: 0 }, 'end not known'],
  [{ left: { from: 65, to: 5000 } }, '1m to 1h23m left'],
  [{ left: { from: 4, to: 25 } }, 'up to 20s left'],
  [{ left: { from: 1, to: 4 } }, 'almost done'],
  [{ perMinute: 4.4 }, '+4 pg/min, end not known'],
  [{ perMinute: -4.6 }, '-5 pg/min, end not known'],
  [{ heldBy: ['norecover', 'nobackfill'] }, 'held by norecover, nobackfill, end not known'],
  [{ shortages: [SHORT] }, 'rbd needs 3 hosts (2 left), end not known'],
  [
    { shortages: [SHORT], heldBy: ['rbd needs 3 hosts (2 left)'] },
    'rbd needs 3 hosts (2 left), end not known',
  ],
  [{ state: 'held', shortages: [SHORT], heldBy: ['rbd needs 3 hosts (2 left)'] }, ''],
  [{ state: 'held', shortages: [SHORT], heldBy: ['noout'] }, ''],
  [{ countedAgo: 125 }, 'last counted 2m05s ago, end not known'],
  [{ stalledFor: 600_000 }, 'no progress for 10m00s, end not known'],
] as readonly [Partial<Healing>, string][])('the course of healing in %o reads %j', (part, text) =>
  expect(healingText({ ...healing, ...part })).toBe(text),
);

test('placement groups that need OSDs that are down are counted in words', () => {
  expect([0, 1, 78].map((lacking) => lackingText({ lacking }))).toEqual([
    '',
    '1 pg needs OSDs that are down',
    '78 pgs need OSDs that are down',
  ]);
});

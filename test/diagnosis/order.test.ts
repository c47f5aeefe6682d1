import { expect, test } from 'vitest';
import { rankOf, severityRank } from '../../src/diagnosis/order.ts';
import type { Candidate } from '../../src/diagnosis/rule.ts';
import { check, evidenceOf, type SnapshotChanges } from './support.ts';

const error = { ...check('bad'), severity: 'HEALTH_ERR' } as const;
const checks = { PG_AVAILABILITY: check('inactive'), PG_DAMAGED: error, SLOW_OPS: check('slow') };

/** The place in the order of a candidate that explains these codes: 0 is dealt with first. */
const rank = (
  kind: Candidate['kind'],
  codes: readonly string[],
  more: Partial<Candidate> = {},
  changes: SnapshotChanges = {},
) =>
  rankOf(
    {
      kind,
      objects: [],
      explains: codes.map((code) => `check:${code}`),
      against: [],
      isProven: true,
      text: '',
      proofs: [],
      next: [],
      since: undefined,
      ...more,
    },
    codes,
    evidenceOf(changes),
  );

test.each<[string, number, Parameters<typeof rank>]>([
  ['what stops a service', 0, ['mds-down', ['SLOW_OPS'], { stopsService: true }]],
  [
    'what stops one while data cannot be read',
    2,
    ['mds-down', ['SLOW_OPS'], { stopsService: true }, { checks }],
  ],
  ['a flag alone', 5, ['maintenance', ['OSDMAP_FLAGS'], { objects: ['noout'] }]],
  [
    'a flag of a part alone',
    5,
    ['maintenance', [], { explains: ['check:OSD_FLAGS', 'flag:host a'], objects: ['a'] }],
  ],
  ['noup while an OSD is down', 1, ['maintenance', ['OSDMAP_FLAGS'], { objects: ['noup'] }, { down: [1] }]],
  ['a flag that explains more', 4, ['maintenance', ['OSDMAP_FLAGS', 'SLOW_OPS'], { objects: ['noout'] }]],
  ['what is over', 4, ['disk-slow', ['PG_DAMAGED'], { isOver: true }, { checks }]],
  ['a hold of recovery while data lacks copies', 1, ['recovery-held', ['PG_DEGRADED']]],
  ['a hold of recovery while an OSD is down', 1, ['recovery-held', ['SLOW_OPS'], {}, { down: [1] }]],
  ['a hold of recovery otherwise', 4, ['recovery-held', ['SLOW_OPS']]],
  ['an OSD that is out', 4, ['osd-down', ['PG_DEGRADED'], { objects: ['osd.1'] }, { down: [1], out: [1] }]],
  [
    'an OSD that is out and alone had the data',
    3,
    ['osd-down', ['PG_AVAILABILITY'], { objects: ['osd.1'] }, { down: [1], out: [1] }],
  ],
  ['OSDs of which one is in', 3, ['osd-down', ['SLOW_OPS'], { objects: ['osd.1', 'osd.2'] }, { out: [1] }]],
  ['what is no OSD', 3, ['osd-down', ['SLOW_OPS'], { objects: ['a'] }]],
  ['what can wait', 5, ['scrub-backlog', ['PG_NOT_SCRUBBED']]],
  ['data that moves without a check', 5, ['data-moved', [], { explains: ['moving'] }]],
  ['data that moves with a check', 3, ['data-moved', ['OBJECT_MISPLACED']]],
  ['another cause without a check', 3, ['osd-hang', [], { explains: ['silent:osd.1'] }]],
  ['the cause of an error', 2, ['disk-error', ['SLOW_OPS', 'PG_DAMAGED'], {}, { checks }]],
  ['the cause of a warning', 3, ['disk-error', ['SLOW_OPS'], {}, { checks }]],
])('%s comes at place %i', (_, place, args) => {
  expect(rank(...args)).toBe(place);
});

test('a check that is not raised is no error', () => {
  const evidence = evidenceOf({ checks });
  expect(severityRank(['PG_DAMAGED'], evidence.checks)).toBe(2);
  expect(severityRank(['MON_DOWN'], evidence.checks)).toBe(3);
  expect(severityRank([], evidence.checks)).toBe(3);
});

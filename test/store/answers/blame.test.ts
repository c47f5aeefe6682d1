import { expect, test } from 'vitest';
import type { Cause, Diagnosis } from '../../../src/diagnosis/verdict.ts';
import { createBlame, partKey, poolParts } from '../../../src/store/answers/blame.ts';

const cause = (more: Partial<Cause>): Cause => ({
  kind: 'osd-down',
  objects: ['osd.3'],
  host: 'a',
  since: undefined,
  isOver: false,
  confidence: 'certain',
  explains: ['OSD_DOWN'],
  text: 'the daemon of osd.3 has stopped',
  proofs: [],
  before: [],
  against: [],
  next: [],
  ...more,
});
const diagnosis = (...causes: readonly Cause[]): Diagnosis => ({
  at: 0,
  impact: { stopped: [], blockedPgs: 0, pools: [] },
  causes,
  ruledOut: [],
  missing: [],
});
const blame = (...causes: readonly Cause[]) => createBlame(() => diagnosis(...causes))();

test('a pool and a server of the same name are distinguished', () => {
  const down = cause({ kind: 'host-down', objects: ['data'] });
  expect([...blame(down).keys()]).toEqual([partKey('place', 'data')]);
  const quota = cause({ kind: 'pool-quota', objects: ['data'] });
  expect([...blame(quota).keys()]).toEqual([partKey('pool', 'data')]);
});

test('a damaged placement group blames its pool and the OSD with the bad copy', () => {
  const found = blame(cause({ kind: 'object-corrupt', objects: ['6.1f', 'osd.9'] }));
  expect(poolParts('vm', 6).some((key) => found.has(key))).toBe(true);
  expect(found.has(partKey('osd', 9))).toBe(true);
});

test('an unexplained check blames nothing', () => {
  expect(blame(cause({ kind: 'unknown', confidence: 'unknown' })).size).toBe(0);
});

test('the same map is returned as long as the causes are the same', () => {
  let now = diagnosis(cause({}));
  const of = createBlame(() => now);
  const first = of();
  now = diagnosis(cause({ since: 5 }));
  expect(of()).toBe(first);
  now = diagnosis(cause({ confidence: 'likely' }));
  expect(of()).not.toBe(first);
});

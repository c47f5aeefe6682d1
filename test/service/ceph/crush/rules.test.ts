import { expect, test } from 'vitest';
import { crushRule, erasureProfiles, type RuleDump } from '../../../../src/service/ceph/crush/rules.ts';
import type { ProfileDump } from '../../../../src/service/ceph/osdMap.ts';
import { sample } from '../samples.ts';

const rules = (sample('crushRuleDump') as RuleDump[]).map(crushRule);
const steps = (...given: RuleDump['steps'][number][]) =>
  crushRule({ rule_id: 0, rule_name: 'r', type: 1, steps: given }).steps;

test('a replicated rule is converted with its steps', () => {
  expect(rules[0]).toEqual({
    id: 0,
    name: 'replicated_rule',
    type: 'REPLICATED',
    minSize: 1,
    maxSize: 10,
    steps: [
      { op: 'TAKE', crushMapTextFormat: 'step take default' },
      { op: 'CHOOSELEAF', crushMapTextFormat: 'step chooseleaf firstn 0 type host' },
      { op: 'EMIT', crushMapTextFormat: 'step emit' },
    ],
  });
});

test('an erasure-coded rule is converted with its tuning steps', () => {
  expect(rules[1]?.type).toBe('ERASURE');
  expect(rules[1]?.steps).toContainEqual({ op: 'TUNING', crushMapTextFormat: 'step set_chooseleaf_tries 5' });
  expect(rules[1]?.steps).toContainEqual({
    op: 'CHOOSELEAF_INDEP',
    crushMapTextFormat: 'step chooseleaf indep 0 type host',
  });
});

test('a rule for one device class has the class name as in the text format', () => {
  expect(steps({ op: 'take', item_name: 'default~ssd' })).toEqual([
    { op: 'TAKE', crushMapTextFormat: 'step take default class ssd' },
  ]);
});

test('a step of a later release is shown as unknown, not dropped', () => {
  expect(steps({ op: 'choose_msr', num: 2 })).toEqual([
    { op: 'UNKNOWN', crushMapTextFormat: 'step choose_msr 2' },
  ]);
});

test('sizes that later releases no longer send stay absent', () => {
  expect(crushRule({ rule_id: 0, rule_name: 'r', type: 1, steps: [] })).not.toHaveProperty('minSize');
});

test('erasure code profiles have numbers of chunks', () => {
  const profiles = erasureProfiles(sample('erasureProfiles') as ProfileDump);
  expect(profiles['ec21']).toMatchObject({ k: 2, m: 1, plugin: 'jerasure', 'crush-failure-domain': 'host' });
});

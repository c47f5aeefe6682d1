import { expect, test } from 'vitest';
import { crushRule, erasureProfiles, type RuleDump } from '../../../../src/service/ceph/crush/rules.ts';
import type { ProfileDump } from '../../../../src/service/ceph/map/osdMap.ts';
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

test.each([
  [{ op: 'take', item_name: 'rack1' }, 'TAKE', 'step take rack1'],
  [{ op: 'choose_firstn', num: 2, type: 'rack' }, 'CHOOSE', 'step choose firstn 2 type rack'],
  [{ op: 'choose_indep', type: 'host' }, 'CHOOSE_INDEP', 'step choose indep 0 type host'],
  [{ op: 'choose_indep', num: 1 }, 'CHOOSE_INDEP', 'step choose indep 1 type '],
  [{ op: 'noop' }, 'NOOP', 'step noop'],
  [{ op: 'set_choose_tries', num: 100 }, 'TUNING', 'step set_choose_tries 100'],
])('the step %j is converted', (step, op, crushMapTextFormat) =>
  expect(steps(step)).toEqual([{ op, crushMapTextFormat }]),
);

test('a rule of an unknown type has its number', () =>
  expect(crushRule({ rule_id: 0, rule_name: 'r', type: 5, steps: [] }).type).toBe('type 5'));

test('sizes that later releases no longer send stay absent', () => {
  const rule = { id: 0, name: 'r', type: 'REPLICATED', steps: [] };
  expect(Object.keys(crushRule({ rule_id: 0, rule_name: 'r', type: 1, steps: [] }))).toEqual(
    Object.keys(rule),
  );
});

test('erasure code profiles have numbers of chunks', () => {
  const profiles = erasureProfiles(sample('erasureProfiles') as ProfileDump);
  expect(profiles['ec21']).toMatchObject({ k: 2, m: 1, plugin: 'jerasure', 'crush-failure-domain': 'host' });
});

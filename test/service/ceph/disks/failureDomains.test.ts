import { expect, test } from 'vitest';
import type { RuleDump } from '../../../../src/service/ceph/crush/rules.ts';
import { shortageWithout } from '../../../../src/service/ceph/disks/failureDomains.ts';
import type { OsdTree } from '../../../../src/service/ceph/map/osdTree.ts';
import type { PoolDump } from '../../../../src/service/ceph/pools/read.ts';
import { sample } from '../samples.ts';

/** Three hosts with two OSDs each, of which osd.4 on host3 is out. */
const tree = sample('osdTreeDown') as OsdTree;
const rules = sample('crushRuleDump') as RuleDump[];
const pools = (sample('osdPoolLsDetail') as PoolDump[]).filter(({ pool_name }) => pool_name === 'rbd');
const changed = (ids: readonly number[], change: object): OsdTree => ({
  ...tree,
  nodes: tree.nodes.map((node) => (ids.includes(node.id) ? { ...node, ...change } : node)),
});

test('removing one of several OSDs of a host leaves as many hosts', () => {
  expect(shortageWithout(2, tree, pools, rules)).toBeUndefined();
});

test('removing the last OSD of a host leaves too few hosts', () => {
  expect(shortageWithout(5, tree, pools, rules)).toEqual({ pool: 'rbd', size: 3, left: 2, domain: 'host' });
});

test('removing an OSD that is already out takes no place away', () => {
  expect(shortageWithout(4, tree, pools, rules)).toBeUndefined();
  expect(shortageWithout(5, changed([5], { reweight: 0 }), pools, rules)).toBeUndefined();
});

test('only OSDs of the device class of the rule count as places', () => {
  const [rule] = rules;
  const take = { ...rule!.steps[0]!, item_name: 'default~ssd' };
  const ssd = [{ ...rule!, steps: [take, ...rule!.steps.slice(1)] }];
  const mixed = changed([0, 2, 5], { device_class: 'ssd' });
  expect(shortageWithout(0, mixed, pools, ssd)).toMatchObject({ left: 2 });
  expect(shortageWithout(1, mixed, pools, ssd)).toBeUndefined();
});

test('a rule may count single OSDs, and a pool that needs no more than what is left is fine', () => {
  const [rule] = rules;
  const steps = rule!.steps.map((step) => (step.type === 'host' ? { ...step, type: 'osd' } : step));
  const six = pools.map((pool) => ({ ...pool, size: 5 }));
  expect(shortageWithout(2, tree, six, [{ ...rule!, steps }])).toMatchObject({ left: 4, domain: 'osd' });
  expect(shortageWithout(2, tree, pools, [{ ...rule!, steps }])).toBeUndefined();
});

test('only a rule with one start and one choice is judged, and one without a bucket or a type is not', () => {
  const [rule] = rules;
  const [take, choose, emit] = rule!.steps;
  const judged = (...steps: RuleDump['steps']) =>
    shortageWithout(5, tree, pools, [{ ...rule!, steps }]) !== undefined;
  expect(judged(take!, choose!, emit!)).toBe(true);
  expect(judged(take!, { ...choose!, type: 'rack' }, choose!, emit!)).toBe(false);
  expect(judged(take!, choose!, emit!, take!, emit!)).toBe(false);
  expect(judged({ op: 'take' }, choose!, emit!)).toBe(false);
  expect(judged(take!, { op: 'chooseleaf_firstn' }, emit!)).toBe(false);
});

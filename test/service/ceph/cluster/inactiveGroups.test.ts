import { expect, test } from 'vitest';
import { InactiveGroups } from '../../../../src/service/ceph/cluster/inactiveGroups.ts';

const SECOND = 1000;
const peering = { 2: { peering: [0, 17] } };

test('a placement group that is inactive for a minute is stuck, whatever its states were', () => {
  const groups = new InactiveGroups();
  expect(groups.record({ groups: peering, at: 0, areStuck: false })).toEqual({});
  expect(
    groups.record({ groups: { 2: { peering: [0], unknown: [17] } }, at: 30 * SECOND, areStuck: false }),
  ).toEqual({});
  expect(groups.record({ groups: { 2: { unknown: [17, 18] } }, at: 60 * SECOND, areStuck: false })).toEqual({
    2: { unknown: 1 },
  });
});

test('a placement group that was active in between starts over', () => {
  const groups = new InactiveGroups();
  groups.record({ groups: peering, at: 0, areStuck: false });
  groups.record({ groups: {}, at: 30 * SECOND, areStuck: false });
  groups.record({ groups: peering, at: 50 * SECOND, areStuck: false });
  expect(groups.record({ groups: peering, at: 70 * SECOND, areStuck: false })).toEqual({});
  expect(groups.record({ groups: peering, at: 110 * SECOND, areStuck: false })).toEqual({
    2: { peering: 2 },
  });
});

test('all placement groups start over once every one of them was active', () => {
  const groups = new InactiveGroups();
  groups.record({ groups: peering, at: 0, areStuck: false });
  groups.clear(10 * SECOND);
  expect(groups.record({ groups: peering, at: 60 * SECOND, areStuck: false })).toEqual({});
});

test('a look at which every placement group was active leaves no gap for a minute', () => {
  const groups = new InactiveGroups();
  groups.clear(10 * SECOND);
  expect([70 * SECOND, 70 * SECOND + 1].map((at) => groups.hasGap(at))).toEqual([false, true]);
});

test('time in which nobody looked does not count', () => {
  const groups = new InactiveGroups();
  groups.record({ groups: peering, at: 0, areStuck: false });
  expect(groups.record({ groups: peering, at: 600 * SECOND, areStuck: false })).toEqual({});
  expect(groups.record({ groups: peering, at: 660 * SECOND, areStuck: false })).toEqual({
    2: { peering: 2 },
  });
});

test('placement groups that Ceph calls stuck at the first look count as stuck at once', () => {
  const groups = new InactiveGroups();
  expect(groups.record({ groups: peering, at: 5 * SECOND, areStuck: true })).toEqual({ 2: { peering: 2 } });
});

test('a placement group that becomes inactive beside stuck ones is not stuck before its own minute is over', () => {
  const groups = new InactiveGroups();
  groups.record({ groups: { 2: { peering: [0] } }, at: 5 * SECOND, areStuck: true });
  expect(groups.record({ groups: peering, at: 10 * SECOND, areStuck: true })).toEqual({ 2: { peering: 1 } });
  expect(groups.record({ groups: peering, at: 70 * SECOND, areStuck: true })).toEqual({ 2: { peering: 2 } });
});

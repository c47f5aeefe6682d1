import { expect, test } from 'vitest';
import { InactiveGroups } from '../../../../src/service/ceph/cluster/inactiveGroups.ts';

const SECOND = 1000;
const peering = { 2: { peering: [0, 17] } };

test('a group that is inactive for a minute is stuck, whatever states it had', () => {
  const groups = new InactiveGroups();
  expect(groups.record({ groups: peering, at: 0, areStuck: false })).toEqual({});
  expect(
    groups.record({ groups: { 2: { peering: [0], unknown: [17] } }, at: 30 * SECOND, areStuck: false }),
  ).toEqual({});
  expect(groups.record({ groups: { 2: { unknown: [17, 18] } }, at: 60 * SECOND, areStuck: false })).toEqual({
    2: { unknown: 1 },
  });
});

test('a group that was active in between begins anew', () => {
  const groups = new InactiveGroups();
  groups.record({ groups: peering, at: 0, areStuck: false });
  groups.record({ groups: {}, at: 30 * SECOND, areStuck: false });
  groups.record({ groups: peering, at: 50 * SECOND, areStuck: false });
  expect(groups.record({ groups: peering, at: 70 * SECOND, areStuck: false })).toEqual({});
  expect(groups.record({ groups: peering, at: 110 * SECOND, areStuck: false })).toEqual({
    2: { peering: 2 },
  });
});

test('all groups begin anew once every group was active', () => {
  const groups = new InactiveGroups();
  groups.record({ groups: peering, at: 0, areStuck: false });
  groups.clear(10 * SECOND);
  expect(groups.record({ groups: peering, at: 60 * SECOND, areStuck: false })).toEqual({});
});

test('a time that nobody looked for does not count', () => {
  const groups = new InactiveGroups();
  groups.record({ groups: peering, at: 0, areStuck: false });
  expect(groups.record({ groups: peering, at: 600 * SECOND, areStuck: false })).toEqual({});
  expect(groups.record({ groups: peering, at: 660 * SECOND, areStuck: false })).toEqual({
    2: { peering: 2 },
  });
});

test('groups that Ceph calls stuck when they are first looked at count as stuck at once', () => {
  const groups = new InactiveGroups();
  expect(groups.record({ groups: peering, at: 5 * SECOND, areStuck: true })).toEqual({ 2: { peering: 2 } });
});

test('a group that becomes inactive beside stuck ones is not stuck before its minute is over', () => {
  const groups = new InactiveGroups();
  groups.record({ groups: { 2: { peering: [0] } }, at: 5 * SECOND, areStuck: true });
  expect(groups.record({ groups: peering, at: 10 * SECOND, areStuck: true })).toEqual({ 2: { peering: 1 } });
  expect(groups.record({ groups: peering, at: 70 * SECOND, areStuck: true })).toEqual({ 2: { peering: 2 } });
});

import { expect, test } from 'vitest';
import type { GroupFlags } from '../../../src/diagnosis/evidence/groupFlags.ts';
import { markingOut } from '../../../src/diagnosis/healing/markingOut.ts';
import { readOsds } from '../../../src/diagnosis/index.ts';
import { NOW, snapshot, type SnapshotChanges } from '../support.ts';

const since = { at: NOW - 60_000, exact: true };
/** The waiting OSDs of a cluster of two racks with two servers of two OSDs each. Down OSDs have been down for a minute. */
const waitingOsds = (
  changes: SnapshotChanges,
  settings: Readonly<Record<string, unknown>> | undefined = {},
  downSince = () => since as typeof since | undefined,
  groupFlags: readonly GroupFlags[] = [],
) =>
  markingOut(
    readOsds(snapshot(changes)),
    downSince,
    Object.entries(settings).map(([name, value]) => ({ name, value: { value } })),
    groupFlags,
  );

test('no OSD is waited for while all are up, or the down ones are already out', () => {
  expect(waitingOsds({})).toEqual({ osds: [], due: undefined, never: undefined, keptIn: [] });
  expect(waitingOsds({ down: [3], out: [3] })).toMatchObject({ osds: [] });
});

test('a down OSD is marked out after ten minutes, or after the configured interval', () => {
  expect(waitingOsds({ down: [3] })).toMatchObject({
    osds: [{ name: 'osd.3' }],
    due: { at: since.at + 600_000, exact: true },
    never: undefined,
  });
  expect(waitingOsds({ down: [3] }, { mon_osd_down_out_interval: 150 }).due?.at).toBe(since.at + 150_000);
});

test('a setting in the section of the monitors counts, before one for all daemons', () => {
  const late = { mon_osd_down_out_interval: 900, 'mon:mon_osd_down_out_interval': 100 };
  expect(waitingOsds({ down: [3] }, late).due?.at).toBe(since.at + 100_000);
  expect(waitingOsds({ down: [3] }, { 'mon:mon_osd_down_out_interval': 0 }).never).toContain('is 0');
  expect(waitingOsds({ down: [3] }, { 'osd:mon_osd_down_out_interval': 0 }).never).toBeUndefined();
});

test('an interval of 0 means that no OSD is marked out automatically', () => {
  expect(waitingOsds({ down: [3] }, { mon_osd_down_out_interval: 0 })).toMatchObject({
    due: undefined,
    never: expect.stringContaining('mon_osd_down_out_interval is 0'),
  });
});

test('a destroyed OSD is marked out after an interval of its own', () => {
  const settings = { mon_osd_down_out_interval: 0, mon_osd_destroyed_out_interval: 90 };
  expect(waitingOsds({ destroyed: [3] }, settings)).toMatchObject({
    osds: [{ name: 'osd.3' }],
    due: { at: since.at + 90_000 },
    never: undefined,
  });
  expect(waitingOsds({ destroyed: [3] }, { mon_osd_destroyed_out_interval: 0 }).never).toBe(
    'mon_osd_destroyed_out_interval is 0: nothing is marked out automatically',
  );
  expect(waitingOsds({ destroyed: [3], down: [5] }, { mon_osd_destroyed_out_interval: 0 }).due?.at).toBe(
    since.at + 600_000,
  );
});

test('no time is shown unless it is known when the OSD went down, and which settings and flags apply', () => {
  expect(waitingOsds({ down: [3] }, {}, () => undefined)).toMatchObject({ due: undefined, never: undefined });
  const osds = readOsds(snapshot({ down: [3] }));
  expect(markingOut(osds, () => since, undefined, []).due).toBeUndefined();
  expect(markingOut(osds, () => since, [], undefined).due).toBeUndefined();
  expect(markingOut(osds, () => since, [], []).due).toBeDefined();
});

test('a whole rack is never marked out, but a down OSD in another rack is', () => {
  expect(waitingOsds({ down: [0, 1, 2, 3] })).toMatchObject({
    due: undefined,
    never: 'r1 as a whole is never marked out',
  });
  const both = waitingOsds({ down: [0, 1, 2, 3, 5] });
  expect(both).toMatchObject({ due: { at: since.at + 600_000 }, never: undefined });
  expect(both.keptIn.map(({ osd }) => osd.id)).toEqual([0, 1, 2, 3]);
});

test('a whole server is marked out unless the limit is set to hosts', () => {
  expect(waitingOsds({ down: [0, 1] }).never).toBeUndefined();
  expect(waitingOsds({ down: [0, 1] }, { mon_osd_down_out_subtree_limit: 'host' }).never).toBe(
    'a as a whole is never marked out',
  );
});

test('no more OSDs are marked out if too few would stay in', () => {
  expect(waitingOsds({ down: [0, 4], out: [4, 5, 6] })).toMatchObject({
    due: undefined,
    never: 'only 5 of 8 OSDs are in: no more are marked out automatically',
  });
  // Ceph compares before it marks the next one out: 6 of 8 are the ratio of 0.75.
  expect(waitingOsds({ down: [0, 5], out: [5, 6] }).never).toBeUndefined();
});

test('OSDs of a server, an OSD, a device class or a root with noout are never marked out, and others are', () => {
  const keeping = (kind: GroupFlags['kind'], name: string, part: string, down: readonly number[]) =>
    waitingOsds({ down }, {}, () => since, [{ kind, name, part, flags: ['noin', 'noout'] }]);
  const never = 'noout is set for host b';
  expect(keeping('bucket', 'b', 'host b', [2, 3])).toMatchObject({ due: undefined, never });
  expect(keeping('osd', 'osd.2', 'osd.2', [2]).never).toBe('noout is set for osd.2');
  expect(keeping('bucket', 'default', 'root default', [2]).never).toBe('noout is set for root default');
  expect(keeping('class', 'ssd', 'device class ssd', [2]).never).toBeUndefined();
  const mixed = keeping('bucket', 'b', 'host b', [2, 3, 6]);
  expect(mixed).toMatchObject({ due: { at: since.at + 600_000 }, never: undefined });
  expect(mixed.keptIn.map(({ osd, reason }) => [osd.id, reason])).toEqual([
    [2, never],
    [3, never],
  ]);
});

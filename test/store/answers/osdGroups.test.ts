import { expect, test } from 'vitest';
import { groupsByOsd } from '../../../src/store/answers/osdGroups.ts';
import { selectOsds, type OsdRow } from '../../../src/store/answers/osds.ts';
import { cluster } from './shapes.ts';

const HOUR = 500_000;
const stamp = (hoursAgo: number) => (HOUR - hoursAgo) * 3600;

/** Six OSDs of one size and class, with changes of some. */
function rowsWith(changes: Readonly<Record<number, Partial<OsdRow>>> = {}): OsdRow[] {
  const rows = selectOsds({ crush: cluster({ racks: 1, hosts: 2, osds: 3 }) });
  return rows.map((row) => ({ ...row, capacity: 100, deviceClass: 'hdd', ...changes[row.osdId ?? -1] }));
}

const sharesOf = (rows: readonly OsdRow[], pgs: readonly number[]) => {
  const reported = pgs.map((count, osd) => ({ osd, pgs: count }));
  const found = groupsByOsd({ rows, reported, hour: HOUR });
  return pgs.map((_, osd) => found.get(osd)?.share);
};

test('the share of placement groups is relative to the mean by size', () => {
  expect(sharesOf(rowsWith(), [10, 10, 10, 10, 5, 15])).toEqual([1, 1, 1, 1, 0.5, 1.5]);
  expect(sharesOf(rowsWith({ 5: { capacity: 200 } }), [10, 10, 10, 10, 10, 20])).toEqual([1, 1, 1, 1, 1, 1]);
});

test('each device class has its own fair share of placement groups, of the OSDs that are in', () => {
  const rows = rowsWith({ 4: { deviceClass: 'ssd' }, 5: { deviceClass: 'ssd' }, 3: { in: false } });
  expect(sharesOf(rows, [10, 10, 10, 5, 80, 80])).toEqual([1, 1, 1, 0.5, 1, 1]);
});

test('no share is known where there are no placement groups, no sizes, or no report', () => {
  expect(sharesOf(rowsWith(), [0, 0, 0, 0, 0, 0])).toEqual(Array(6).fill(undefined));
  expect(sharesOf(rowsWith({ 0: { capacity: undefined } }), [10, 10])).toEqual([undefined, 1]);
  expect(groupsByOsd({ rows: rowsWith(), reported: [], hour: HOUR })).toEqual(new Map());
});

test('ages of scrubs are in whole hours, and never negative', () => {
  const reported = [
    { osd: 0, scrubbed: stamp(5), deepScrubbed: stamp(100) - 1800 },
    { osd: 1, scrubbed: stamp(-3) },
  ];
  const found = groupsByOsd({ rows: rowsWith(), reported, hour: HOUR });
  expect(found.get(0)).toMatchObject({ scrubAge: 5, deepScrubAge: 100 });
  expect(found.get(1)).toMatchObject({ scrubAge: 0, deepScrubAge: undefined });
});

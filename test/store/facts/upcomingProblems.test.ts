import { expect, test } from 'vitest';
import { selectFreeSpace } from '../../../src/store/answers/freeSpace.ts';
import { fillRatios } from '../../../src/store/answers/node.ts';
import { selectOsds } from '../../../src/store/answers/osds.ts';
import { buildTree } from '../../../src/store/answers/tree.ts';
import { type UpcomingInput, selectUpcomingProblems } from '../../../src/store/facts/upcomingProblems.ts';
import { bucket, osd } from '../answers/shapes.ts';

const DAY = 86_400;
const NOW = 1_800_000_000_000;

const crush = { nodes: [bucket(-1, 'HOST', 'a', [0, 1]), osd(0, { used: 60 }), osd(1)] };
const osds = selectOsds({ crush, disks: [] });
const freeSpace = selectFreeSpace({ osds, tree: buildTree(crush) });
const upcoming = (more: Partial<UpcomingInput>) =>
  selectUpcomingProblems({
    freeSpace,
    ratios: fillRatios(undefined),
    osds,
    usage: undefined,
    backups: undefined,
    now: NOW,
    ...more,
  });

/** The usage of the last days in percent, one value per day. */
const usage = (...values: readonly number[]) => ({
  graphs: [{ datapoints: values.map((v, day) => ({ v, t: NOW / 1000 - (values.length - day) * DAY })) }],
});

test('the fullest OSD is shown with the day on which it will be nearly full at the present growth', () => {
  const growing = Array.from({ length: 21 }, (_, day) => 30 + day / 2);
  expect(upcoming({ usage: usage(...growing) })).toEqual(['fullest osd.0 60%, 85% in about 33d']);
});

test('the day on which the fullest OSD will be nearly full is that of the current nearfull ratio', () => {
  const growing = Array.from({ length: 21 }, (_, day) => 30 + day / 2);
  const ratios = { nearfull: 0.7, backfillfull: 0.9, full: 0.95 };
  expect(upcoming({ ratios, usage: usage(...growing) })).toEqual(['fullest osd.0 60%, 70% in about 13d']);
});

test('no day is shown if the cluster does not grow, or was observed for less than three days', () => {
  expect(upcoming({})).toEqual(['fullest osd.0 60%']);
  expect(upcoming({ usage: usage(...Array.from({ length: 20 }, () => 40)) })).toEqual(['fullest osd.0 60%']);
  expect(upcoming({ usage: usage(30, 35, 40) })).toEqual(['fullest osd.0 60%']);
});

test('what is already in trouble comes first', () => {
  expect(upcoming({ backups: { enabled: true } })).toEqual([
    'configuration never backed up',
    'fullest osd.0 60%',
  ]);
  const disks = [{ id: 7, osdId: 1, smart: { status: 'FAILING_NOW: worn' } }];
  expect(upcoming({ osds: selectOsds({ crush, disks }) })[0]).toBe('SMART of osd.1: FAILING_NOW');
});

test('a manager that nothing replaces is named, and monitors of which none can be lost', () => {
  expect(upcoming({ monitors: 3, standbyManagers: 1 })).toEqual(['fullest osd.0 60%']);
  expect(upcoming({ monitors: 2, standbyManagers: 0 })).toEqual([
    'no monitor can be lost: there are 2',
    'there is no standby manager',
    'fullest osd.0 60%',
  ]);
});

test('the age of the last backup is shown in days', () => {
  const backups = { enabled: true, lastBackupTimestamp: NOW / 1000 - 3 * DAY };
  expect(upcoming({ backups })).toEqual(['backup 3d old', 'fullest osd.0 60%']);
});

test('unknown values are left out', () => {
  const unknown = selectFreeSpace({ osds: [], tree: buildTree(undefined) });
  expect(upcoming({ freeSpace: unknown, osds: [] })).toEqual([]);
});

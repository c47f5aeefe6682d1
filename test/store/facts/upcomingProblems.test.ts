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

test.each<[string, number, readonly (number | undefined)[], string]>([
  ['growth over exactly three days counts', 0.85, [30, 31, 32, 33], 'fullest osd.0 60%, 85% in about 14d'],
  [
    'values that are missing do not count',
    0.85,
    [30, 31, undefined, 32, 33],
    'fullest osd.0 60%, 85% in about 18d',
  ],
  [
    'of many values those of the first and the last quarter count',
    0.85,
    [30, 30, 90, 0, 90, 0, 33, 33],
    'fullest osd.0 60%, 85% in about 28d',
  ],
  ['a cluster that empties has no day', 0.85, [33, 32, 31, 30], 'fullest osd.0 60%'],
  ['an empty cluster has no day', 0.85, [-3, -2, -1, 0], 'fullest osd.0 60%'],
  ['a day in more than two years is not shown', 0.85, [30, 30, 30, 30.05], 'fullest osd.0 60%'],
  ['one within two years is', 0.85, [30, 30, 30, 30.06], 'fullest osd.0 60%, 85% in about 626d'],
  ['a day that is near is at least tomorrow', 0.601, [30, 31, 32, 33], 'fullest osd.0 60%, 60% in about 1d'],
  ['an OSD that is nearly full has no day', 0.6, [30, 31, 32, 33], 'fullest osd.0 60%'],
  ['one that is fuller has none either', 0.5, [30, 31, 32, 33], 'fullest osd.0 60%'],
])('for the fullest OSD, %s', (_, nearfull, values, expected) => {
  const points = values.map((v, day) => ({
    t: NOW / 1000 - (values.length - day) * DAY,
    ...(v !== undefined && { v }),
  }));
  const ratios = { nearfull, backfillfull: 0.9, full: 0.95 };
  expect(upcoming({ ratios, usage: { graphs: [{ datapoints: [{ v: 99 }, ...points] }] } })).toEqual([
    expected,
  ]);
});

test('growth that was observed for less than three days is not shown', () => {
  const points = [30, 31, 32, 33].map((v, index) => ({ v, t: NOW / 1000 + index * 0.99 * DAY }));
  expect(upcoming({ usage: { graphs: [{ datapoints: points }] } })).toEqual(['fullest osd.0 60%']);
});

test('several failing disks are counted behind the first one', () => {
  const failing = (...ids: number[]) =>
    upcoming({
      osds: selectOsds({
        crush: { nodes: [bucket(-1, 'HOST', 'a', [0, 1, 2]), osd(0, { used: 60 }), osd(1), osd(2)] },
        disks: ids.map((osdId) => ({ id: osdId, osdId, smart: { status: 'FAILING_NOW: worn' } })),
      }),
    });
  expect(failing(1)).toEqual(['SMART of osd.1: FAILING_NOW', 'fullest osd.0 60%']);
  expect(failing(0, 1)[0]).toBe('SMART of osd.0 and 1 more disk: FAILING_NOW');
  expect(failing(0, 1, 2)[0]).toBe('SMART of osd.0 and 2 more disks: FAILING_NOW');
});

test('the nearest problem comes first', () => {
  const backups = (days: number) => ({ enabled: true, lastBackupTimestamp: NOW / 1000 - days * DAY });
  const growing = usage(30, 31, 32, 33);
  const ratios = { nearfull: 0.7, backfillfull: 0.9, full: 0.95 };
  const full = 'fullest osd.0 60%, 70% in about 6d';
  expect(upcoming({ ratios, usage: growing, backups: backups(3) })).toEqual(['backup 3d old', full]);
  expect(upcoming({ ratios, usage: growing, backups: backups(1) })).toEqual([full, 'backup 1d old']);
  expect(upcoming({ ratios, usage: growing, backups: backups(9), monitors: 1 })).toEqual([
    'no monitor can be lost: there is 1',
    'backup 9d old',
    full,
  ]);
  expect(upcoming({ usage: growing, backups: { enabled: false }, standbyManagers: 0 })).toEqual([
    'there is no standby manager',
    'configuration backups are off',
    'fullest osd.0 60%, 85% in about 14d',
  ]);
});

test('a backup of the same day is less than a day old', () => {
  const backups = { enabled: true, lastBackupTimestamp: NOW / 1000 - DAY + 1 };
  expect(upcoming({ backups })).toEqual(['backup less than a day old', 'fullest osd.0 60%']);
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

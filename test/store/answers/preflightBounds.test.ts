import { describe, expect, test } from 'vitest';
import {
  type CheckInput,
  checkCancelTask,
  checkRecoverySpeed,
  checkScrub,
  checkSetFlag,
  checkUnsetFlag,
  type PreflightCheck,
} from '../../../src/store/answers/preflight.ts';
import { cluster, osd, withPlacement } from './shapes.ts';

const calm: CheckInput = {
  status: withPlacement(100, 100),
  crush: cluster({ racks: 1, hosts: 2, osds: 2 }),
};
const ailing: CheckInput = { ...calm, status: withPlacement(99, 100) };
const texts = (checks: readonly PreflightCheck[], level: PreflightCheck['level'] = 'warn') =>
  checks.filter((check) => check.level === level).map((check) => check.text);

describe('checks of flags at their bounds', () => {
  test.each(['noout', 'noup', 'noin', 'norecover', 'nobackfill', 'noscrub'])(
    'in a calm cluster neither setting nor unsetting %s is warned of',
    (flag) => {
      expect(texts(checkSetFlag(flag, calm))).toEqual([]);
      expect(texts(checkUnsetFlag(flag, calm))).toEqual([]);
    },
  );

  test('setting nodown makes clients wait for OSDs that fail, and unsetting it marks the silent ones down', () => {
    expect(texts(checkSetFlag('nodown', calm))).toEqual([
      'clients wait for each OSD that fails, until the flag is unset',
    ]);
    expect(texts(checkUnsetFlag('nodown', calm))).toEqual([
      'OSDs that do not answer are marked down at once',
    ]);
  });

  test('a single placement group that is not okay is enough for a warning', () => {
    expect(texts(checkSetFlag('norecover', ailing))).toContain(
      '1 placement group not okay: healing stops or slows down',
    );
    expect(texts(checkUnsetFlag('norecover', ailing))).toEqual([
      '1 placement group not okay: data begins to move',
    ]);
    expect(texts(checkUnsetFlag('noscrub', ailing))).toEqual(['scrubs compete with recovery']);
    expect(texts(checkUnsetFlag('nodeep-scrub', ailing))).toEqual(['scrubs compete with recovery']);
    expect(texts(checkUnsetFlag('noin', ailing))).toEqual([]);
    expect(texts(checkScrub(0, false, ailing))).toEqual([
      '1 placement group not okay: scrubs wait for recovery by default',
    ]);
  });

  test('where the service does not report how many placement groups are okay, none counts as not okay', () => {
    const groups = { poolName: 'rbd', poolId: 1, total: 100 };
    const silent: CheckInput = { ...calm, status: { placementGroups: [groups] } };
    const unknown = ['it is not known how many placement groups are okay'];
    expect(texts(checkSetFlag('norecover', silent))).toEqual(unknown);
    expect(texts(checkUnsetFlag('norecover', silent))).toEqual(unknown);
    expect(texts(checkUnsetFlag('noscrub', silent))).toEqual([]);
    expect(texts(checkScrub(0, false, silent))).toEqual(unknown);
    expect(texts(checkRecoverySpeed(3, { ...silent, speed: 5 }))).toEqual(unknown);
    const partly = { ...calm, status: { placementGroups: [{ ...groups, warn: 2, error: 1 }] } };
    expect(texts(checkScrub(0, false, partly))).toEqual([
      '3 placement groups not okay: scrubs wait for recovery by default',
    ]);
  });

  test('unsetting a flag that is not set, or that does not exist, is told', () => {
    const flags = [{ name: 'noout', currentState: false }];
    expect(texts(checkUnsetFlag('noout', { ...calm, flags }))).toEqual(['the flag is unset already']);
    expect(texts(checkSetFlag('noout', { ...calm, flags: [{ name: 'noout', currentState: true }] }))).toEqual(
      ['the flag is set already'],
    );
    expect(texts(checkSetFlag('nothing', calm), 'block')).toEqual(['nothing is not a flag that can be set']);
    expect(texts(checkUnsetFlag('nothing', calm), 'block')).toEqual([
      'nothing is not a flag that can be set',
    ]);
  });

  test('data does not move to an OSD that is as full as the backfillfull ratio, if that is up and in', () => {
    const warned = (used: number, more = {}) =>
      texts(checkUnsetFlag('norecover', { ...calm, crush: { nodes: [osd(1, { used, ...more })] } }));
    const full = ['an OSD is backfillfull: data cannot move there'];
    expect(warned(90)).toEqual(full);
    expect(warned(89.9)).toEqual([]);
    expect(warned(95, { reweight: 0 })).toEqual([]);
    expect(warned(95, { status: 'DOWN' })).toEqual([]);
  });
});

describe('checks of the recovery speed at its bounds', () => {
  test('the highest speed is allowed, and one above it is not', () => {
    expect(texts(checkRecoverySpeed(10, calm), 'block')).toEqual([]);
    expect(texts(checkRecoverySpeed(11, calm), 'block')).toEqual(['the speed goes from 1 to 10']);
    expect(texts(checkRecoverySpeed(11, calm))).toEqual([]);
  });

  test('the present speed is told', () => {
    expect(texts(checkRecoverySpeed(3, { ...calm, speed: 5 }), 'ok')).toContain('the speed is 5 now');
    expect(texts(checkRecoverySpeed(3, calm), 'ok')).toEqual(['NO BLOCKER FOUND']);
    expect(texts(checkRecoverySpeed(5, { ...calm, speed: 5 }))).toContain('the speed is 5 already');
  });

  test('copies stay missing for longer at a lower speed only, and only if some are missing', () => {
    const slower = '1 placement group not okay: copies stay missing for longer';
    expect(texts(checkRecoverySpeed(1, { ...ailing, speed: 2 }))).toEqual([slower]);
    expect(texts(checkRecoverySpeed(1, { ...calm, speed: 2 }))).toEqual([]);
    expect(texts(checkRecoverySpeed(2, { ...ailing, speed: 2 }))).not.toContain(slower);
    expect(texts(checkRecoverySpeed(3, { ...ailing, speed: 2 }))).toEqual([]);
    // Zero stands for the default.
    expect(texts(checkRecoverySpeed(0, { ...ailing, speed: 2 }))).toEqual([]);
  });
});

test('a scrub of an OSD is told which flag holds only the scheduled ones', () => {
  const flags = ['noscrub', 'nodeep-scrub'].map((name) => ({ name, currentState: true }));
  expect(texts(checkScrub(0, false, { ...calm, flags }))).toEqual([
    'flag noscrub is set: it holds scheduled scrubs, not this one',
  ]);
  expect(texts(checkScrub(0, true, { ...calm, flags }))).toEqual([
    'flag nodeep-scrub is set: it holds scheduled scrubs, not this one',
  ]);
});

test('a task that works on the OSD is named, also if it has no name', () => {
  const tasks = [
    { id: 4, object: 'osd.0' },
    { id: 5, object: 'osd.0', state: 'FINISHED' },
    { id: 6, object: 'osd.1' },
  ];
  expect(texts(checkScrub(0, false, { ...calm, tasks }))).toEqual(['task 4 (unnamed) is working on osd.0']);
});

test('a task that has ended is not cancelled, whatever the service calls its state', () => {
  const blocked = (task: object) =>
    texts(checkCancelTask(4, { ...calm, tasks: [{ id: 4, ...task }] }), 'block');
  expect(blocked({ done: true })).toEqual(['task 4 has ended already: done']);
  expect(blocked({ state: 'FAILED' })).toEqual(['task 4 has ended already: FAILED']);
  expect(blocked({ state: 'RUNNING' })).toEqual([]);
});

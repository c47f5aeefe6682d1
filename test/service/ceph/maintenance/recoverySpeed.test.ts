import { expect, test } from 'vitest';
import type { CephCommand } from '../../../../src/service/ceph/client/ceph.ts';
import {
  configuredSpeed,
  hasConfiguredSpeed,
  OVERRIDE,
  PACES,
  recoverySpeedCommands,
  runningSpeed,
} from '../../../../src/service/ceph/maintenance/recoverySpeed.ts';
import { RELEASES, sample } from '../samples.ts';

/** The configuration after some commands, in the format of `config dump`. */
const dumped = (commands: readonly CephCommand[]) =>
  commands
    .filter(({ prefix }) => prefix === 'config set')
    .map(({ who, name, value }) => ({
      section: String(who),
      name: String(name),
      value: String(value),
      mask: '',
    }));

test('there are ten recovery speeds, and none is slower than the previous one in any setting', () => {
  expect(PACES).toHaveLength(10);
  for (const [index, pace] of PACES.slice(1).entries()) {
    const before = PACES[index]!;
    expect(pace.osd_max_backfills).toBeGreaterThanOrEqual(before.osd_max_backfills);
    expect(pace.osd_recovery_max_active).toBeGreaterThanOrEqual(before.osd_recovery_max_active);
    expect(pace.osd_recovery_sleep_hdd).toBeLessThanOrEqual(before.osd_recovery_sleep_hdd);
    expect(pace.osd_recovery_sleep_ssd).toBeLessThanOrEqual(before.osd_recovery_sleep_ssd);
  }
});

test.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])('recovery speed %i is read back as itself', (speed) => {
  expect(configuredSpeed(dumped(recoverySpeedCommands(speed, true)))).toBe(speed);
});

test.each([
  [1, '1 1 0.5 0.125 0.02'],
  [2, '1 2 0.2 0.05 0.01'],
  [3, '1 3 0.1 0.025 0'],
  [4, '1 3 0.05 0.0125 0'],
  [5, '2 4 0.05 0.0125 0'],
  [6, '2 4 0.025 0.00625 0'],
  [7, '3 5 0.025 0.00625 0'],
  [8, '4 6 0.0125 0.003125 0'],
  [9, '6 8 0.005 0.00125 0'],
  [10, '8 10 0 0 0'],
])('recovery speed %i sets these backfills, operations and sleeps on all OSDs: %s', (speed, values) => {
  const set = recoverySpeedCommands(speed, false).filter(({ prefix }) => prefix === 'config set');
  expect(set.map(({ who }) => who)).toEqual(Array(5).fill('osd'));
  expect(set.map(({ name }) => name)).toEqual([
    'osd_max_backfills',
    'osd_recovery_max_active',
    'osd_recovery_sleep_hdd',
    'osd_recovery_sleep_hybrid',
    'osd_recovery_sleep_ssd',
  ]);
  expect(set.map(({ value }) => value).join(' ')).toBe(values);
});

test.each([0, -1])('recovery speed %i removes every setting', (speed) => {
  const commands = recoverySpeedCommands(speed, true);
  expect(new Set(commands.map(({ prefix }) => prefix))).toEqual(new Set(['config rm']));
  expect(configuredSpeed([])).toBeUndefined();
});

test('a recovery speed overrides the sleep setting that has priority over all others', () => {
  expect(recoverySpeedCommands(5, true)).toContainEqual({
    prefix: 'config rm',
    who: 'osd',
    name: 'osd_recovery_sleep',
  });
});

test('settings made by hand count as the nearest recovery speed, without those of single OSDs or classes', () => {
  const entry = { section: 'osd', name: 'osd_max_backfills', value: '5' };
  expect(configuredSpeed([entry])).toBe(9);
  expect(configuredSpeed([{ ...entry, section: 'osd.3' }])).toBeUndefined();
  expect(configuredSpeed([{ ...entry, mask: 'class:ssd' }])).toBeUndefined();
});

test.each(RELEASES)('an OSD of Ceph %s without any settings has recovery speed 3', (release) => {
  expect(runningSpeed(sample('runningOptions', release) as Parameters<typeof runningSpeed>[0])).toBe(3);
});

test('an OSD runs with a configured recovery speed as long as one of its settings comes from the monitors', () => {
  const backfills = { name: 'osd_max_backfills', source: 'mon' };
  const other = { name: 'osd_max_scrubs', source: 'mon' };
  expect(hasConfiguredSpeed([other, backfills])).toBe(true);
  expect(hasConfiguredSpeed([other, { ...backfills, source: 'file' }])).toBe(false);
});

test('with the mClock scheduler the sleep settings of an OSD do not count', () => {
  const options = sample('runningOptions', '20.2') as Parameters<typeof runningSpeed>[0];
  expect(options.osd_recovery_sleep_hdd).toBe('0.000000');
  expect(runningSpeed({ ...options, osd_max_backfills: '8', osd_recovery_max_active: '10' })).toBe(10);
});

test('OSDs are told to allow the recovery speed before it is set, if the release supports that', () => {
  const taking = { prefix: 'config set', who: 'osd', name: OVERRIDE, value: 'true' };
  expect(recoverySpeedCommands(7, true)[0]).toEqual(taking);
  expect(recoverySpeedCommands(0, true)[0]).toEqual({ prefix: 'config rm', who: 'osd', name: OVERRIDE });
  expect(recoverySpeedCommands(7, false).map(({ name }) => name)).not.toContain(OVERRIDE);
});

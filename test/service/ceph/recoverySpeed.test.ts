import { expect, test } from 'vitest';
import type { Command } from '../../../src/service/ceph/ceph.ts';
import { PACES, recoverySpeed, recoverySpeedCommands } from '../../../src/service/ceph/recoverySpeed.ts';

/** The configuration after commands, as `config dump` shows it. */
const dumped = (commands: readonly Command[]) =>
  commands
    .filter(({ prefix }) => prefix === 'config set')
    .map(({ who, name, value }) => ({
      section: String(who),
      name: String(name),
      value: String(value),
      mask: '',
    }));

test('there are ten speeds, each no slower than the one before in any respect', () => {
  expect(PACES).toHaveLength(10);
  for (const [index, pace] of PACES.slice(1).entries()) {
    const before = PACES[index]!;
    expect(pace.osd_max_backfills).toBeGreaterThanOrEqual(before.osd_max_backfills);
    expect(pace.osd_recovery_max_active).toBeGreaterThanOrEqual(before.osd_recovery_max_active);
    expect(pace.osd_recovery_sleep_hdd).toBeLessThanOrEqual(before.osd_recovery_sleep_hdd);
    expect(pace.osd_recovery_sleep_ssd).toBeLessThanOrEqual(before.osd_recovery_sleep_ssd);
  }
});

test.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])('speed %i reads back as itself', (speed) => {
  expect(recoverySpeed(dumped(recoverySpeedCommands(speed)))).toBe(speed);
});

test.each([0, -1])('speed %i takes every setting away', (speed) => {
  const commands = recoverySpeedCommands(speed);
  expect(new Set(commands.map(({ prefix }) => prefix))).toEqual(new Set(['config rm']));
  expect(recoverySpeed([])).toBe(0);
});

test('a speed overrules the sleep that goes before all others', () => {
  expect(recoverySpeedCommands(5)).toContainEqual({
    prefix: 'config rm',
    who: 'osd',
    name: 'osd_recovery_sleep',
  });
});

test('settings by hand amount to the nearest speed; those of single OSDs or classes do not count', () => {
  const entry = { section: 'osd', name: 'osd_max_backfills', value: '5' };
  expect(recoverySpeed([entry])).toBe(9);
  expect(recoverySpeed([{ ...entry, section: 'osd.3' }])).toBe(0);
  expect(recoverySpeed([{ ...entry, mask: 'class:ssd' }])).toBe(0);
});

import { expect, test } from 'vitest';
import { changesOf, isCapped, PACING } from '../../src/diagnosis/pacing.ts';
import { line, WITH_WORK, evidenceOf } from './support.ts';

const setting = (name: string, what: string, ago: number) => line(ago, 'mgmt', `setting ${name} ${what}`);

test.each([
  ['osd_recovery_sleep_hdd', true],
  ['osd_recovery_max_active', true],
  ['osd_recovery_max_single_start', true],
  ['osd_recovery_op_priority', true],
  ['osd_max_backfills', true],
  ['osd_mclock_profile', true],
  ['osd_mclock_max_capacity_iops_hdd', true],
  ['osd_mclock_scheduler_background_recovery_lim', true],
  ['osd_recovery_delay_start', false],
  ['osd_memory_target', false],
  ['mon_osd_max_backfills', false],
])('%s paces recovery: %s', (name, does) => {
  expect(PACING.test(name)).toBe(does);
  const seen = evidenceOf({ log: [setting(name, 'changed', 60)], status: WITH_WORK });
  expect(changesOf(seen, PACING)).toHaveLength(does ? 1 : 0);
  expect(isCapped(seen)).toBe(does);
});

test('a change counts until its own setting is reset, and again when the setting is changed again', () => {
  const [made, other, returned, again] = [
    setting('osd_max_backfills', 'changed', 90),
    setting('osd_mclock_profile', 'changed', 80),
    setting('osd_max_backfills', 'returned to its default', 70),
    setting('osd_max_backfills', 'changed', 60),
  ];
  const standing = (...log: (typeof made)[]) =>
    changesOf(evidenceOf({ log }), PACING).map(({ setting: name, at }) => [name, at]);
  expect(standing(made, other, returned).map(([name]) => name)).toEqual(['osd_mclock_profile']);
  expect(standing(made, other, returned, again)).toEqual([
    ['osd_mclock_profile', other.t! * 1000],
    ['osd_max_backfills', again.t! * 1000],
  ]);
});

test('recovery is not capped while there is nothing to recover', () => {
  const slow = { more: { recoverySpeed: 1 } };
  expect(isCapped(evidenceOf({ ...slow, status: WITH_WORK }))).toBe(true);
  expect(isCapped(evidenceOf(slow))).toBe(false);
  expect(isCapped(evidenceOf({ log: [setting('osd_max_backfills', 'changed', 9)] }))).toBe(false);
});

test.each([
  ['osd_recovery_sleep_hdd', '0.1', '0.2'],
  ['osd_recovery_sleep', '0', '5'],
  ['osd_max_backfills', '1', '0'],
  ['osd_recovery_max_active', '10', '9'],
  ['osd_recovery_max_active_hdd', '3', '2'],
  ['osd_recovery_max_active_ssd', '10', '9'],
  ['osd_recovery_op_priority', '3', '2'],
  ['osd_mclock_profile', 'high_recovery_ops', 'high_client_ops'],
  ['osd_mclock_profile', 'balanced', 'custom'],
])('%s set to %s does not slow recovery, and set to %s it does', (name, fast, slow) => {
  const capped = (...values: string[]) => {
    const log = values.map((value, index) => setting(name, `changed to ${value} for osd`, 90 - index));
    return isCapped(evidenceOf({ log, status: WITH_WORK }));
  };
  expect([capped(fast), capped(slow), capped(slow, fast), capped(fast, slow)]).toEqual([
    false,
    true,
    false,
    true,
  ]);
});

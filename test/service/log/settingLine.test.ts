import { expect, test } from 'vitest';
import { settingLine } from '../../../src/service/log/settingLine.ts';

test.each([
  ['osd_max_backfills', 10, 'setting osd_max_backfills changed to 10'],
  ['osd_recovery_sleep', '2.500000', 'setting osd_recovery_sleep changed to 2.5'],
  ['osd_recovery_sleep', '100.000000', 'setting osd_recovery_sleep changed to 100'],
  ['mon_allow_pool_delete', true, 'setting mon_allow_pool_delete changed to true'],
  ['osd_mclock_profile', 'high_recovery_ops', 'setting osd_mclock_profile changed to high_recovery_ops'],
  ['rgw_keystone_admin_password', 'hunter2', 'setting rgw_keystone_admin_password changed'],
  ['osd_max_backfills', null, 'setting osd_max_backfills returned to its default'],
])('the line about %s with the value %s shows it unless it may be secret', (name, value, line) => {
  expect(settingLine(name, value)).toBe(line);
});

import { describe, expect, test } from 'vitest';
import type { SettingScalar } from '../../../../src/service/rules/settings.ts';
import { OPTIONS } from '../../../../src/service/sim/config/catalogue.ts';
import { hasEffect, currentSettings, takeEffect } from '../../../../src/service/sim/config/effects.ts';
import { putOption } from '../../../../src/service/sim/config/put.ts';
import type { Settings } from '../../../../src/service/sim/model/settings.ts';
import { simulate } from '../support.ts';

const calm = () => simulate({ scale: 6 }).cluster.model;

test.each<[option: string, value: SettingScalar, changed: Partial<Settings>]>([
  ['osd_heartbeat_interval', 3, { heartbeatInterval: 3 }],
  ['osd_heartbeat_grace', 30, { heartbeatGrace: 30, slowPingMs: 1500 }],
  ['mon_osd_down_out_interval', 7, { downOutInterval: 7 }],
  ['mon_osd_down_out_interval', 0, { downOutInterval: Infinity }],
  ['mon_osd_min_in_ratio', 0.5, { minInRatio: 0.5 }],
  ['osd_max_markdown_count', 9, { maxMarkdowns: 9 }],
  ['osd_max_markdown_period', 99, { markdownPeriod: 99 }],
  ['osd_op_complaint_time', 12, { opComplaintTime: 12 }],
  ['mon_pg_stuck_threshold', 77, { stuckThreshold: 77 }],
  ['mon_max_pg_per_osd', 33, { maxPgPerOsd: 33 }],
  ['mon_warn_on_slow_ping_time', 250, { slowPingMs: 250 }],
  ['mon_warn_on_slow_ping_ratio', 0.2, { slowPingMs: 4000 }],
  ['mon_mgr_beacon_grace', 44, { mgrGrace: 44 }],
  ['mds_beacon_grace', 22, { mdsGrace: 22 }],
  ['osd_recovery_sleep', 6, { recoverySleep: 6 }],
  ['mon_allow_pool_delete', true, { allowPoolDelete: true }],
  ['mon_warn_on_osd_down_out_interval_zero', false, { warnOfNoDownOut: false }],
  ['osd_scrub_auto_repair', true, { scrubAutoRepair: true }],
  ['osd_op_queue', 'mclock_scheduler', { recoveryShare: 1 }],
])('the cluster reacts to %s at %j, and changes nothing else', (name, value, changed) => {
  const model = calm();
  putOption(model, 'mon_allow_pool_delete', null);
  const before = { ...model.settings };
  putOption(model, name, value);
  expect(model.settings).toEqual({ ...before, ...changed });
  expect(hasEffect(name)).toBe(true);
  putOption(model, name, null);
  expect(model.settings).toEqual(before);
});

test('the cluster reacts to a few options, and to options of other kinds not at all', () => {
  const acted = [...OPTIONS.keys()].filter(hasEffect);
  expect(acted).toHaveLength(new Set(acted).size);
  expect(acted).toContain('osd_mclock_max_capacity_iops_hdd');
  expect(acted.length).toBeLessThan(25);
  const model = calm();
  const before = { ...model.settings };
  for (const name of ['osd_max_backfills', 'toString', 'constructor']) takeEffect(model, name, () => 1);
  expect(['osd_max_backfills', 'toString', 'constructor'].map(hasEffect)).toEqual([false, false, false]);
  expect(model.settings).toEqual(before);
});

describe('recovery with the mClock scheduler', () => {
  test.each([
    [63, 0.2],
    [315, 1],
    [1000, 1],
  ])(
    'mClock recovery on disks with an assumed capacity of %i operations a second reaches %f of its speed',
    (iops, share) => {
      const model = calm();
      putOption(model, 'osd_mclock_max_capacity_iops_hdd', iops);
      expect(model.settings.recoveryShare).toBe(1);
      putOption(model, 'osd_op_queue', 'mclock_scheduler');
      expect(model.settings.recoveryShare).toBeCloseTo(share, 9);
      putOption(model, 'osd_op_queue', 'wpq');
      expect(model.settings.recoveryShare).toBe(1);
    },
  );
});

test('the settings that a scenario has changed are listed as options', () => {
  const model = calm();
  const usual = currentSettings(model);
  Object.assign(model.settings, { mgrGrace: 44, scrubAutoRepair: true });
  const added = currentSettings(model).filter(([name]) => !usual.some(([known]) => known === name));
  expect(added).toEqual([
    ['mon_mgr_beacon_grace', 44],
    ['osd_scrub_auto_repair', true],
  ]);
});

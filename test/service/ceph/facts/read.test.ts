import { describe, expect, test } from 'vitest';
import type { ConfigEntry } from '../../../../src/service/ceph/config/read.ts';
import {
  autoscaler,
  balancer,
  capacities,
  daemonVersions,
  devices,
  stretch,
  upgrade,
  type AutoscaleDump,
  type BalancerDump,
  type StretchDump,
  type VersionsDump,
} from '../../../../src/service/ceph/facts/read.ts';
import { RELEASES, sample } from '../samples.ts';

test.each([
  ['16.2', { version: '16.2.15', release: 'pacific' }],
  ['18.2', { version: '18.2.7', release: 'reef' }],
  ['20.2', { version: '20.2.4', release: 'tentacle' }],
] as const)('the versions of %s are listed by kind of daemon, without the total', (release, version) => {
  expect(daemonVersions(sample('versions', release) as VersionsDump)).toEqual([
    { kind: 'mon', ...version, count: 1 },
    { kind: 'mgr', ...version, count: 1 },
    { kind: 'osd', ...version, count: 4 },
    { kind: 'mds', ...version, count: 1 },
    { kind: 'rgw', ...version, count: 1 },
  ]);
});

test('a version in an unknown format is shown as it is', () => {
  expect(daemonVersions({ osd: { 'built by hand': 2 } })).toEqual([
    { kind: 'osd', version: 'built by hand', count: 2 },
  ]);
});

test('the measured speed of OSDs is summed up by device class, and a value set for all OSDs is no measurement', () => {
  const entry = (section: string, deviceClass: string, value: string) => ({
    section,
    name: `osd_mclock_max_capacity_iops_${deviceClass}`,
    value,
  });
  expect(
    capacities([
      entry('osd', 'hdd', '1000'),
      entry('osd.1', 'hdd', '315.5'),
      entry('osd.2', 'hdd', '120'),
      entry('osd.3', 'hdd', '400'),
      entry('osd.4', 'ssd', '21500'),
      entry('osd.5', 'ssd', 'fast'),
      { section: 'osd.1', name: 'osd_max_backfills', value: '1' },
    ]),
  ).toEqual([
    { deviceClass: 'hdd', osds: 3, least: 120, median: 315.5, most: 400, slowest: 'osd.2' },
    { deviceClass: 'ssd', osds: 1, least: 21500, median: 21500, most: 21500, slowest: 'osd.4' },
  ]);
});

test('the speed that an OSD recorded at its start is reported', () => {
  const iops = 10675.71527;
  expect(capacities(sample('configDumpMclock') as ConfigEntry[])).toEqual([
    { deviceClass: 'hdd', osds: 1, least: iops, median: iops, most: iops, slowest: 'osd.3' },
  ]);
});

describe('facts from manager modules', () => {
  test('the balancer reports whether it is on, its mode and its last result', () => {
    expect(balancer(sample('balancerStatus') as BalancerDump)).toEqual({
      active: true,
      mode: 'upmap',
      result: 'Some objects (0.002359) are degraded; try again later',
    });
    for (const release of ['18.2', '20.2'] as const)
      expect(balancer(sample('balancerStatus', release) as BalancerDump)).toEqual({
        active: true,
        mode: 'upmap',
        result: 'Some PGs (1.000000) are unknown; try again later',
      });
    expect(balancer({ active: false, mode: 'none', optimize_result: 'no' }).result).toBe('no');
  });

  test('the autoscaler reports what it would change', () => {
    const first = (release: (typeof RELEASES)[number]) =>
      autoscaler(sample('autoscaleStatus', release) as AutoscaleDump[])[0];
    const rbd = { pool: 'rbd', mode: 'off', pgNum: 8, wanted: 32 };
    expect(first('16.2')).toEqual({ ...rbd, wouldAdjust: false });
    expect(first('18.2')).toEqual({ ...rbd, wouldAdjust: false });
    // The autoscaler also makes suggestions when it is off.
    expect(first('20.2')).toEqual({ ...rbd, wouldAdjust: true });
    const pool = { pool_name: 'rbd', pg_autoscale_mode: 'warn', pg_num_target: 32, pg_num_final: 128 };
    expect(autoscaler([{ ...pool, would_adjust: true }])).toEqual([
      { pool: 'rbd', mode: 'warn', pgNum: 32, wanted: 128, wouldAdjust: true },
    ]);
  });

  test('devices are counted, and those expected to fail are listed, the soonest first', () => {
    const expected = (devid: string, min?: string) => ({
      devid,
      location: [{ host: 'h1' }],
      daemons: ['osd.3'],
      ...(min !== undefined && { life_expectancy_min: min }),
      life_expectancy_max: '2027-01-31T00:00:00.000000+0000',
    });
    const to = Date.UTC(2027, 0, 31) / 1000;
    expect(
      devices([
        { devid: 'fine' },
        expected('some time'),
        expected('late', '2027-01-20T00:00:00.000000+0000'),
        expected('soon', '2026-12-01T00:00:00.000000+0000'),
      ]),
    ).toEqual({
      known: 4,
      failing: [
        { id: 'soon', host: 'h1', daemons: ['osd.3'], from: Date.UTC(2026, 11, 1) / 1000, to },
        { id: 'late', host: 'h1', daemons: ['osd.3'], from: Date.UTC(2027, 0, 20) / 1000, to },
        { id: 'some time', host: 'h1', daemons: ['osd.3'], to },
      ],
    });
  });
});

test('a device whose date of failure is not after 1970 is not expected to fail, and a hundred are listed', () => {
  const failing = (date: string) => ({ devid: date, life_expectancy_min: date });
  const at = (ms: number) => failing(new Date(ms).toISOString());
  expect(devices([failing('0.000000'), failing(''), at(0), at(1000)]).failing).toEqual([
    { id: '1970-01-01T00:00:01.000Z', daemons: [], from: 1 },
  ]);
  const many = Array.from({ length: 101 }, (_, index) => at(1000 * (101 - index)));
  const { known, failing: listed = [] } = devices(many);
  expect([known, listed.length, listed[0]?.from, listed.at(-1)?.from]).toEqual([101, 100, 1, 100]);
});

test('the median speed of three OSDs is that of the second', () => {
  const entry = (osd: number, value: string) => ({
    section: `osd.${osd}`,
    name: 'osd_mclock_max_capacity_iops_hdd',
    value,
    mask: '',
  });
  expect(capacities([entry(1, '300'), entry(2, '100'), entry(3, '250')])).toEqual([
    { deviceClass: 'hdd', osds: 3, least: 100, median: 250, most: 300, slowest: 'osd.2' },
  ]);
});

test('the stretch mode is unknown in a release without it', () => {
  expect(stretch({})).toBeUndefined();
  for (const release of RELEASES)
    expect(stretch(sample('monDump', release) as StretchDump)).toEqual({ enabled: false });
  expect(stretch({ stretch_mode: true, tiebreaker_mon: 'e' })).toEqual({ enabled: true, tiebreaker: 'e' });
});

test('an upgrade is reported as far as the orchestrator reports it', () => {
  expect(upgrade({ in_progress: false, target_image: null, progress: null, message: '' })).toEqual({
    inProgress: false,
  });
  expect(
    upgrade({
      in_progress: true,
      is_paused: true,
      target_image: 'ceph:v20',
      progress: '3/12 daemons upgraded',
      message: 'Error: no standby manager',
    }),
  ).toEqual({
    inProgress: true,
    paused: true,
    target: 'ceph:v20',
    progress: '3/12 daemons upgraded',
    message: 'Error: no standby manager',
  });
});

import { describe, expect, test } from 'vitest';
import {
  diskChecks,
  downChecks,
  fullChecks,
  pingChecks,
  poolFullChecks,
  tooFewOsdsCheck,
} from '../../../../src/service/sim/health/osdChecks.ts';
import type { Model } from '../../../../src/service/sim/model/model.ts';
import { setUsed } from '../../../../src/service/sim/osds/usage.ts';
import { checksByCode, calmModel } from '../support.ts';

describe('OSDs that are down', () => {
  const down = (model: Model, ...ids: number[]) => {
    for (const id of ids) {
      model.osds[id]!.up = false;
      model.unsettled.add(id);
    }
    return checksByCode(downChecks(model));
  };

  test('OSDs that are down are listed with their place, in the order of their ids, except those that are out', () => {
    const model = calmModel();
    expect(downChecks(model)).toEqual([]);
    model.osds[3]!.in = false;
    const place = (id: number) => `root=default,rack=rack1,host=${model.osds[id]!.host.name}`;
    expect(down(model, 7, 3, 1)).toEqual({
      OSD_DOWN: [
        'HEALTH_WARN',
        '2 osds down',
        2,
        `osd.1 (${place(1)}) is down`,
        `osd.7 (${place(7)}) is down`,
      ],
    });
  });

  test('OSDs that are down together are reported as a whole server, rack or root', () => {
    const model = calmModel();
    const [host] = model.hosts;
    const ids = host!.osds.map(({ id }) => id);
    expect(down(model, ...ids)['OSD_HOST_DOWN']).toEqual([
      'HEALTH_WARN',
      `1 host (${ids.length} osds) down`,
      1,
      `host ${host!.name} (root=default,rack=rack1) (${ids.length} osds) is down`,
    ]);
    const all = down(model, ...model.osds.map(({ id }) => id));
    expect(Object.keys(all)).toEqual(['OSD_DOWN', 'OSD_HOST_DOWN', 'OSD_RACK_DOWN', 'OSD_ROOT_DOWN']);
    expect(all['OSD_HOST_DOWN']!.slice(1, 3)).toEqual([
      `${model.hosts.length} hosts (15 osds) down`,
      model.hosts.length,
    ]);
    model.osds[0]!.in = false;
    expect(down(model)['OSD_ROOT_DOWN']![1]).toBe('1 root (14 osds) down');
  });

  test('a server whose OSDs are all out is not reported as down', () => {
    const model = calmModel();
    for (const osd of model.hosts[0]!.osds) osd.in = false;
    expect(down(model, ...model.hosts[0]!.osds.map(({ id }) => id), 14)).not.toHaveProperty('OSD_HOST_DOWN');
  });
});

test('fewer OSDs than the usual number of copies raise a check', () => {
  const few = (length: number) => tooFewOsdsCheck({ osds: { length } } as unknown as Model);
  expect(few(3)).toEqual([]);
  expect(checksByCode(few(1))).toEqual({
    TOO_FEW_OSDS: ['HEALTH_WARN', 'OSD count 1 < osd_pool_default_size 3', 2],
  });
});

test('OSDs that fill up are reported by their threshold, and a full one is an error', () => {
  const model = calmModel();
  const { nearfullRatio, backfillfullRatio, fullRatio } = model.settings;
  expect(fullChecks(model)).toEqual([]);
  for (const [id, ratio] of [
    [1, nearfullRatio],
    [2, backfillfullRatio],
    [3, fullRatio],
    [4, nearfullRatio],
  ] as const)
    setUsed(model, model.osds[id]!, model.osds[id]!.capacity * ratio);
  expect(checksByCode(fullChecks(model))).toEqual({
    OSD_FULL: ['HEALTH_ERR', '1 full osd(s)', 1, 'osd.3 is full'],
    OSD_BACKFILLFULL: ['HEALTH_WARN', '1 backfillfull osd(s)', 1, 'osd.2 is backfill full'],
    OSD_NEARFULL: ['HEALTH_WARN', '2 nearfull osd(s)', 2, 'osd.1 is near full', 'osd.4 is near full'],
  });
});

test('pools are reported as full with their OSDs, and when they reach their quota', () => {
  const model = calmModel();
  expect(poolFullChecks(model)).toEqual([]);
  const fill = (deviceClass: string, ratio: number) => {
    const osd = model.osds.find((one) => one.deviceClass === deviceClass)!;
    setUsed(model, osd, osd.capacity * ratio);
  };
  const on = (...classes: string[]) =>
    model.pools
      .filter(({ scopes }) => classes.includes(scopes[0]!.members[0]!.deviceClass))
      .map(({ name }) => name);
  const pools = Object.fromEntries(model.pools.map((pool) => [pool.name, pool]));
  fill('nvme', model.settings.nearfullRatio);
  fill('ssd', model.settings.backfillfullRatio);
  const raised = checksByCode(poolFullChecks(model));
  const lines = (code: string) => raised[code]!.slice(3);
  expect(lines('POOL_NEARFULL')).toContain("pool 'databases' is nearfull");
  expect(lines('POOL_BACKFILLFULL')).toContain("pool 'rgw-index' is backfillfull");
  expect(raised['POOL_NEARFULL']!.slice(0, 3)).toEqual([
    'HEALTH_WARN',
    `${lines('POOL_NEARFULL').length} pool(s) nearfull`,
    lines('POOL_NEARFULL').length,
  ]);
  expect(on('nvme')).toContain('databases');
  fill('nvme', model.settings.fullRatio);
  pools['volumes']!.quotaMaxObjects = 1;
  const full = checksByCode(poolFullChecks(model))['POOL_FULL']!;
  expect(full.slice(0, 2)).toEqual(['HEALTH_WARN', `${full.length - 3} pool(s) full`]);
  expect(full).toContain("pool 'databases' is full (no space)");
  expect(full).toContain("pool 'volumes' is full (running out of quota)");
});

describe('slow heartbeats', () => {
  const slow = (...pings: readonly (readonly [id: number, beyond: number])[]) => {
    const model = calmModel();
    for (const [id, beyond] of pings) {
      model.osds[id]!.pingMs = model.settings.slowPingMs + beyond;
      model.slowPings.add(id);
    }
    return { model, slowPingMs: model.settings.slowPingMs, checks: () => checksByCode(pingChecks(model)) };
  };

  test('slow heartbeats are reported for both networks, with the longest in the message', () => {
    expect(slow([1, 0]).checks()).toEqual({});
    const { slowPingMs, checks } = slow([1, 0], [2, 10], [5, 30]);
    const raised = checks();
    expect(Object.keys(raised)).toEqual(['OSD_SLOW_PING_TIME_BACK', 'OSD_SLOW_PING_TIME_FRONT']);
    expect(Object.values(raised).map((one) => one.slice(0, 3))).toEqual([
      ['HEALTH_WARN', `Slow OSD heartbeats on back (longest ${slowPingMs + 30}.000ms)`, 2],
      ['HEALTH_WARN', `Slow OSD heartbeats on front (longest ${slowPingMs + 31}.000ms)`, 2],
    ]);
  });

  test('slow heartbeats are listed with both ends, slowest first, and the list says how many are left out', () => {
    const { model, slowPingMs, checks } = slow([5, slow().slowPingMs * 0.1]);
    for (const osd of model.osds.slice(6)) osd.up = false;
    const { OSD_SLOW_PING_TIME_BACK: back = [], OSD_SLOW_PING_TIME_FRONT: front = [] } = checks();
    const read = (lines: readonly unknown[]) =>
      lines.slice(3).map((line) => {
        const [, network, from, to, down, ms] =
          /^Slow OSD heartbeats on (\w+) from osd\.(\d+) \[\] to osd\.(\d+) \[\]( \(down\))? ([\d.]+) msec$/.exec(
            String(line),
          )!;
        return { network, from: Number(from), to: Number(to), down: down !== undefined, ms: Number(ms) };
      });
    const pings = read(back);
    expect(pings.length).toBeGreaterThan(1);
    expect(pings.length).toBeLessThan(6);
    expect(pings.every(({ network, from, to }) => network === 'back' && (from === 5) !== (to === 5))).toBe(
      true,
    );
    expect(pings.map(({ ms }) => ms)).toEqual(pings.map(({ ms }) => ms).toSorted((a, b) => b - a));
    expect(pings.every(({ ms }) => ms > slowPingMs)).toBe(true);
    for (const { to, down } of pings) expect(down).toBe(to > 5);
    expect(read(front).map(({ ms }) => Math.round(ms - 1))).toEqual(pings.map(({ ms }) => Math.round(ms)));
  });
});

describe('failing disks', () => {
  const ail = (model: Model, id: number, what: object) => {
    Object.assign(model.osds[id]!, what);
    model.ailing.add(id);
  };
  const failing = (model: Model, id: number) =>
    ail(model, id, { smart: { ...model.osds[id]!.smart, status: 'FAILING' } });

  test('disks that are expected to fail are reported with their remaining time, while their OSDs are in', () => {
    const model = calmModel();
    failing(model, 2);
    failing(model, 3);
    model.osds[3]!.in = false;
    const day = (days: number) =>
      new Date(model.timeOf(model.tick) + days * 86_400_000).toISOString().slice(0, 10);
    expect(checksByCode(diskChecks(model))).toEqual({
      DEVICE_HEALTH: [
        'HEALTH_WARN',
        '1 device(s) expected to fail soon',
        1,
        `disk of osd.2 (${model.osds[2]!.host.name}); daemons osd.2; life expectancy between ${day(1)} and ${day(21)}`,
      ],
    });
  });

  test('disks that read only after retries are reported from the first retry on, while their OSDs are up', () => {
    const model = calmModel();
    ail(model, 4, { retriedReads: 1 });
    ail(model, 5, { retriedReads: 7, up: false });
    ail(model, 6, { retriedReads: 0 });
    expect(checksByCode(diskChecks(model))).toEqual({
      BLUESTORE_SPURIOUS_READ_ERRORS: [
        'HEALTH_WARN',
        '1 OSD(s) have spurious read errors',
        1,
        'osd.4  reads with retries: 1',
      ],
    });
  });
});

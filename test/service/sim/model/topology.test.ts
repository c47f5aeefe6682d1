import { expect, test } from 'vitest';
import { Dice } from '../../../../src/service/sim/model/random.ts';
import {
  buildTopology,
  hostAnswers,
  osdAnswers,
  osdRuns,
} from '../../../../src/service/sim/model/topology.ts';

const SCALES = [3, 14, 15, 60, 100, 101, 1000, 1001, 20_000];

test.each([
  [3, 1, 3, { hdd: 3 }, [2]],
  [14, 1, 3, { hdd: 14 }, [2]],
  [15, 1, 3, { hdd: 9, ssd: 3, nvme: 3 }, [1.92, 2]],
  [60, 3, 12, { hdd: 36, ssd: 12, nvme: 12 }, [1.92, 2]],
  [100, 3, 20, { hdd: 60, ssd: 20, nvme: 20 }, [1.92, 2]],
  [101, 3, 7, { hdd: 89, ssd: 6, nvme: 6 }, [3.84, 7.68, 8]],
  [1000, 5, 67, { hdd: 868, ssd: 66, nvme: 66 }, [3.84, 7.68, 8]],
  [1001, 4, 51, { hdd: 801, ssd: 100, nvme: 100 }, [3.84, 7.68, 16]],
  [20_000, 63, 1000, { hdd: 16_000, ssd: 2000, nvme: 2000 }, [3.84, 7.68, 16]],
])('%i OSDs are placed in %i racks and %i servers', (scale, rackCount, hostCount, classes, terabytes) => {
  const { racks, hosts, osds } = buildTopology(scale, new Dice(1));
  expect([racks.length, hosts.length, osds.length]).toEqual([rackCount, hostCount, scale]);
  expect(
    Object.fromEntries(
      Map.groupBy(osds, (osd) => osd.deviceClass)
        .entries()
        .map(([key, { length }]) => [key, length]),
    ),
  ).toEqual(classes);
  expect([...new Set(osds.map(({ capacity }) => capacity / 1e12))].toSorted((a, b) => a - b)).toEqual(
    terabytes,
  );
});

test.each(SCALES)('with %i OSDs each has a unique place, name and address', (scale) => {
  const { racks, hosts, osds } = buildTopology(scale, new Dice(1));
  expect(osds.map(({ id }) => id)).toEqual(osds.keys().toArray());
  expect(hosts.flatMap((host) => host.osds)).toEqual(osds);
  expect(racks.flatMap((rack) => rack.hosts)).toEqual(hosts);
  expect(osds.every((osd) => osd.host.osds.includes(osd))).toBe(true);
  expect(hosts.every((host) => host.rack.hosts.includes(host))).toBe(true);
  expect(racks.map(({ name }) => name)).toEqual(racks.map((_, index) => `rack${index + 1}`));
  expect(hosts.map(({ id }) => id)).toEqual(hosts.map((_, index) => index + 1));
  const sizes = racks.map((rack) => rack.hosts.length);
  expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
  const names = hosts.map(({ name }) => name);
  // All names have the same length, so their alphabetical order is that of their numbers.
  expect(names.toSorted()).toEqual(names);
  expect(new Set(names.map(({ length }) => length)).size).toBe(1);
  expect(names[0]).toMatch(/^stor-0+1$/);
  expect(new Set(hosts.map(({ ip }) => ip)).size).toBe(hosts.length);
  for (const { ip } of hosts) {
    expect(ip).toMatch(/^10\.2\.\d+\.\d+$/);
    const [, , third, fourth] = ip.split('.').map(Number) as [number, number, number, number];
    expect([third < 256, fourth > 10 && fourth < 255]).toEqual([true, true]);
  }
});

test('new OSDs are up, in and empty, and answer each other within milliseconds', () => {
  for (const osd of buildTopology(60, new Dice(1)).osds) {
    expect(osd).toMatchObject({ up: true, in: true, used: 0, reweight: 1, process: 'running', shards: [] });
    expect(osd).toMatchObject({
      destroyed: false,
      disturbed: false,
      lagMs: 0,
      autoOut: false,
      backfills: 0,
      reservations: { sending: 0, receiving: 0 },
    });
    expect(osd.smart.status).toBe('OK');
    expect(osd.pingMs).toBeGreaterThanOrEqual(0.6);
    expect(osd.pingMs).toBeLessThan(2.4);
  }
});

test.each([
  ['nothing is wrong', {}, {}, [true, true, true]],
  ['its server has no power', { powered: false }, {}, [false, false, false]],
  ['its server has no network', { connected: false }, {}, [false, false, false]],
  ['the kernel of its server hangs', { frozen: true }, {}, [false, false, false]],
  ['its process hangs', {}, { process: 'hung' }, [true, false, false]],
  ['its process has ended', {}, { process: 'stopped' }, [true, false, false]],
  ['its heartbeats are lost', {}, { disturbed: true }, [true, true, false]],
])(
  'whether a server answers, its OSD runs, and that OSD answers, is known if %s',
  (_, ofHost, ofOsd, expected) => {
    const [osd] = buildTopology(3, new Dice(1)).osds;
    Object.assign(osd!, ofOsd);
    Object.assign(osd!.host, ofHost);
    expect([hostAnswers(osd!.host), osdRuns(osd!), osdAnswers(osd!)]).toEqual(expected);
  },
);

import { expect, test } from 'vitest';
import {
  busyDisks,
  hostLoad,
  loadBetween,
  networkBytes,
  processorTicks,
  usedMemory,
  type Counters,
} from '../../../../src/service/ceph/history/hostLoad.ts';
import { fakeClock } from '../../../support/fakeClock.ts';

const NET_DEV = `Inter-|   Receive                                                |  Transmit
 face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls carrier compressed
    lo: 9000000   50000    0    0    0     0          0         0  9000000   50000    0    0    0     0       0          0
  eth0: 1000       10    0    0    0     0          0         0     500       5    0    0    0     0       0          0
enp3s0:2000       20    0    0    0     0          0         0     700       7    0    0    0     0       0          0
`;
const DISKSTATS = `   7       0 loop0 5 0 40 1 0 0 0 0 0 900 1 0 0 0 0 0 0
   8       0 sda 100 0 800 50 200 0 1600 90 0 120 140 0 0 0 0 0 0
   8       1 sda1 90 0 700 40 100 0 900 80 0 110 120 0 0 0 0 0 0
 253       0 dm-0 90 0 700 40 100 0 900 80 0 115 120 0 0 0 0 0 0
 259       0 nvme0n1 10 0 80 5 20 0 160 9 0 34 14 0 0 0 0 0 0
 259       1 nvme0n1p1 10 0 80 5 20 0 160 9 0 33 14 0 0 0 0 0 0
`;

const counters = (changes: Partial<Counters> = {}): Counters => ({
  busy: 1000,
  total: 4000,
  traffic: 5000,
  disks: new Map([['sda', 200]]),
  ...changes,
});

test('network traffic is counted for every interface except loopback, in both directions', () => {
  expect(networkBytes(NET_DEV)).toBe(1000 + 500 + 2000 + 700);
  expect(networkBytes('')).toBe(0);
});

test('only whole disks are counted, not partitions and layers on top', () => {
  expect(busyDisks(DISKSTATS)).toEqual(
    new Map([
      ['sda', 120],
      ['nvme0n1', 34],
    ]),
  );
});

test('a load is the growth of the counters', () => {
  const later = counters({ busy: 1500, total: 6000, traffic: 6000, disks: new Map([['sda', 700]]) });
  expect(loadBetween(counters(), later, 1000)).toEqual({
    'server-cpu/busy': 25,
    'server-network/traffic': 8000,
    'server-disk-load/sda': 50,
  });
});

test('a disk is busy for 100 % at most, even if it was read a little late', () => {
  const later = counters({ disks: new Map([['sda', 1300]]) });
  expect(loadBetween(counters(), later, 1000)['server-disk-load/sda']).toBe(100);
});

test('a counter that was reset, and a new disk, leave a gap', () => {
  const later = counters({
    total: 6000,
    traffic: 10,
    disks: new Map([
      ['sda', 3],
      ['sdb', 70],
    ]),
  });
  expect(loadBetween(counters(), later, 1000)).toEqual({ 'server-cpu/busy': 0 });
});

test('processors are busy in all ticks except those of idling and of waiting for disks', () => {
  const stat = 'cpu  100 10 50 800 40 5 5 0 7 0\ncpu0 1 1 1 1 1 1 1 1 1 1\n';
  expect(processorTicks(stat)).toEqual({ busy: 170, total: 1010 });
});

test('memory that is available at once does not count as used', () => {
  expect(usedMemory('MemTotal:  1000 kB\nMemFree: 100 kB\nMemAvailable:  250 kB\n')).toBe(75);
});

test('a processor of whose ticks nothing is known has none, and a single tick is a whole load', () => {
  expect(processorTicks('')).toEqual({ busy: 0, total: 0 });
  expect(loadBetween(counters(), counters({ busy: 1001, total: 4001 }), 1000)['server-cpu/busy']).toBe(100);
});

test('the load of a server is measured since the time of the previous measurement, with what needs none', async () => {
  const clock = fakeClock();
  const asked: unknown[] = [];
  let bytes = 0;
  const measure = hostLoad(clock);
  const next = () =>
    measure({
      call: async (...request: unknown[]) => {
        asked.push(request);
        bytes += 1000;
        const disks = `8 0 sda 0 0 0 0 0 0 0 0 0 ${bytes / 10}`;
        return [
          `cpu ${bytes} 0 0 0`,
          `eth0: ${bytes} 0 0 0 0 0 0 0 0`,
          disks,
          '0.5 0.4',
          'MemTotal: 4\nMemAvailable: 1',
        ];
      },
    } as never);
  const always = { 'server-load/load': 0.5, 'server-memory/used': 75 };
  expect(await next()).toEqual(always);
  expect(await next()).toEqual(always);
  await clock.advance(2000);
  expect(await next()).toEqual({
    ...always,
    'server-cpu/busy': 100,
    'server-network/traffic': 4000,
    'server-disk-load/sda': 5,
  });
  const paths = ['/proc/stat', '/proc/net/dev', '/proc/diskstats', '/proc/loadavg', '/proc/meminfo'];
  expect(asked[0]).toEqual(['host.read', { paths }, { timeoutMs: 5000 }]);
});

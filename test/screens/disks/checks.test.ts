import { describe, expect, test } from 'vitest';
import type { CrushMap } from '../../../src/api/contract/crush.ts';
import type { Disk } from '../../../src/api/contract/disks.ts';
import type { Pool } from '../../../src/api/contract/pools.ts';
import {
  checkBenchmark,
  checkClass,
  checkEndOfDisk,
  checkNewOsd,
  checkRole,
  type DiskCheckInput,
} from '../../../src/screens/disks/checks.ts';

const TIB = 2 ** 40;
const HOSTS = ['a', 'b', 'c', 'd'];

/** Four hosts with one OSD each. Those in `down` are down, and all have the usage `used`. */
function crush(down: readonly number[], used = 0.3): CrushMap {
  const osds = HOSTS.map((_, id) => ({
    id,
    name: `osd.${id}`,
    type: 'OSD',
    status: down.includes(id) ? 'DOWN' : 'UP',
    reweight: 1,
    deviceClass: 'hdd',
    size: TIB,
    used: TIB * used,
  }));
  const hosts = HOSTS.map((name, id) => ({ id: -2 - id, name, type: 'HOST', children: [id] }));
  return {
    nodes: [{ id: -1, name: 'default', type: 'ROOT', children: [-2, -3, -4, -5] }, ...hosts, ...osds],
  };
}

const POOL: Pool = { name: 'vms', poolId: 1, size: 3, minSize: 2, crushRule: 0 };
const RULES = [
  {
    id: 0,
    name: 'replicated',
    steps: [
      { op: 'TAKE', crushMapTextFormat: 'step take default' },
      { op: 'CHOOSELEAF', crushMapTextFormat: 'step chooseleaf firstn 0 type host' },
    ],
  },
];

const disk = (id: number, more: Partial<Disk> = {}): Disk => ({
  id: id + 1,
  hostname: HOSTS[id] ?? 'a',
  server: id + 1,
  name: 'sdb',
  role: 'osd',
  osdId: id,
  deviceClass: 'hdd',
  ...more,
});

const input = (
  down: readonly number[] = [],
  more: Partial<DiskCheckInput> & { readonly used?: number; readonly warn?: number } = {},
): DiskCheckInput => {
  const { used, warn = down.length > 0 ? 10 : 0, ...rest } = more;
  return {
    crush: crush(down, used),
    pools: [POOL],
    rules: RULES,
    status: {
      placementGroups: [{ poolName: 'vms', poolId: 1, total: 100, okay: 100 - warn, warn, error: 0 }],
    },
    disks: HOSTS.map((_, id) => disk(id)),
    ...rest,
  };
};

const blocks = (checks: readonly { level: string; text: string }[]) =>
  checks.filter(({ level }) => level === 'block').map(({ text }) => text);
const all = (checks: readonly { text: string }[]) => checks.map(({ text }) => text).join('\n');

describe('checks of releasing a disk', () => {
  test('an OSD that is down cannot be given up while placement groups need its data, although all pools look whole', () => {
    const needs = [
      { group: '8.6', osds: [0, 2] },
      { group: '8.7', osds: [0] },
    ];
    const whole = { warn: 0, needs };
    expect(blocks(checkEndOfDisk(disk(0), input([0], whole)))).toEqual([
      'pgs 8.6, 8.7 need its data: start it first, or objects are lost',
    ]);
    expect(blocks(checkEndOfDisk(disk(1), input([0, 1], whole)))).toEqual([]);
  });

  test('releasing a disk of a healthy cluster has no blocker, and shows where the data goes', () => {
    const found = checkEndOfDisk(disk(0), input());
    expect(all(found)).toMatch(/307 GiB move to the other hdd OSDs; the fullest of them comes to about 40%/);
    expect(all(found)).toMatch(/NO BLOCKER FOUND/);
  });

  test('releasing a dead OSD is blocked if it may hold the last copy, and not once all placement groups are clean', () => {
    expect(blocks(checkEndOfDisk(disk(0), input([0, 1, 2])))).toEqual([
      expect.stringMatching(/last copies of data in vms, and it is DOWN: start it again first/) as string,
    ]);
    expect(all(checkEndOfDisk(disk(0), input([0, 1, 2], { warn: 0 })))).not.toMatch(/last copies/);
  });

  test('releasing a running OSD that may hold the last copy is a warning, because it moves its data away first', () => {
    const found = checkEndOfDisk(disk(0), input([1, 2], { used: 0.1 }));
    expect(blocks(found)).toEqual([]);
    expect(all(found)).toMatch(/last copies of data in vms: it must stay up until all of them have left it/);
  });

  test('releasing a disk reports that the loss of one more domain leaves copies below min_size', () => {
    expect(all(checkEndOfDisk(disk(0), input([1])))).toMatch(/at worst I\/O would stop in vms if it failed/);
    expect(all(checkEndOfDisk(disk(0), input([0, 1])))).toMatch(/at worst I\/O stops in vms/);
  });

  test('releasing a disk is blocked if the others have no room, or a flag keeps the data in place', () => {
    expect(blocks(checkEndOfDisk(disk(0), input([], { used: 0.85 })))).toEqual([
      'it holds 870 GiB, and the other hdd OSDs have room for 154 GiB',
    ]);
    const flags = [{ name: 'norebalance', currentState: true }];
    expect(blocks(checkEndOfDisk(disk(0), input([], { flags })))).toEqual([
      'flag norebalance is set: no data would leave osd.0',
    ]);
  });

  test('releasing a disk is blocked while it holds journals, or a monitor needed for the quorum', () => {
    const journal = disk(0, { id: 9, role: 'journal' });
    const disks = [journal, disk(1, { journalDisk: 9 })];
    expect(blocks(checkEndOfDisk(journal, input([], { disks })))).toEqual([
      expect.stringMatching(/holds the journals of osd\.1/) as string,
    ]);
    const mons = [true, true, false].map(
      (daemonRunning, id) => ({ id, hostname: HOSTS[id] ?? '', role: 'mon', daemonRunning }) satisfies Disk,
    );
    expect(blocks(checkEndOfDisk(mons[0]!, input([], { disks: mons })))).toEqual([
      expect.stringMatching(/1 of 2 other monitors running.*no quorum/) as string,
    ]);
  });

  test('releasing a disk reports a task that uses it and a silent server', () => {
    const tasks = [{ id: 4, name: 'Benchmark', object: 'a:sdb', state: 'RUNNING' }];
    const found = all(checkEndOfDisk(disk(0, { serverLastSeen: 120 }), input([], { tasks })));
    expect(found).toMatch(/task 4 \(Benchmark\) is working on a:sdb/);
    expect(found).toMatch(/a has not been heard from for 120 s/);
  });
});

describe('checks of creating an OSD', () => {
  const free = disk(0, { role: 'unassigned' });

  test('creating an OSD is blocked on a disk in use, and on a free disk shows what is erased', () => {
    expect(blocks(checkNewOsd(disk(0), {}, input()))).toEqual(['it is osd.0: release it first']);
    expect(all(checkNewOsd(free, {}, input()))).toMatch(/everything that is on a:sdb is erased/);
  });

  test('creating an OSD reuses only the id of a destroyed OSD, and only a journal disk of the same server', () => {
    expect(blocks(checkNewOsd(free, { reuseOsdId: 2 }, input()))).toEqual([
      'osd.2 is not destroyed: its id cannot be taken over',
    ]);
    const full: Disk = { id: 7, server: 1, hostname: 'a', role: 'journal', partitions: 2, usedPartitions: 2 };
    const disks = [free, full, { ...full, id: 8, server: 2 }];
    expect(blocks(checkNewOsd(free, { journalDisk: 7 }, input([], { disks })))).toEqual([
      'all 2 partitions of disk 7 are in use',
    ]);
    expect(blocks(checkNewOsd(free, { journalDisk: 8 }, input([], { disks })))).toEqual([
      'disk 8 is not a journal disk of a',
    ]);
  });
});

test('a role is refused for a disk in use, and a second monitor for a server', () => {
  expect(blocks(checkRole(disk(0), 'mon', input()))).toEqual([
    'it is osd.0: release it first (role unassigned)',
  ]);
  expect(blocks(checkRole(disk(0), 'unassigned', input()))).toEqual([]);
  const free = disk(0, { id: 8, role: 'unassigned' });
  const disks = [free, disk(0, { id: 9, name: 'sdc', role: 'mon' })];
  expect(blocks(checkRole(free, 'mon', input([], { disks })))).toEqual(['a has a monitor on a:sdc already']);
});

test('another device class moves data, and the same class is refused', () => {
  expect(blocks(checkClass(disk(0), 'hdd', input()))).toEqual(['osd.0 is of the class hdd already']);
  expect(all(checkClass(disk(0), 'sdd', input()))).toMatch(/no OSD has the device class sdd yet/);
});

test('a benchmark of a disk is refused while its OSD is down', () => {
  expect(blocks(checkBenchmark(disk(0), input([0])))).toEqual(['osd.0 is DOWN: it cannot measure its disk']);
  expect(blocks(checkBenchmark(disk(1), input([0])))).toEqual([]);
});

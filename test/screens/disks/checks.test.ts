import { describe, expect, test } from 'vitest';
import type { Disk } from '../../../src/api/contract/disks.ts';
import { checkBenchmark, checkClass, checkNewOsd, checkRole } from '../../../src/screens/disks/checks.ts';
import { all, blocks, disk, input, lines, room } from './checked.ts';

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

test('what is known about a new OSD is told: its disk, the id, the journal and the class', () => {
  const journal: Disk = { id: 7, server: 1, hostname: 'a', name: 'nvme0', role: 'journal', partitions: 2 };
  const bare: Disk = { id: 1, hostname: 'a', server: 1, name: 'sdb', role: 'unassigned' };
  const free = { ...bare, smart: { status: 'FAILING_NOW' } };
  const where = input([], { disks: [free, journal] });
  const nodes = [...(where.crush?.nodes ?? []), { id: 5, type: 'OSD', status: 'DESTROYED' }];
  const options = { reuseOsdId: 5, journalDisk: 7, crushDeviceClass: 'hddd' };
  expect(lines(checkNewOsd(free, options, { ...where, crush: { nodes } }))).toEqual([
    'warn everything that is on a:sdb is erased',
    'warn SMART: FAILING_NOW',
    'ok osd.5 is destroyed: its id can be taken over',
    'warn when a:nvme0 breaks, this OSD is lost with it',
    'warn no OSD has the device class hddd yet: is it spelled right?',
    'ok data moves to it once it is up',
  ]);
  const sound = { ...free, smart: { status: 'PASSED' } };
  expect(lines(checkNewOsd(sound, { crushDeviceClass: 'hdd' }, where))).toEqual([
    'warn everything that is on a:sdb is erased',
    'ok data moves to it once it is up',
  ]);
  expect(blocks(checkNewOsd({ hostname: 'a', role: 'journal' }, {}, input()))).toEqual([
    'it is used as journal: release it first',
  ]);
});

test('a role is refused for a disk in use, and a second monitor for a server', () => {
  expect(blocks(checkRole(disk(0), 'mon', input()))).toEqual([
    'it is osd.0: release it first (role unassigned)',
  ]);
  expect(blocks(checkRole(disk(0), 'unassigned', input()))).toEqual([]);
  const free = disk(0, { id: 8, role: 'unassigned' });
  const disks = [free, disk(0, { id: 9, name: 'sdc', role: 'mon' })];
  expect(lines(checkRole(free, 'mon', { status: {}, disks }))).toEqual([
    'block a has a monitor on a:sdc already',
    'warn everything that is on a:sdb is erased',
  ]);
});

test('another device class moves data, and the same class is refused', () => {
  expect(lines(checkClass(disk(0), undefined, input([], { warn: 1 })))).toEqual([
    'warn up to 307 GiB leave it, and other data comes: rules that name a class follow',
    'warn already degraded: vms (min_size 2); one more loss may stop I/O',
  ]);
  expect(lines(checkClass(disk(0), 'ssd', room({}, { deviceClass: 'ssd' })))).toEqual([
    'warn up to 0 B leave it, and other data comes: rules that name a class follow',
  ]);
  expect(blocks(checkClass({ id: 9, hostname: 'a' }, 'hdd', input()))).toEqual(['there is no OSD on it']);
  expect(blocks(checkClass(disk(0), 'hdd', input()))).toEqual(['osd.0 is of the class hdd already']);
  expect(all(checkClass(disk(0), 'sdd', input()))).toMatch(/no OSD has the device class sdd yet/);
});

test('a benchmark of a disk is refused while its OSD is down', () => {
  expect(blocks(checkBenchmark(disk(0), input([0])))).toEqual(['osd.0 is DOWN: it cannot measure its disk']);
  expect(lines(checkBenchmark(disk(1), input([0])))).toEqual([
    'warn osd.1 serves clients: they wait while it is measured',
    'warn already degraded: vms (min_size 2); one more loss may stop I/O',
  ]);
  expect(lines(checkBenchmark(disk(9), { status: {} }))).toEqual([
    'warn osd.9 serves clients: they wait while it is measured',
  ]);
});

test.each([
  [{ role: 'mon' }, ['warn it is used as mon, which slows down meanwhile']],
  [{ role: 'unassigned' }, ['ok NO BLOCKER FOUND']],
  [
    { role: 'unassigned', missing: true },
    [
      'warn the disk is missing: its server does not see it',
      'block a disk that is missing cannot be measured',
    ],
  ],
])('a benchmark of a disk without an OSD is judged by its use: %o', (more, found) => {
  expect(lines(checkBenchmark({ id: 9, hostname: 'a', ...more }, input()))).toEqual(found);
});

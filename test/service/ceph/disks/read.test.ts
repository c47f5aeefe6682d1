import { expect, test } from 'vitest';
import {
  databaseOf,
  disks,
  readOsdMetadata,
  type MonMetadata,
  type OsdMetadata,
} from '../../../../src/service/ceph/disks/read.ts';
import type { OsdTree } from '../../../../src/service/ceph/map/osdTree.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { recorded, recordedCeph } from '../recordedCeph.ts';
import { sample } from '../samples.ts';

const osds = sample('osdMetadata') as OsdMetadata[];
const mons = sample('monMetadata') as MonMetadata[];
const tree = sample('osdTreeRacks') as OsdTree;
const servers = new Map([
  ['node1', 9],
  ['node4', 3],
]);
const all = disks(osds, mons, tree, servers);

test('the disk of an OSD has the id of the OSD', () => {
  expect(all.find(({ osdId }) => osdId === 0)).toEqual({
    id: 0,
    hostname: 'node1',
    server: 9,
    role: 'osd',
    osdId: 0,
    name: 'vda',
    path: '/dev/vda',
    capacity: 10 * 2 ** 30,
    deviceClass: 'hdd',
    daemonRunning: true,
    bluestore: true,
  });
});

test('a disk whose OSD is down is still listed, with an unknown daemon, which may hang or be cut off', () => {
  const down = all.find(({ osdId }) => osdId === 3);
  expect(down).toMatchObject({ role: 'osd' });
  expect(down).not.toHaveProperty('daemonRunning');
});

test('a disk of a destroyed OSD is marked as such', () => {
  const nodes = tree.nodes.map((node) => (node.id === 3 ? { ...node, status: 'destroyed' } : node));
  const found = disks(osds, mons, { ...tree, nodes }, servers);
  expect(found.find(({ osdId }) => osdId === 3)?.role).toBe('old_osd');
});

test('monitors have disks, with ids that no OSD has', () => {
  const mons = ['node1', 'elsewhere'].map((hostname) => ({
    name: hostname,
    hostname,
    devices: 'vda,vdb',
    device_ids: 'vdb=QEMU_7',
  }));
  const found = disks([], mons, tree, servers);
  const ids = found.map(({ id = 0 }) => id);
  expect(new Set(ids).size).toBe(4);
  expect(Math.min(...ids)).toBeGreaterThan(1000);
  const disk = (hostname: string, name: string) => ({
    id: expect.any(Number) as number,
    hostname,
    role: 'mon',
    name,
    path: `/dev/${name}`,
  });
  expect(found).toEqual([
    { ...disk('node1', 'vda'), server: 9 },
    { ...disk('node1', 'vdb'), server: 9, serial: '7', info: 'QEMU' },
    disk('elsewhere', 'vda'),
    { ...disk('elsewhere', 'vdb'), serial: '7', info: 'QEMU' },
  ]);
});

test('OSDs that share a device for their databases share one journal disk', () => {
  const shared = [0, 1].map((id) => ({
    id,
    hostname: 'node1',
    devices: 'nvme0n1,sda',
    device_ids: 'nvme0n1=INTEL_SSDPE2KX010T8_BTLJ1234,sda=ATA_ST4000NM000A_WS2',
    bluefs_db_devices: 'nvme0n1',
    bluefs_db_type: 'ssd',
  }));
  const found = disks(shared, [], tree, servers);
  const journals = found.filter(({ role }) => role === 'journal');
  expect(journals).toEqual([
    {
      id: expect.any(Number) as number,
      hostname: 'node1',
      server: 9,
      role: 'journal',
      name: 'nvme0n1',
      path: '/dev/nvme0n1',
      deviceClass: 'ssd',
      serial: 'BTLJ1234',
      info: 'INTEL SSDPE2KX010T8',
    },
  ]);
  expect(found.filter(({ role }) => role === 'osd')).toMatchObject([
    { name: 'sda', serial: 'WS2', journalDisk: journals[0]?.id },
    { name: 'sda', serial: 'WS2', journalDisk: journals[0]?.id },
  ]);
  const bare = { id: 0, hostname: 'elsewhere', bluefs_db_devices: 'nvme0n1,nvme1n1' };
  const [, one, other] = disks([bare], [], tree, servers);
  expect(one).toEqual({
    id: expect.any(Number) as number,
    hostname: 'elsewhere',
    role: 'journal',
    name: 'nvme0n1',
    path: '/dev/nvme0n1',
  });
  expect(new Set([one?.id, other?.id, journals[0]?.id]).size).toBe(3);
});

test('an OSD without any details still has a disk', () => {
  expect(disks([{ id: 5 }], [], tree, servers)).toEqual([
    { id: 5, hostname: '', role: 'osd', osdId: 5, bluestore: false },
  ]);
});

test.each([
  ['ATA_ST4000NM000A_WS2', 'WS2', 'ATA ST4000NM000A'],
  ['QEMU_', '', 'QEMU'],
  ['WS2', 'WS2', ''],
  ['_WS2', 'WS2', ''],
])('the device id %j is split into the serial number %j and the model %j', (id, serial, info) => {
  const [disk] = disks(
    [{ id: 0, devices: 'sdb,sda', device_ids: `sdb=${id},sda=other_one` }],
    [],
    tree,
    servers,
  );
  expect(disk).toMatchObject({ name: 'sdb', serial, info });
});

test('a disk without a known device id has neither serial number nor model', () => {
  const [disk] = disks([{ id: 0, devices: 'sda', device_ids: 'sdb=a_b,broken' }], [], tree, servers);
  expect(disk).toMatchObject({ name: 'sda' });
  expect([disk?.serial, disk?.info]).toEqual([undefined, undefined]);
});

test('of each OSD only what its disks need is read', async () => {
  const { ceph, asked } = recordedCeph(fakeClock(), { 'osd metadata': recorded('osdMetadata') });
  const read = disks(await readOsdMetadata(ceph), [], tree, servers);
  expect(read).toEqual(disks(osds, [], tree, servers));
  const request = asked.find((one) => 'command' in one && one.command['prefix'] === 'osd metadata');
  const devices = ['devices', 'device_ids', 'bluefs_db_devices', 'bluefs_db_type'];
  const own = ['id', 'hostname', 'osd_objectstore', 'bluestore_bdev_size', 'bluestore_bdev_type'];
  expect(request).toMatchObject({ only: expect.arrayContaining([...own, ...devices]) as string[] });
});

test.each([
  ['/dev/nvme0n1p2', 'nvme0n1', 2],
  ['/dev/sdb1', 'sdb', 1],
  // As Ceph 16.2.15 tells it for a database on a partition of a loop device.
  ['/dev/loop40p1', 'loop40', 1],
  ['/dev/dm-3', 'nvme0n1', undefined],
  ['/dev/nvme0n1', 'nvme0n1', undefined],
  ['/dev/sdbc1', 'sdb', undefined],
  ['unknown', 'sdb', undefined],
])('a database at %s on the disk %s is on the partition %s', (path, device, partition) => {
  const osd = { id: 0, devices: `sda,${device}`, bluefs_db_devices: device, bluefs_db_partition_path: path };
  expect(databaseOf(osd)).toEqual({ device, partition });
  expect(disks([osd], [], tree, servers)[0]?.journalPartition).toBe(partition);
});

test('an OSD whose database is with its data has no other place of it', () => {
  expect(databaseOf({ id: 0, devices: 'sda' })).toBeUndefined();
});

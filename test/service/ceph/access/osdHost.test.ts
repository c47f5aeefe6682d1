import { expect, test } from 'vitest';
import {
  osdHostOf,
  requireUnused,
  stopDaemon,
  wipeAfter,
} from '../../../../src/service/ceph/access/osdHost.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { recordedCeph } from '../recordedCeph.ts';
import { fakeAccess } from './fakeAccess.ts';

const data = (id: number) => `/var/lib/ceph/osd/ceph-${id}`;
/** Two OSDs with their databases on nvme0n1, and a destroyed OSD that was on sdd. */
const OSDS = [
  { id: 1, hostname: 'a', osd_data: data(1), devices: 'nvme0n1,sdb', bluefs_db_devices: 'nvme0n1' },
  { id: 2, hostname: 'a', osd_data: data(2), devices: 'nvme0n1,sdc', bluefs_db_devices: 'nvme0n1' },
  { id: 3, hostname: 'a', osd_data: data(3), devices: 'sdd' },
];
const { ceph, asked } = recordedCeph(fakeClock(), {
  'osd metadata': { json: [...OSDS, { id: 4, hostname: 'a' }, { id: 5, osd_data: data(5) }] },
  'osd tree': {
    json: {
      nodes: OSDS.map(({ id }) => ({
        id,
        name: `osd.${id}`,
        type: 'osd',
        status: id === 3 ? 'destroyed' : 'up',
      })),
      stray: [],
    },
  },
});
const carrying = (name: string, holds: readonly string[]) => ({
  name,
  path: `/dev/${name}`,
  size: 1e12,
  holds,
});

test('an OSD is on the server that its daemon reported, with its data disk', async () => {
  expect(await osdHostOf(ceph, 1)).toEqual({
    hostname: 'a',
    data: data(1),
    device: 'sdb',
    database: { device: 'nvme0n1', partition: undefined },
  });
  for (const id of [4, 5, 9]) expect(await osdHostOf(ceph, id)).toBeUndefined();
  // An OSD may have moved a moment ago.
  const before = asked.length;
  await osdHostOf(ceph, 1);
  expect(asked.slice(before)).toMatchObject([{ command: { prefix: 'osd metadata' } }]);
});

test('a disk with the database of a live OSD is in use, and one of a destroyed OSD is not', async () => {
  await expect(requireUnused(ceph, 'a', 'nvme0n1')).rejects.toMatchObject({
    status: 409,
    message: 'nvme0n1 of a is in use by osd.1, osd.2',
  });
  await expect(requireUnused(ceph, 'a', 'sdb')).rejects.toMatchObject({
    message: 'sdb of a is in use by osd.1',
  });
  await requireUnused(ceph, 'a', 'sdd');
  await requireUnused(ceph, 'b', 'nvme0n1');
});

test('a daemon is stopped by its data directory, unless its server cannot be reached', async () => {
  const { access, lines } = fakeAccess({ a: {} });
  const place = { hostname: 'a', data: data(1), device: 'sdb' };
  expect(await stopDaemon(access, 1, place)).toBe('the daemon of osd.1 on a has stopped');
  expect(lines).toEqual([`a: host.stop_osd {"osd":1,"data":"${data(1)}","forever":true}`]);
  expect(await stopDaemon(access, 1, { ...place, hostname: 'b' })).toBeUndefined();
  expect(lines).toHaveLength(1);
});

test.each([
  ['a', undefined],
  ['elsewhere', 'sdb'],
])('nothing is wiped on server %s if the disk of the OSD is %s', async (hostname, device) => {
  const { access, lines } = fakeAccess({ a: {} });
  const output: string[] = [];
  await wipeAfter({ ceph, access }, 1, { hostname, data: data(1), device }, (line) => output.push(line));
  expect([...output, ...lines]).toEqual([]);
});

test('all OSDs because of which a disk is not wiped are named', async () => {
  const { access } = fakeAccess({ a: {} });
  const output: string[] = [];
  const host = { hostname: 'a', data: data(9), device: 'nvme0n1' };
  await wipeAfter({ ceph, access }, 9, host, (line) => output.push(line));
  expect(output).toEqual(['nvme0n1 of a was not wiped: osd.1, osd.2 is on it, too']);
});

test.each([
  ['nvme0n1', ['ceph_bluestore'], /not wiped: osd\.2 is on it, too/],
  ['sdb', ['ext4'], /not wiped: .*contains ext4/],
  ['sdb', ['ceph_bluestore'], /is empty/],
])(
  'after the removal of an OSD, %s that contains %o is only wiped of what that OSD left',
  async (device, holds, told) => {
    const { access, lines } = fakeAccess({ a: { 'host.disks': () => [carrying(device, holds)] } });
    const output: string[] = [];
    await wipeAfter({ ceph, access }, 1, { hostname: 'a', data: data(1), device }, (line) =>
      output.push(line),
    );
    expect(output.join('\n')).toMatch(told);
    expect(lines.some((line) => line.includes('zap'))).toBe(told.source === 'is empty');
  },
);

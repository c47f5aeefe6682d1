import { expect, test } from 'vitest';
import {
  hostDiskId,
  isOfOsd,
  readDisks,
  whyUnusable,
  withHostDisks,
} from '../../../../src/service/ceph/access/disks.ts';
import type { HostDisk } from '../../../../src/service/ceph/access/hostDisk.ts';
import { latestAnswers } from '../../../../src/service/ceph/access/latestAnswers.ts';
import { Refusal } from '../../../../src/service/engine.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { fakeAccess } from './fakeAccess.ts';

const GIB = 1024 ** 3;
const disk = (change: Partial<HostDisk> = {}): HostDisk => ({
  name: 'sdb',
  path: '/dev/sdb',
  size: 100 * GIB,
  model: 'ACME 1',
  serial: 'S1',
  wwn: '0x5',
  rotates: true,
  readOnly: false,
  removable: false,
  holds: [],
  smart: null,
  ...change,
});

test.each([
  [{}, undefined],
  [{ holds: ['ext4 mounted at /srv'] }, 'it contains ext4 mounted at /srv'],
  [{ holds: ['not known: timed out'] }, 'it contains not known: timed out'],
  [{ readOnly: true }, 'it is read-only'],
  [{ removable: true }, 'it is removable'],
  [{ size: GIB }, 'it is smaller than 5 GiB'],
])('a disk that is %o is available for an OSD, or has the reason why not', (change, why) => {
  expect(whyUnusable(disk(change))).toBe(why);
});

test.each([
  [['ceph_bluestore'], true],
  [['LVM2_member', 'ceph--1f-osd--block--2e (lvm, ceph_bluestore)'], true],
  [['LVM2_member'], false],
  [['LVM2_member', 'vg-root (lvm, ext4 mounted at /)'], false],
  [['ceph_bluestore', 'sdb1 (part, ext4)'], false],
  [[], false],
])('what is on a disk, %o, is recognized as belonging to an OSD alone, or not', (holds, expected) => {
  expect(isOfOsd(disk({ holds }))).toBe(expected);
});

test('the disks of OSDs get the details from their server, and its other disks are listed with them', () => {
  const known = [{ id: 3, hostname: 'a', server: 9, role: 'osd' as const, osdId: 3, name: 'sdb' }];
  const seen = new Map([
    [
      'a',
      {
        age: 4,
        value: [
          disk({ smart: { status: 'FAILED', details: 'Reallocated_Sector_Ct: 99' } }),
          disk({ name: 'sdc', path: '/dev/sdc' }),
          disk({ name: 'sda', path: '/dev/sda', holds: ['sda1 (part, ext4 mounted at /)'] }),
          disk({ name: 'sdd', path: '/dev/sdd', holds: ['ceph_bluestore'] }),
        ],
      },
    ],
  ]);
  const [osd, ...others] = withHostDisks(known, seen, new Map([['a', 9]]));
  expect(osd).toMatchObject({
    id: 3,
    role: 'osd',
    serial: 'S1',
    smart: { status: 'FAILED' },
    lastSeen: 4,
  });
  expect(others.map(({ name, role, info }) => [name, role, info])).toEqual([
    ['sdc', 'unassigned', 'ACME 1'],
    ['sda', 'other', 'ACME 1; it contains sda1 (part, ext4 mounted at /)'],
    ['sdd', 'old_osd', 'ACME 1; it contains ceph_bluestore'],
  ]);
  expect(others[0]).toMatchObject({ id: hostDiskId('a', 'sdc'), server: 9, hostname: 'a', path: '/dev/sdc' });
});

test('a server that does not answer delays nobody, and its previous disks are shown with their age', async () => {
  const clock = fakeClock();
  let broken = false;
  const { access } = fakeAccess({
    a: {
      'host.disks': () => {
        if (broken) throw new Refusal(503, 'no connection to a');
        return [disk()];
      },
    },
  });
  const seen = latestAnswers(access, clock, readDisks);
  expect([...(await seen(['a', 'elsewhere']))].map(([host]) => host)).toEqual(['a']);
  broken = true;
  await clock.advance(60_000);
  expect((await seen(['a'])).get('a')).toMatchObject({
    age: 60,
    value: [{ name: 'sdb' }],
  });
});

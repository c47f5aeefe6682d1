import { expect, test } from 'vitest';
import {
  findDisk,
  hostDiskId,
  isOfOsd,
  readDisks,
  whyUnusable,
  withHostDisks,
} from '../../../../src/service/ceph/access/disks.ts';
import type { HostDisk } from '../../../../src/service/ceph/access/hostDisk.ts';
import { latestAnswers } from '../../../../src/service/ceph/access/latestAnswers.ts';
import type { StorageCall } from '../../../../src/service/ceph/client/storage.ts';
import { Refusal } from '../../../../src/service/engine.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { refusal } from '../../../support/refusal.ts';
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
  [{ holds: ['ext4', 'swap'] }, 'it contains ext4, swap'],
  [{ refused: 'the orchestrator rejects it: locked' }, 'the orchestrator rejects it: locked'],
  [{ readOnly: true }, 'it is read-only'],
  [{ removable: true }, 'it is removable'],
  [{ size: 5 * GIB }, undefined],
  [{ size: 5 * GIB - 1 }, 'it is smaller than 5 GiB'],
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
  expect(others[0]).toMatchObject({ wwn: '0x5', serial: 'S1' });
  expect(others[0]).not.toHaveProperty('smart');
  const bare = disk({ wwn: '', serial: '', model: '' });
  const [plain] = withHostDisks([], new Map([['a', { age: 4, value: [bare] }]]), new Map());
  for (const property of ['wwn', 'serial', 'info']) expect(plain).not.toHaveProperty(property);
  expect(
    new Set(['a', 'b'].flatMap((host) => ['sdb', 'sdc'].map((name) => hostDiskId(host, name)))).size,
  ).toBe(4);
});

test('a disk keeps what Ceph reports if its server does not list it; only that of a destroyed OSD has a new use', () => {
  const ofOsd = (osdId: number, hostname: string, name: string, role: 'osd' | 'old_osd' = 'osd') => ({
    id: osdId,
    hostname,
    role,
    osdId,
    name,
  });
  const unlisted = [ofOsd(1, 'a', 'sdz'), ofOsd(2, 'b', 'sdb'), ofOsd(3, 'a', 'sdy', 'old_osd')];
  const seen = new Map([['a', { age: 0, value: [disk()] }]]);
  const listed = withHostDisks([...unlisted, ofOsd(4, 'a', 'sdb', 'old_osd')], seen, new Map());
  expect(listed.slice(0, 3)).toEqual(unlisted);
  expect(listed.slice(3)).toMatchObject([{ id: hostDiskId('a', 'sdb'), role: 'unassigned' }]);
  expect(listed[3]).not.toHaveProperty('server');
});

test.each([
  [{ name: 'nvme0n1', rotates: false }, 'nvme'],
  [{ rotates: false }, 'ssd'],
  [{ rotates: true }, 'hdd'],
])('the class of a disk follows from its name and its kind: %o is %s', (change, deviceClass) => {
  const seen = new Map([['a', { age: 0, value: [disk({ ...change, model: '', readOnly: true })] }]]);
  expect(withHostDisks([], seen, new Map())).toMatchObject([{ deviceClass, info: 'it is read-only' }]);
});

test('a disk that its server does not have is refused, and so is one of a server that hangs', async () => {
  const { access } = fakeAccess({ a: { 'host.disks': () => [] } });
  await expect(findDisk(access, 'a', 'sdq')).rejects.toMatchObject(
    refusal(404, 'a has no disk sdq: list the disks to see which exist'),
  );
  const hangs = (async (_call: string, _args: unknown, options: { meanings?: Record<string, Error> }) => {
    throw options.meanings?.['ETIMEDOUT'];
  }) as unknown as StorageCall;
  const hanging = { ...access, on: (host: string) => ({ ...access.on(host), call: hangs }) };
  await expect(findDisk(hanging, 'a', 'sdq')).rejects.toMatchObject(
    refusal(503, 'a did not answer within 8 s: the state of its disks is unknown'),
  );
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

test('the disks of a server are read again at once after what may have changed them, also if it failed', async () => {
  const clock = fakeClock();
  let holds = ['ceph_bluestore'];
  const { access } = fakeAccess({
    a: {
      'host.disks': () => [disk({ holds })],
      'host.run': () => {
        holds = [];
        throw new Refusal(503, 'no connection to a');
      },
    },
  });
  const seen = latestAnswers(access, clock, readDisks, { version: access.diskChanges });
  const contents = async () => (await seen(['a'])).get('a')?.value[0]?.holds;
  expect(await contents()).toEqual(['ceph_bluestore']);
  const zap = { argv: ['ceph-volume', 'lvm', 'zap', '/dev/sdb'] };
  await access
    .on('a')
    .call('host.run', zap)
    .catch(() => undefined);
  expect(await contents()).toEqual([]);
});

test.each([
  ['an open volume', 'ceph--1-osd--block--2 (lvm, crypto_LUKS, aBcD (crypt))', true],
  ['a closed volume', 'crypto_LUKS', true],
  ['a volume without encryption', 'ceph--1-osd--block--2 (lvm, ceph_bluestore)', undefined],
])('a disk with %s is listed as encrypted: %s', (_what, holds, encrypted) => {
  const seen = new Map([['a', { age: 0, value: [disk({ holds: [holds] })] }]]);
  expect(withHostDisks([], seen, new Map())[0]?.encrypted).toBe(encrypted);
});

test('a journal disk is listed with its size and its partitions in use, whether OSDs have reported it or not', () => {
  const databases = [
    { number: 1, path: '/dev/sdb1', used: true },
    { number: 2, path: '/dev/sdb2', used: false },
  ];
  const found = disk({ holds: ['sdb1 (part)', 'sdb2 (part)'], databases });
  const seen = new Map([['a', { age: 0, value: [found] }]]);
  const expected = { role: 'journal', capacity: found.size, partitions: 2, usedPartitions: 1 };
  expect(withHostDisks([], seen, new Map())).toMatchObject([{ ...expected, info: 'ACME 1' }]);
  const id = hostDiskId('a', 'sdb');
  const known = { id, hostname: 'a', name: 'sdb', role: 'journal' as const };
  expect(withHostDisks([known], seen, new Map())).toMatchObject([{ id, ...expected }]);
  // The server was asked before the OSD was created.
  const osd = {
    id: 3,
    hostname: 'a',
    role: 'osd' as const,
    name: 'sdc',
    journalDisk: id,
    journalPartition: 2,
  };
  expect(withHostDisks([osd, known], seen, new Map())[1]).toMatchObject({ partitions: 2, usedPartitions: 2 });
  const old = { ...osd, role: 'old_osd' as const };
  expect(withHostDisks([old, known], seen, new Map())[1]).toMatchObject(expected);
});

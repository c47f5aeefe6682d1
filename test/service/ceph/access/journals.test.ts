import { expect, test } from 'vitest';
import type { HostDisk } from '../../../../src/service/ceph/access/hostDisk.ts';
import {
  divideDisk,
  freePartition,
  releaseJournal,
  wipeDatabase,
  withFreePartition,
} from '../../../../src/service/ceph/access/journals.ts';
import type { RanProgram } from '../../../../src/service/ceph/via/programs.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { refusal } from '../../../support/refusal.ts';
import { recordedCeph } from '../recordedCeph.ts';
import { fakeAccess } from './fakeAccess.ts';

const EMPTY: HostDisk = {
  name: 'sdb',
  path: '/dev/sdb',
  size: 100 * 1024 ** 3,
  model: '',
  serial: '',
  wwn: '',
  rotates: false,
  readOnly: false,
  removable: false,
  holds: [],
  databases: [],
  smart: null,
};
/** A journal disk; the partitions whose numbers are given are used. */
const journal = (...used: readonly number[]): HostDisk => ({
  ...EMPTY,
  holds: ['sdb1 (part)', 'sdb2 (part)'],
  databases: [1, 2].map((number) => ({ number, path: `/dev/sdb${number}`, used: used.includes(number) })),
});
/** The form in which ceph-volume reports a partition that it cannot open. */
const ZAP_FAILED = {
  status: 1,
  err: '--> Zapping: /dev/sdb1\n-->  RuntimeError: could not complete wipefs on device: /dev/sdb1\n',
};

/** The server `a`, whose disk is in these states, one after the other. */
function server(states: readonly HostDisk[], ran: Partial<RanProgram> = {}) {
  const left = [...states];
  const { access, lines } = fakeAccess({
    a: {
      'host.disks': () => [left.length > 1 ? left.shift() : left[0]],
      'host.divide_disk': () => ({ status: 0, out: '', err: '', ...ran }),
      run: () => ran,
    },
  });
  const said: string[] = [];
  return { access, lines, said, say: (line: string) => void said.push(line) };
}

test('an empty disk is divided, and is done once its server sees all partitions', async () => {
  const { access, lines, said, say } = server([EMPTY, journal()]);
  await divideDisk(access, 'a', 'sdb', 2, say);
  expect(lines).toContain('a: host.divide_disk {"name":"sdb","partitions":2}');
  expect(said).toEqual([
    '/dev/sdb of a is being divided into 2 partitions (sfdisk)',
    '/dev/sdb of a is a journal disk: each partition takes the database of one OSD',
  ]);
});

test('a disk that is no longer empty when its task begins is not divided', async () => {
  const { access, lines, say } = server([{ ...EMPTY, holds: ['ext4'] }]);
  await expect(divideDisk(access, 'a', 'sdb', 2, say)).rejects.toMatchObject(
    refusal(409, '/dev/sdb of a cannot become a journal disk: it contains ext4'),
  );
  expect(lines.some((line) => line.includes('divide'))).toBe(false);
});

test('a disk that sfdisk could not divide, or whose partitions are not seen, is not reported as done', async () => {
  const refused = server([EMPTY], {
    status: 1,
    err: 'sfdisk: cannot open /dev/sdb: Read-only file system\n',
  });
  await expect(divideDisk(refused.access, 'a', 'sdb', 2, refused.say)).rejects.toThrow(
    'sfdisk on a: sfdisk: cannot open /dev/sdb: Read-only file system',
  );
  const unseen = server([EMPTY]);
  await expect(divideDisk(unseen.access, 'a', 'sdb', 2, unseen.say)).rejects.toThrow(
    '/dev/sdb of a was divided, but 0 of its 2 partitions are seen there',
  );
});

test('the first partition that is neither used nor claimed is free, and a disk without one is refused', () => {
  expect(freePartition(journal(1), 'a', new Set()).number).toBe(2);
  expect(freePartition(journal(), 'a', new Set(['a:/dev/sdb1', 'b:/dev/sdb2'])).number).toBe(2);
  expect(() => freePartition(journal(1), 'a', new Set(['a:/dev/sdb2']))).toThrow(
    'all 2 partitions of /dev/sdb of a are in use: choose another disk',
  );
});

test('two OSDs that are created at once get different partitions, and a third one gets the first that is given back', async () => {
  const parts = { ...server([journal()]), claimed: new Set<string>() };
  const disk = { host: 'a', name: 'sdb' };
  const gate = Promise.withResolvers<void>();
  const create = () =>
    withFreePartition(parts, disk, async ({ path }) => {
      await gate.promise;
      return path;
    });
  const both = [create(), create()];
  await expect(create()).rejects.toMatchObject(refusal(409, 'all 2 partitions'));
  gate.resolve();
  expect(await Promise.all(both)).toEqual(['/dev/sdb1', '/dev/sdb2']);
  expect(await create()).toBe('/dev/sdb1');
});

test('a journal disk is released by wiping its partitions and its table, and any other disk as that of an OSD', async () => {
  const { access, lines, said, say } = server([journal()]);
  await releaseJournal(access, 'a', 'sdb', say);
  expect(lines.at(-1)).toBe('a: wipefs --all /dev/sdb1 /dev/sdb2 /dev/sdb');
  expect(said).toEqual(['/dev/sdb of a is empty']);
  const busy = server([journal()], {
    status: 1,
    err: 'wipefs: error: /dev/sdb1: probing initialization failed: Device or resource busy\n',
  });
  await expect(releaseJournal(busy.access, 'a', 'sdb', busy.say)).rejects.toThrow(
    /^wipefs on a: .*resource busy$/,
  );
  const other = server([{ ...EMPTY, holds: ['ceph_bluestore'] }]);
  await releaseJournal(other.access, 'a', 'sdb', other.say);
  expect(other.lines.at(-1)).toBe('a: ceph-volume lvm zap --destroy /dev/sdb');
});

const users = (...ids: readonly number[]) =>
  recordedCeph(fakeClock(), {
    'osd metadata': {
      json: ids.map((id) => ({
        id,
        hostname: 'a',
        bluefs_db_devices: 'sdb',
        bluefs_db_partition_path: '/dev/sdb1',
      })),
    },
    'osd tree': { json: { nodes: [], stray: [] } },
  }).ceph;
const removed = (partition: number | undefined, hostname = 'a') => ({
  hostname,
  data: '/x',
  device: 'sdc',
  database: { device: 'sdb', partition },
});

test('the partition of a removed OSD is freed, and kept', async () => {
  const { access, lines, said, say } = server([journal(1)]);
  await wipeDatabase({ ceph: users(3), access }, 3, removed(1), say);
  expect(lines.at(-1)).toBe('a: ceph-volume lvm zap /dev/sdb1');
  expect(said).toEqual(['/dev/sdb1 of a is free for the database of another OSD']);
});

test.each([
  ['another OSD uses it', users(3, 4), 1, {}, 'osd.4 uses /dev/sdb1'],
  ['its number is not known', users(3), undefined, {}, 'it is not known which partition it is on'],
  ['ceph-volume fails', users(3), 1, ZAP_FAILED, 'ceph-volume: -->  RuntimeError: could not complete wipefs'],
])('a partition is said not to be wiped if %s, and that is no failure', async (_, ceph, number, ran, why) => {
  const { access, said, say } = server([journal(1)], ran);
  await wipeDatabase({ ceph, access }, 3, removed(number), say);
  expect(said).toHaveLength(1);
  expect(said[0]).toContain(`the database of osd.3 on sdb of a was not wiped: ${why}`);
});

test('nothing is wiped on a server without access, nor a database elsewhere than on a journal disk', async () => {
  const { access, lines, said, say } = server([{ ...EMPTY, holds: ['LVM2_member'] }]);
  await wipeDatabase({ ceph: users(), access }, 3, removed(1), say);
  await wipeDatabase({ ceph: users(), access }, 3, removed(1, 'b'), say);
  await wipeDatabase({ ceph: users(), access }, 3, { ...removed(1), database: undefined }, say);
  expect([said, lines.filter((line) => line.includes('zap'))]).toEqual([[], []]);
});

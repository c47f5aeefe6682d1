import { expect, test } from 'vitest';
import type { Disk } from '../../../../src/api/contract/disks.ts';
import type { Input } from '../../../../src/api/contract/index.ts';
import { hostDiskId } from '../../../../src/service/ceph/access/disks.ts';
import { assignDisk } from '../../../../src/service/ceph/disks/assign.ts';
import type { Formatting } from '../../../../src/service/ceph/disks/journals.ts';
import { createInventory } from '../../../../src/service/ceph/map/inventory.ts';
import type { OrchServer } from '../../../../src/service/ceph/orchestrator/orchestrator.ts';
import { orchDisks } from '../../../../src/service/ceph/orchestrator/read.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { refusal } from '../../../support/refusal.ts';
import { fakeAccess } from '../access/fakeAccess.ts';
import { recordedCeph } from '../recordedCeph.ts';
import { taskTable } from '../taskTable.ts';

const SIZE = 100 * 1024 ** 3;
const PARTITIONED = { holds: ['nvme0n1p1 (part)', 'nvme0n1p2 (part)'] };
const partition = (number: number, used: boolean) => ({ number, path: `/dev/nvme0n1p${number}`, used });
const onServer = (name: string, more: object = {}) => ({
  name,
  path: `/dev/${name}`,
  size: SIZE,
  holds: [],
  ...more,
});
/** The output of `ceph-volume raw list` of Ceph 16.2.15 for a new OSD. */
const LISTED = `{
    "92a270f0-c51b-4cec-afc9-3075ea31693a": {
        "ceph_fsid": "f927811b-dc81-422a-acbe-d57f6c51a916",
        "device": "/dev/sdc",
        "osd_id": 8,
        "osd_uuid": "92a270f0-c51b-4cec-afc9-3075ea31693a",
        "type": "bluestore"
    }
}`;
const MANAGED: OrchServer = {
  backend: 'cephadm',
  labels: [],
  unavailable: undefined,
  inMaintenance: false,
  disks: orchDisks([
    { path: '/dev/sdx', available: true, sys_api: { size: SIZE } },
    { path: '/dev/sdy', available: true, sys_api: { size: SIZE } },
    { path: '/dev/nvme1n1', available: false, rejected_reasons: ['LVM detected'], sys_api: { size: SIZE } },
    { path: '/dev/sdz', available: false, rejected_reasons: ['locked'], sys_api: { size: SIZE } },
  ]),
  age: 0,
  daemons: [],
};

/**
 * Two servers: `a`, which is reached, with the empty disk sdc and the journal disk nvme0n1, and `c`, which an orchestrator
 * manages, with the empty disks sdx and sdy.
 * @param used for each of the two partitions of the journal disk, if it is used
 */
function setUp(used: readonly [boolean, boolean] = [true, false], osds: readonly object[] = []) {
  const clock = fakeClock();
  const nodes = [8, 9].map((id) => ({ id, name: `osd.${id}`, type: 'osd', status: 'up' }));
  const { ceph, commands } = recordedCeph(clock, {
    'log last': { json: [] },
    'osd metadata': { json: osds },
    'osd tree': { json: { nodes, stray: [] } },
  });
  const databases = [partition(1, used[0]), partition(2, used[1])];
  const disks = [
    onServer('sdc'),
    onServer('sde', { holds: ['ext4'] }),
    onServer('nvme0n1', { ...PARTITIONED, databases }),
  ];
  const { access, lines } = fakeAccess(
    {
      a: {
        'host.disks': ({ only }) => disks.filter(({ name }) => name === only),
        'host.divide_disk': () => ({ status: 0, out: '', err: '' }),
        'host.start_raw_osd': () => ({ status: 0, out: '', err: '' }),
        run: (line) =>
          line.startsWith('test') ? { status: 1 } : { out: line.includes(' list ') ? LISTED : '' },
      },
    },
    { server: async (host) => (host === 'c' ? MANAGED : undefined) },
  );
  const tasks = taskTable(clock);
  const listed = (hostname: string, name: string, role: Disk['role']) => {
    const disk = { id: hostDiskId(hostname, name), hostname, name };
    return role === undefined ? disk : { ...disk, role };
  };
  const list = async () => [
    listed('a', 'sdc', 'unassigned'),
    listed('a', 'nvme0n1', 'journal'),
    listed('c', 'sdy', 'unassigned'),
    listed('c', 'sdz', 'unassigned'),
    listed('c', 'nvme1n1', 'journal'),
  ];
  const inventory = createInventory(ceph, clock);
  const formatting: Formatting = (_, format) => format();
  const around = (_: string, apply: () => Promise<void>) => apply();
  const parts = {
    ceph,
    clock,
    inventory,
    access,
    tasks,
    around,
    formatting,
    list,
    claimed: new Set<string>(),
  };
  const assign = async (hostname: string, name: string, body: Input<'updateServerDisk'>['body']) => {
    const { id = NaN, name: title } = await assignDisk(parts, { hostname, name }, body, 'test');
    await clock.advance(5000);
    return { title, ...(await tasks.get(id)) };
  };
  const changing = () => lines.filter((line) => /prepare|zap|wipefs|divide/.test(line));
  return { assign, changing, commands };
}

const NVME = hostDiskId('a', 'nvme0n1');

test('an OSD gets its database on the first free partition of the journal disk that was chosen', async () => {
  const { assign, changing } = setUp();
  expect(await assign('a', 'sdc', { role: 'osd', journalDisk: NVME })).toMatchObject({
    state: 'FINISHED',
    output:
      '/dev/sdc of a is being prepared (ceph-volume raw), with its database on /dev/nvme0n1p2\nosd.8 is on /dev/sdc; its daemon is starting\nosd.8 is up\n',
  });
  expect(changing()).toEqual([
    'a: ceph-volume raw prepare --bluestore --data /dev/sdc --block.db /dev/nvme0n1p2',
  ]);
});

test.each([
  ['that does not exist', 77, 404, 'there is no disk 77'],
  [
    'of another server',
    hostDiskId('c', 'sdy'),
    409,
    'is not a journal disk of a: give it the role journal first',
  ],
  ['that is to be the OSD itself', hostDiskId('a', 'sdc'), 409, 'is not a journal disk of a'],
])('a disk %s is refused as a journal disk', async (_, journalDisk, status, message) => {
  const { assign, changing } = setUp();
  await expect(assign('a', 'sdc', { role: 'osd', journalDisk })).rejects.toMatchObject(
    refusal(status, message),
  );
  expect(changing()).toEqual([]);
});

test('a journal disk without a free partition is refused', async () => {
  const { assign } = setUp([true, true]);
  await expect(assign('a', 'sdc', { role: 'osd', journalDisk: NVME })).rejects.toMatchObject(
    refusal(409, 'all 2 partitions of /dev/nvme0n1 of a are in use: choose another disk'),
  );
});

test('an empty disk is divided into four partitions unless another number is requested', async () => {
  for (const [partitions, expected] of [
    [undefined, 4],
    [2, 2],
  ] as const) {
    const { assign, changing } = setUp();
    const task = await assign('a', 'sdc', { role: 'journal', ...(partitions && { partitions }) });
    expect(task.title).toBe('Prepare journal disk');
    expect(changing()).toEqual([`a: host.divide_disk {"name":"sdc","partitions":${expected}}`]);
  }
});

test('a disk with contents does not become a journal disk, and a journal disk gets no more partitions', async () => {
  const { assign, changing } = setUp();
  await expect(assign('a', 'sde', { role: 'journal' })).rejects.toMatchObject(
    refusal(409, '/dev/sde of a cannot become a journal disk: it contains ext4'),
  );
  for (const change of [{ partitions: 8 }, { role: 'journal', partitions: 8 }] as const)
    await expect(assign('a', 'nvme0n1', change)).rejects.toMatchObject(
      refusal(409, 'nvme0n1 of a is divided completely into 2 partitions'),
    );
  await expect(assign('a', 'sdc', { partitions: 8 })).rejects.toMatchObject(
    refusal(501, 'a disk can become'),
  );
  expect(changing()).toEqual([]);
});

test('a journal disk is released once no OSD has its database there', async () => {
  const unused = setUp();
  expect(await unused.assign('a', 'nvme0n1', { role: 'unassigned' })).toMatchObject({
    title: 'Release disk',
    state: 'FINISHED',
  });
  expect(unused.changing()).toEqual(['a: wipefs --all /dev/nvme0n1p1 /dev/nvme0n1p2 /dev/nvme0n1']);
  const osd = { id: 8, hostname: 'a', devices: 'sdb,nvme0n1', bluefs_db_devices: 'nvme0n1' };
  const used = setUp([true, false], [osd]);
  await expect(used.assign('a', 'nvme0n1', { role: 'unassigned' })).rejects.toMatchObject(
    refusal(409, 'nvme0n1 of a holds the journals of osd.8: release their disks first'),
  );
  expect(used.changing()).toEqual([]);
});

test.each([['sdy'], ['nvme1n1']])(
  'an orchestrator is asked for an OSD with its database on the disk %s',
  async (name) => {
    const { assign, commands } = setUp();
    const disks = [...MANAGED.disks, ...orchDisks([{ path: '/dev/nvme1n1', available: false }])];
    Object.assign(MANAGED, { disks });
    await assign('c', 'sdx', { role: 'osd', journalDisk: hostDiskId('c', name) });
    expect(commands).toEqual([
      { prefix: 'orch daemon add osd', svc_arg: `c:data_devices=/dev/sdx,db_devices=/dev/${name}` },
    ]);
  },
);

test('an orchestrator divides disks itself, and takes none for databases that it rejects', async () => {
  const { assign } = setUp();
  await expect(assign('c', 'sdy', { role: 'journal' })).rejects.toMatchObject(
    refusal(
      409,
      'the orchestrator divides a disk for databases itself: choose it as the journal disk of an OSD',
    ),
  );
  const journalDisk = hostDiskId('c', 'sdz');
  await expect(assign('c', 'sdx', { role: 'osd', journalDisk })).rejects.toMatchObject(
    refusal(409, '/dev/sdz of c cannot become a journal disk: the orchestrator rejects it: locked'),
  );
});

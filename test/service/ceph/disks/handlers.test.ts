import { expect, test } from 'vitest';
import type { Input } from '../../../../src/api/contract/index.ts';
import { FIRST_HASHED_ID } from '../../../../src/service/ceph/map/servers.ts';
import { refusal } from '../../../support/refusal.ts';
import { diskCluster } from './diskCluster.ts';

type Change = Input<'updateServerDisk'>['body'];
const PREPARE = 'a: ceph-volume lvm prepare --bluestore --data';
const ZAP = 'a: ceph-volume lvm zap --destroy';
const NOT_EMPTY = 'cannot become an OSD: it contains ext4';

/** Requests a change of a disk and waits for its task. */
async function changed(server: number, name: string, change: Change) {
  const { call, clock, commands, changes, tasks, disk, changing } = diskCluster();
  const {
    id,
    object,
    name: title,
  } = await call('updateServerDisk', {
    params: await disk(server, name),
    body: change,
  });
  await clock.advance(5000);
  const { state, output = '' } = await tasks.get(id ?? NaN);
  return { task: `${title}: ${object}`, state, output, commands, changes, lines: changing() };
}

test.each<readonly [string, string, Change, string]>([
  ['an empty disk', 'sdd', { role: 'osd' }, '/dev/sdd'],
  ['an empty disk without a device class', 'sdd', { role: 'osd', crushDeviceClass: '' }, '/dev/sdd'],
  [
    'an empty disk with the id of a destroyed OSD',
    'sdd',
    { role: 'osd', reuseOsdId: 1 },
    '/dev/sdd --osd-id 1',
  ],
  ['the empty disk of a destroyed OSD', 'sdc', { role: 'osd', encrypted: true }, '/dev/sdc --dmcrypt'],
])(
  '%s becomes an OSD, inside of the hooks around a change of the CRUSH map and the formatting of a disk',
  async (_, name, change, prepared) => {
    expect(await changed(2, name, change)).toMatchObject({
      task: `Create OSD: a:${name}`,
      state: 'FINISHED',
      output: expect.stringContaining('osd.0 is up') as string,
      changes: [`OSD on ${name} of a`, `format of ${name} of a`],
      lines: [`${PREPARE} ${prepared}`],
    });
  },
);

test('what a former OSD left on a disk is wiped: by the server itself, or by its orchestrator', async () => {
  expect(await changed(2, 'sdf', { role: 'unassigned' })).toMatchObject({
    task: 'Wipe disk: a:sdf',
    state: 'FINISHED',
    changes: [],
    lines: [`${ZAP} /dev/sdf`],
  });
  expect(await changed(4, 'sdy', { role: 'unassigned' })).toMatchObject({
    task: 'Wipe disk: c:sdy',
    commands: [{ prefix: 'orch device zap', hostname: 'c', path: '/dev/sdy', force: true }],
    lines: [],
  });
});

test.each([
  ['vda', 'osd', 'the orchestrator does not list vda of c'],
  ['vda', 'unassigned', 'the orchestrator does not list vda of c'],
  ['sdz', 'osd', 'the orchestrator rejects it: Has a FileSystem'],
  ['sdz', 'unassigned', 'the orchestrator rejects it: Has a FileSystem'],
] as const)(
  'a disk of the system (%s) does not get the role %s through an orchestrator',
  async (name, role, why) => {
    await expect(changed(4, name, { role })).rejects.toMatchObject(refusal(409, why));
  },
);

test('a disk of a server with an orchestrator becomes an OSD through an order, with an id only if it is the next one', async () => {
  const order = { prefix: 'orch daemon add osd', svc_arg: 'c:/dev/sdx' };
  expect((await changed(4, 'sdx', { role: 'osd' })).commands).toEqual([order]);
  expect((await changed(4, 'sdx', { role: 'osd', reuseOsdId: 3 })).commands).toEqual([order]);
  await expect(changed(4, 'sdx', { role: 'osd', reuseOsdId: 1 })).rejects.toMatchObject(
    refusal(409, 'the orchestrator gives the next OSD on c an id that was destroyed there (osd.3)'),
  );
  // The server of osd.3 is reached only through its orchestrator.
  const { call, clock, commands } = diskCluster();
  await call('updateServerDisk', { params: { id: 4, diskId: 3 }, body: { role: 'osd' } });
  await clock.advance(100);
  expect(commands).toEqual([order]);
});

test.each<readonly [string, string, Change, number, string]>([
  ['with contents', 'sde', { role: 'osd' }, 409, NOT_EMPTY],
  ['with a class that is no name', 'sdd', { role: 'osd', crushDeviceClass: 'a b' }, 400, 'device class'],
  ['with the id of an OSD that is up', 'sdd', { role: 'osd', reuseOsdId: 0 }, 409, '(these are: 1, 2, 3)'],
  ['with the id of no OSD', 'sdd', { role: 'osd', reuseOsdId: 77 }, 404, '77'],
])('a disk %s is refused before a task begins', async (_, name, change, status, message) => {
  await expect(changed(2, name, change)).rejects.toMatchObject(refusal(status, message));
});

test.each([
  [
    'ssd',
    'osd.0 has the device class ssd',
    [{ prefix: 'osd crush set-device-class', class: 'ssd', ids: ['osd.0'] }],
  ],
  ['', 'osd.0 has the device class none', []],
])(
  'the device class of an OSD is replaced by "%s" inside of the hooks, and its task says so',
  async (crushDeviceClass, words, set) => {
    expect(await changed(2, 'sdb', { crushDeviceClass })).toMatchObject({
      task: 'Change device class: osd.0',
      state: 'FINISHED',
      output: expect.stringContaining(words) as string,
      changes: ['device class of osd.0'],
      commands: [{ prefix: 'osd crush rm-device-class', ids: ['osd.0'] }, ...set],
    });
  },
);

test.each<Change>([
  {},
  { role: 'osd' },
  { role: 'journal', crushDeviceClass: 'ssd' },
  { role: 'unassigned', crushDeviceClass: 'ssd' },
  { role: 'unassigned', partitions: 2 },
  { crushDeviceClass: 'ssd', partitions: 2 },
])('the disk of an OSD that is up gets only another device class, so %o is refused', async (change) => {
  await expect(changed(2, 'sdb', change)).rejects.toMatchObject(
    refusal(501, 'the disk belongs to osd.0, so only its device class can be changed'),
  );
});

test('a device class that is no name is refused for an OSD, too', async () => {
  await expect(changed(2, 'sdb', { crushDeviceClass: 'a b' })).rejects.toMatchObject(
    refusal(400, 'device class'),
  );
});

test('the disk of a destroyed OSD on a server that nothing reaches cannot become an OSD', async () => {
  await expect(changed(3, 'sdb', { role: 'osd' })).rejects.toMatchObject(refusal(501, 'belongs to osd.2'));
});

test('an OSD is released or deleted by a task, and one that is destroyed already is not released', async () => {
  const { call, disk, tasks } = diskCluster();
  const params = await disk(2, 'sdb');
  const released = await call('updateServerDisk', { params, body: { role: 'unassigned' } });
  expect(released).toMatchObject({ name: 'Release disk', object: 'osd.0' });
  await tasks.cancel(released.id ?? NaN);
  const deleted = await call('deleteServerDisk', { params });
  expect(deleted).toMatchObject({ name: 'Delete disk', object: 'osd.0' });
  const destroyed = { params: { id: 2, diskId: 1 }, body: { role: 'unassigned' } } as const;
  await expect(call('updateServerDisk', destroyed)).rejects.toMatchObject(
    refusal(409, 'osd.1 is already destroyed'),
  );
  expect(await call('deleteDisk', { params: { diskId: 1 } })).toMatchObject({ name: 'Delete disk' });
});

test('a disk without an OSD is neither deleted from the cluster nor measured', async () => {
  const { call, disk } = diskCluster();
  const params = await disk(2, 'sdd');
  await expect(call('deleteServerDisk', { params })).rejects.toMatchObject(
    refusal(409, 'sdd of a is not an OSD (unassigned): the cluster has nothing to delete'),
  );
  for (const diskId of [params.diskId, FIRST_HASHED_ID])
    await expect(call('benchmarkDisk', { params: { diskId } })).rejects.toMatchObject(
      refusal(409, 'only disks of OSDs can be measured'),
    );
});

test('a disk is changed only on the server that has it', async () => {
  const { call, disk } = diskCluster();
  const { diskId } = await disk(2, 'sdd');
  const onServer = (id: number, which: number) =>
    expect(call('updateServerDisk', { params: { id, diskId: which }, body: { role: 'unassigned' } })).rejects;
  await onServer(3, diskId).toMatchObject(refusal(404, `disk ${diskId} is not in server 3`));
  await onServer(3, 0).toMatchObject(refusal(404, 'disk 0 is not in server 3'));
  await onServer(9, 0).toMatchObject(refusal(404, 'there is no server 9'));
  await expect(call('deleteDisk', { params: { diskId: FIRST_HASHED_ID } })).rejects.toMatchObject(
    refusal(404, `there is no disk ${FIRST_HASHED_ID}`),
  );
  await onServer(2, FIRST_HASHED_ID).toMatchObject(refusal(404, `there is no disk ${FIRST_HASHED_ID}`));
});

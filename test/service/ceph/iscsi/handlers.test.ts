import { expect, test } from 'vitest';
import type { Ceph } from '../../../../src/service/ceph/client/ceph.ts';
import type { Images } from '../../../../src/service/ceph/images/client.ts';
import { iscsiHandlers } from '../../../../src/service/ceph/iscsi/handlers.ts';
import type { SavedIscsi } from '../../../../src/service/ceph/iscsi/services.ts';
import type { Inventory } from '../../../../src/service/ceph/map/inventory.ts';
import { Refusal } from '../../../../src/service/engine.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { refusal } from '../../../support/refusal.ts';
import { fakeAccess, type FakeServer } from '../access/fakeAccess.ts';
import { fakeGateways, gatewayServer } from '../gateways/fakeGateways.ts';
import { caller } from '../handlers/support.ts';
import { sectionParts } from '../state/sections.ts';
import { taskTable } from '../taskTable.ts';

const GATEWAY = { serverId: 1, ip: '10.1.0.7' };
const CLIENT = 'iqn.1994-05.com.example:alpha';
/** A client without a password. */
const OPEN = { username: '', password: '' };
const IMAGE = { pool: 'rbds', name: 'disk' };

/** @param servers those that are reached over ssh, beside node2, which has the programs of gateways */
function engine(servers: Readonly<Record<string, FakeServer>> = {}) {
  const { node, note, notes, collection } = sectionParts();
  const { access } = fakeAccess({ node2: gatewayServer('10.1.0.8'), ...servers });
  const { gateways, served, remote } = fakeGateways(node, access);
  const services = collection<SavedIscsi>('iscsi', 'iSCSI service');
  const clock = fakeClock();
  const tasks = taskTable(clock);
  const ceph = { read: async () => ({ fsid: '0123456789abcdef' }) } as unknown as Ceph;
  const images = { exists: async () => true } as unknown as Images;
  const inventory = { pools: async () => [{ pool_name: 'rbds' }] } as unknown as Inventory;
  const ending = { clock, ending: new AbortController().signal };
  const parts = { ceph, services, gateways, node, images, inventory, tasks, note, ...ending };
  return { call: caller(iscsiHandlers(parts)), services, tasks, served, remote, notes };
}

async function withService() {
  const made = engine();
  await made.call('createIscsiService', { body: { servers: [GATEWAY] } });
  await expect.poll(async () => (await made.tasks.list()).data?.[0]?.state).toBe('FINISHED');
  return made;
}

test('an iSCSI service is created by a task, named after the cluster, and listens on this server', async () => {
  const { call, tasks } = await withService();
  expect(await call('getIscsiService', { params: { serviceId: 1 } })).toMatchObject({
    iqn: 'iqn.2001-07.com.ceph:01234567-1',
    gateways: [{ name: 'node1', ip: '10.1.0.7' }],
  });
  expect((await tasks.list()).data).toMatchObject([{ output: 'node1 listens on 10.1.0.7\n' }]);
});

test.each([
  [
    'at an address that another server does not have',
    { serverId: 2, ip: '10.1.0.9' },
    400,
    'which has 10.1.0.8',
  ],
  ['on an unknown server', { serverId: 3, ip: '10.1.0.8' }, 404, '3'],
  ['at an address of another server', { serverId: 1, ip: '10.9.0.1' }, 400, '10.9.0.1'],
  ['at an invalid address', { serverId: 1, ip: 'nonsense' }, 400, 'ip'],
])('an iSCSI service is not created %s', async (_, gateway, status, words) => {
  const { call, services } = engine();
  const made = call('createIscsiService', { body: { servers: [gateway] } });
  await expect(made).rejects.toMatchObject(refusal(status, words));
  expect(await services.entries()).toEqual([]);
});

test('a server is a gateway of one iSCSI service only', async () => {
  const { call } = await withService();
  const again = call('createIscsiService', { body: { servers: [GATEWAY] } });
  await expect(again).rejects.toMatchObject(refusal(409, 'iSCSI service 1'));
});

test('an iSCSI service that cannot be served is not saved, and its task says why', async () => {
  const { call, services, tasks, served } = engine();
  served.problems = ['port 3260 is taken'];
  await call('createIscsiService', { body: { servers: [GATEWAY] } });
  await expect.poll(async () => (await tasks.list()).data?.[0]?.state).toBe('FAILED');
  expect((await tasks.list()).data).toMatchObject([{ output: 'node1: port 3260 is taken\n' }]);
  expect(await services.entries()).toEqual([]);
});

test('a client gets a disk and loses it, and the service is deleted once nobody has a disk', async () => {
  const { call, notes } = await withService();
  const one = { serviceId: 1, name: CLIENT };
  await call('createIscsiClient', { params: one, body: OPEN });
  await call('addIscsiClientDisks', { params: one, body: [IMAGE] });
  expect(await call('getIscsiService', { params: { serviceId: 1 } })).toMatchObject({
    clients: [{ name: CLIENT, luns: [{ pool: 'rbds', image: 'disk' }] }],
  });
  const remove = () => call('deleteIscsiService', { params: { serviceId: 1 } });
  await expect(remove()).rejects.toMatchObject({ status: 409 });
  await call('removeIscsiClientDisk', { params: one, body: IMAGE });
  await remove();
  await expect(call('getIscsiService', { params: { serviceId: 1 } })).rejects.toMatchObject(refusal(404));
  expect(notes).toEqual([
    `iSCSI service 1: client ${CLIENT} created`,
    `iSCSI service 1: disks assigned to ${CLIENT}`,
    `iSCSI service 1: rbds/disk removed from ${CLIENT}`,
    'iSCSI service 1: deleted',
  ]);
});

test('a change that the iSCSI gateway does not serve yet is saved, and the refusal says so', async () => {
  const { call, served } = await withService();
  served.problems = ['tgtd does not come up'];
  const one = { serviceId: 1, name: CLIENT };
  const made = call('createIscsiClient', { params: one, body: OPEN });
  await expect(made).rejects.toMatchObject(refusal(503, 'tgtd does not come up'));
  expect(await call('getIscsiService', { params: { serviceId: 1 } })).toMatchObject({
    clients: [{ name: CLIENT }],
  });
});

test('a disk of a client of another iSCSI service is not assigned again', async () => {
  const { call, services } = await withService();
  const luns = [{ pool: 'rbds', image: 'disk', id: 1, wwn: 'naa.6' }];
  const client = { name: 'other', credentials: { username: '', password: '' }, luns };
  await services.add(() => ({ iqn: 'iqn.x', gateways: [], clients: [client], groups: [] }));
  const one = { serviceId: 1, name: CLIENT };
  await call('createIscsiClient', { params: one, body: OPEN });
  const given = call('addIscsiClientDisks', { params: one, body: [IMAGE] });
  await expect(given).rejects.toMatchObject(refusal(409, 'iSCSI service 2'));
});

const OTHER = { serverId: 2, ip: '10.1.0.8' };
/** An engine with an iSCSI service on node2, which is reached over ssh. */
async function withRemoteService() {
  const made = engine();
  await made.call('createIscsiService', { body: { servers: [OTHER] } });
  await expect.poll(async () => (await made.tasks.list()).data?.[0]?.state).toBe('FINISHED');
  return made;
}

test('an iSCSI gateway on a server that is reached over ssh is run there, and stopped before its service is deleted', async () => {
  const { call, services, tasks, remote } = await withRemoteService();
  expect((await tasks.list()).data).toMatchObject([{ output: 'node2 listens on 10.1.0.8\n' }]);
  expect((await services.get(1)).gateways).toEqual([
    { server: 2, name: 'node2', ip: '10.1.0.8', overSsh: true },
  ]);
  remote.stopFailure = new Refusal(503, 'no connection to node2');
  const remove = () => call('deleteIscsiService', { params: { serviceId: 1 } });
  await expect(remove()).rejects.toMatchObject(refusal(503, 'no connection to node2'));
  expect(await services.entries()).toHaveLength(1);
  remote.stopFailure = undefined;
  await remove();
  expect(await services.entries()).toEqual([]);
  expect(remote.orders).toEqual(['iscsi serve 1', 'iscsi stop 2', 'iscsi stop 2']);
});

test('an iSCSI gateway that does not serve is stopped again on its server, and the task says if that fails', async () => {
  const { call, services, tasks, remote } = await withService();
  remote.problems = ['node2: tgtd does not start'];
  remote.stopFailure = new Error('no connection to node2');
  await call('addIscsiGateway', { params: { serviceId: 1 }, body: OTHER });
  await expect.poll(async () => (await tasks.list()).data?.[0]?.state).toBe('FAILED');
  expect((await tasks.list()).data?.[0]?.output).toBe(
    'node2: tgtd does not start; and a gateway may run on: no connection to node2\n',
  );
  expect((await services.get(1)).gateways).toMatchObject([{ name: 'node1' }]);
});

test('a server without the program of iSCSI gateways is refused with the packages to install there', async () => {
  const { call } = engine({ node2: gatewayServer('10.1.0.8', false) });
  const made = call('createIscsiService', { body: { servers: [OTHER] } });
  await expect(made).rejects.toMatchObject(
    refusal(501, 'node2 does not have /usr/sbin/tgtd; install tgt and tgt-rbd'),
  );
});

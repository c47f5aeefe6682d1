import { expect, test } from 'vitest';
import type { SavedGroup } from '../../../../src/service/ceph/haGroups/read.ts';
import { nfsHandlers } from '../../../../src/service/ceph/nfs/handlers.ts';
import type { SavedNfs } from '../../../../src/service/ceph/nfs/services.ts';
import { nfsServing } from '../../../../src/service/ceph/nfs/serving.ts';
import type { OrchServer } from '../../../../src/service/ceph/orchestrator/orchestrator.ts';
import { Refusal } from '../../../../src/service/engine.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { refusal } from '../../../support/refusal.ts';
import { fakeAccess, type FakeServer } from '../access/fakeAccess.ts';
import { directoryStat, tree } from '../files/support.ts';
import { fakeGateways, gatewayServer } from '../gateways/fakeGateways.ts';
import { caller } from '../handlers/support.ts';
import { recordedCeph, refused } from '../recordedCeph.ts';
import { sectionParts } from '../state/sections.ts';

/** The number of the error of a request without an answer in time. */
const ETIMEDOUT = -110;
const EXPORT = { nfsPath: '/home', path: '/home', access: [] };
const SERVICE = { params: { serviceId: 1 } } as const;

const HOST: OrchServer = {
  backend: 'cephadm',
  labels: [],
  unavailable: undefined,
  inMaintenance: false,
  disks: [],
  age: 0,
  daemons: [],
};

/**
 * @param orchestrated the servers that an orchestrator has
 * @param servers the servers that are reached over ssh
 */
function engine(orchestrated: readonly string[] = [], servers: Readonly<Record<string, FakeServer>> = {}) {
  const { node, note, notes, collection } = sectionParts();
  const groups = collection<SavedGroup>('ha-group', 'HA group');
  const services = collection<SavedNfs>('nfs', 'NFS service');
  const clock = fakeClock();
  const { ceph, commands, asked, answer } = recordedCeph(clock, {
    'fs ls': { json: [{ name: 'storefs' }] },
    'nfs export ls': { json: [] },
  });
  const { access } = fakeAccess(servers, {
    server: async (host) => (orchestrated.includes(host) ? HOST : undefined),
  });
  const { gateways, served, remote } = fakeGateways(node, access);
  const { files } = tree({ '/home': directoryStat('2'), '/scratch': directoryStat('3') });
  const serving = nfsServing({ ceph, clock, services, gateways, node, note });
  return {
    call: caller(nfsHandlers({ access, services, groups, gateways, serving, node, files, note })),
    clock,
    answer,
    asked,
    serving,
    gateways,
    remote,
    notes,
    commands,
    served,
    groups,
    services,
  };
}

async function withService() {
  const made = engine();
  expect(await made.call('createNfsService', { body: { servers: [1], exports: [EXPORT] } })).toEqual({
    id: 1,
  });
  return made;
}

test('an NFS service is created with its exports on this server, and served', async () => {
  const { call, served, notes } = await withService();
  expect(await call('getNfsService', SERVICE)).toEqual({ servers: [1], exports: [{ id: 1, ...EXPORT }] });
  expect(await call('listNfsServers', SERVICE)).toEqual([1]);
  expect(served.refreshes).toBe(1);
  expect(notes).toEqual(['NFS service 1: created on node1']);
});

test.each([
  ['without a server', [], 409, 'needs at least one server'],
  ['on an unknown server', [3], 404, '3'],
  ['on a server that is not reached', [2], 501, 'node2 cannot be reached'],
])('an NFS service is not created %s', async (_, servers, status, words) => {
  const { call, served } = engine();
  await expect(call('createNfsService', { body: { servers } })).rejects.toMatchObject(refusal(status, words));
  expect(served.refreshes).toBe(0);
});

test('an NFS service is not created where the gateway program is not installed', async () => {
  const { call } = engine([], { node2: gatewayServer('10.1.0.8', false) });
  const made = call('createNfsService', { body: { servers: [1, 2] } });
  await expect(made).rejects.toMatchObject(refusal(501, 'node2 does not have /usr/bin/ganesha.nfsd'));
});

test.each([
  [9, {}, 404, 'this service 9: the existing ones are 1, 2'],
  [1, { nfsPath: '/fast' }, 409, 'export 2 is already at /fast'],
  [1, {}, 404, 'not there'],
])(
  'an export %i replaced with %o is refused for that before its directory is looked at',
  async (exportId, change, status, words) => {
    const { call, served } = await withService();
    await call('createNfsExport', { ...SERVICE, body: { nfsPath: '/fast', path: '/scratch', access: [] } });
    const replaced = call('replaceNfsExport', {
      params: { serviceId: 1, exportId },
      body: { ...EXPORT, path: '/nowhere', ...change },
    });
    await expect(replaced).rejects.toMatchObject(refusal(status, words));
    expect(served.refreshes).toBe(2);
  },
);

test('a server is a gateway of one NFS service only', async () => {
  const { call } = await withService();
  const again = call('createNfsService', { body: { servers: [1] } });
  await expect(again).rejects.toMatchObject(refusal(409, 'NFS service 1'));
});

test('an NFS service loses a server only while no floating address for NFS is on it', async () => {
  const { call, groups, services, served, notes } = await withService();
  await services.update(1, (service) => ({ ...service, servers: [1, 2] }));
  await groups.add(() => ({ virtualIp: '10.1.0.9', service: 'nfs', servers: [{ server: 2 }] }));
  const leave = () => call('updateNfsService', { ...SERVICE, body: { servers: [1] } });
  await expect(leave()).rejects.toMatchObject(refusal(409, 'server 2 is in HA group 1'));
  await groups.update(1, (group) => ({ ...group, service: 'rgw' }));
  await leave();
  expect(await call('listNfsServers', SERVICE)).toEqual([1]);
  expect([served.refreshes, notes.at(-1)]).toEqual([2, 'NFS service 1: runs on node1']);
});

test('an export is created, changed and deleted, and each change is served and logged', async () => {
  const { call, served, notes } = await withService();
  const scratch = { nfsPath: '/fast', path: '/scratch', access: [] };
  expect(await call('createNfsExport', { ...SERVICE, body: scratch })).toMatchObject({
    id: 2,
    nfsPath: '/fast',
  });
  const second = { params: { serviceId: 1, exportId: 2 } };
  await call('replaceNfsExport', { ...second, body: { ...scratch, nfsPath: '/slow' } });
  expect(await call('listNfsExports', SERVICE)).toMatchObject([{ id: 1 }, { id: 2, nfsPath: '/slow' }]);
  await call('deleteNfsExport', second);
  expect(await call('listNfsExports', SERVICE)).toMatchObject([{ id: 1 }]);
  expect(served.refreshes).toBe(4);
  expect(notes.slice(1)).toEqual([
    'NFS service 1: exports /scratch at /fast',
    'NFS service 1: exports /scratch at /slow',
    'NFS service 1: exports /slow no longer',
  ]);
});

test('an export of something other than a directory, or with another id, is refused', async () => {
  const { call } = await withService();
  const nothing = { nfsPath: '/nothing', path: '/nothing', access: [] };
  const empty = engine();
  const made = empty.call('createNfsService', { body: { servers: [1], exports: [EXPORT, nothing] } });
  await expect(made).rejects.toMatchObject(refusal(404));
  expect(await empty.services.entries()).toEqual([]);
  await expect(call('createNfsExport', { ...SERVICE, body: nothing })).rejects.toMatchObject(refusal(404));
  const other = { params: { serviceId: 1, exportId: 1 }, body: { ...EXPORT, id: 2 } };
  await expect(call('replaceNfsExport', other)).rejects.toMatchObject({ status: 400 });
  const absent = { params: { serviceId: 1, exportId: 9 } };
  await expect(call('deleteNfsExport', absent)).rejects.toMatchObject(refusal(404));
});

test('a change that the gateway does not serve yet is saved, and the refusal says so', async () => {
  const { call, served } = await withService();
  served.problems = ['/fast: no such directory'];
  const body = { nfsPath: '/fast', path: '/scratch', access: [] };
  const made = call('createNfsExport', { ...SERVICE, body });
  await expect(made).rejects.toMatchObject(refusal(503, '/fast: no such directory'));
  expect(await call('listNfsExports', SERVICE)).toHaveLength(2);
});

test('an NFS service on servers of an orchestrator is run by it, and not here', async () => {
  const { call, commands, served, notes } = engine(['node1', 'node2']);
  await call('createNfsService', { body: { servers: [1, 2], exports: [EXPORT] } });
  expect(commands.map(({ prefix }) => prefix)).toEqual(['nfs cluster create', 'nfs export apply']);
  expect(commands[0]).toMatchObject({ placement: 'node1 node2' });
  expect(served.refreshes).toBe(0);
  expect(notes).toEqual(['NFS service 1: created on node1, node2']);
  await expect(call('createNfsService', { body: { servers: [2] } })).rejects.toMatchObject(
    refusal(409, 'node2 is already a gateway of NFS service 1'),
  );
});

test('an NFS service of an orchestrator stays on its servers, and a service of this server here', async () => {
  const mixed = engine(['node2']);
  await mixed.call('createNfsService', { body: { servers: [2] } });
  const move = mixed.call('updateNfsService', { ...SERVICE, body: { servers: [1] } });
  await expect(move).rejects.toMatchObject(refusal(501, 'only on servers that it manages'));
  const both = mixed.call('createNfsService', { body: { servers: [1, 2] } });
  await expect(both).rejects.toMatchObject(refusal(409, 'node2 is already a gateway'));
  await mixed.call('createNfsService', { body: { servers: [1] } });
  expect(mixed.served.refreshes).toBe(1);
});

test('an orchestrator that does not serve a saved change is asked again until it does, which is logged', async () => {
  const { call, notes, answer, asked, clock, serving } = engine(['node1']);
  const orders = () => asked.filter((one) => 'command' in one && one.command.prefix === 'nfs export apply');
  answer('nfs export apply', refused(ETIMEDOUT, ''));
  const made = call('createNfsService', { body: { servers: [1], exports: [EXPORT] } });
  await expect(made).rejects.toMatchObject(
    refusal(503, 'saved, but the orchestrator does not serve it yet, and this service keeps trying: /home'),
  );
  expect(await call('getNfsService', SERVICE)).toMatchObject({ servers: [1] });
  await clock.advance(30_000);
  expect(orders()).toHaveLength(2);
  expect(notes).toEqual(['NFS service 1: created on node1']);
  answer('nfs export apply', { json: {} });
  await clock.advance(30_000);
  expect(notes.slice(1)).toEqual(['NFS service 1: the orchestrator serves it now']);
  await clock.advance(60_000);
  expect(orders()).toHaveLength(3);
  serving[Symbol.dispose]();
  expect(clock.pending()).toBe(0);
});

test('an NFS service that is removed while its orchestrator is asked again does not hold up the others', async () => {
  const { call, notes, answer, clock, services } = engine(['node1', 'node2']);
  answer('nfs export apply', refused(ETIMEDOUT, ''));
  for (const server of [1, 2])
    await call('createNfsService', { body: { servers: [server], exports: [EXPORT] } }).catch(() => undefined);
  await services.remove(1);
  answer('nfs export apply', { json: {} });
  await clock.advance(30_000);
  expect(notes.at(-1)).toBe('NFS service 2: the orchestrator serves it now');
});

test('an NFS service runs on this server and on another one over ssh, whose gateway is stopped before it leaves', async () => {
  const { call, services, remote, served } = engine([], { node2: gatewayServer('10.1.0.8') });
  await call('createNfsService', { body: { servers: [1, 2], exports: [EXPORT] } });
  expect(await services.get(1)).toMatchObject({ servers: [1, 2], overSsh: [2] });
  expect([served.refreshes, remote.orders]).toEqual([1, ['nfs serve 1']]);
  const leave = () => call('updateNfsService', { ...SERVICE, body: { servers: [1] } });
  remote.stopFailure = new Refusal(503, 'no connection to node2');
  await expect(leave()).rejects.toMatchObject(refusal(503, 'no connection to node2'));
  expect(await services.get(1)).toMatchObject({ servers: [1, 2], overSsh: [2] });
  remote.stopFailure = undefined;
  await leave();
  expect(await services.get(1)).not.toHaveProperty('overSsh');
  await call('updateNfsService', { ...SERVICE, body: { servers: [1, 2] } });
  expect(await services.get(1)).toMatchObject({ servers: [1, 2], overSsh: [2] });
  expect(remote.orders).toEqual([
    'nfs serve 1',
    'nfs stop 2',
    'nfs stop 2',
    'nfs serve 1',
    'nfs stop',
    'nfs serve 1',
  ]);
});

test('a change that a gateway on another server does not serve yet is refused with the server', async () => {
  const { call, remote } = engine([], { node2: gatewayServer('10.1.0.8') });
  remote.problems = ['node2: ganesha.nfsd does not answer'];
  const made = call('createNfsService', { body: { servers: [2], exports: [EXPORT] } });
  await expect(made).rejects.toMatchObject(
    refusal(
      503,
      'its gateway does not serve it yet, and this service keeps trying: node2: ganesha.nfsd does not answer',
    ),
  );
});

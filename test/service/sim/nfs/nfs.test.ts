import { describe, expect, test } from 'vitest';
import type { Input } from '../../../../src/api/contract/index.ts';
import { memoryPersistence } from '../../../../src/service/sim/persistence/persistence.ts';
import { refusal, storageBench } from '../storage.ts';
import { logged } from '../support.ts';

type Body = Input<'createNfsExport'>['body'];
const ONE = { params: { serviceId: 1 } };
const SCANS: Body = {
  nfsPath: '/scans',
  path: '/projects/scans',
  access: [{ subnet: '10.9.0.0/16', rw: true }],
};

const bench = () => storageBench({ scale: 60 });
type Api = ReturnType<typeof bench>['api'];

/** Servers without NFS. */
async function others(api: Api): Promise<number[]> {
  const [names, taken] = await Promise.all([api.listServerNames(), api.listNfsServers(ONE)]);
  return names.map(({ id = 0 }) => id).filter((id) => !taken.includes(id));
}
const nfsGateways = async (api: Api) => (await api.getClusterStatus()).nfsGateways;

test('the initial service runs on the servers that count as NFS gateways', async () => {
  const { api } = bench();
  const { servers = [], exports = [] } = await api.getNfsService(ONE);
  expect(servers).toHaveLength(2);
  expect(await api.listNfsServers(ONE)).toEqual(servers);
  expect(await api.listNfsExports(ONE)).toEqual(exports);
  expect(exports.map(({ id, nfsPath }) => [id, nfsPath])).toEqual([
    [1, '/projects'],
    [2, '/scratch'],
    [3, '/shared'],
  ]);
  expect(await refusal(api.getNfsService({ params: { serviceId: 2 } }))).toEqual({
    status: 404,
    message: 'there is no NFS service 2: the existing ones are 1',
  });
});

describe('an export', () => {
  test('an export is created, replaced and deleted, and gets its id from the service', async () => {
    const { api } = bench();
    expect(await api.createNfsExport({ ...ONE, body: { ...SCANS, id: 77 } })).toEqual({ id: 4, ...SCANS });
    const params = { serviceId: 1, exportId: 4 };
    await api.replaceNfsExport({
      params,
      body: { id: 4, nfsPath: '/scans', path: '/scans', access: [{ subnet: 'fd00::/64' }] },
    });
    expect((await api.listNfsExports(ONE)).at(-1)).toEqual({
      id: 4,
      nfsPath: '/scans',
      path: '/scans',
      access: [{ subnet: 'fd00::/64', rw: false }],
    });
    await api.deleteNfsExport({ params });
    expect(await refusal(api.deleteNfsExport({ params }))).toMatchObject({ status: 404 });
    expect(await api.createNfsExport({ ...ONE, body: SCANS })).toMatchObject({ id: 5 });
  });

  test.each<[reason: string, changes: Partial<Body>, status: number]>([
    ['nfsPath is not an absolute path: "scans"', { nfsPath: 'scans' }, 400],
    ['nfsPath "/scans/" is not in its shortest form', { nfsPath: '/scans/' }, 400],
    ['path "/a/../b" is not in its shortest form', { path: '/a/../b' }, 400],
    ['path "//a" is not in its shortest form', { path: '//a' }, 400],
    ['export 1 is already at /projects', { nfsPath: '/projects' }, 409],
    ['subnet is not a subnet: "everyone"', { access: [{ subnet: 'everyone' }] }, 400],
    ['subnet is an address within 10.0.0.0/8', { access: [{ subnet: '10.1.0.0/8' }] }, 400],
    [
      '10.0.0.0/8 is listed twice',
      { access: [{ subnet: '10.0.0.0/8' }, { subnet: '10.0.0.0/8', rw: true }] },
      400,
    ],
  ])('an export is refused: %s', async (reason, changes, status) => {
    const { api } = bench();
    const refused = await refusal(api.createNfsExport({ ...ONE, body: { ...SCANS, ...changes } }));
    expect(refused.message).toContain(reason);
    expect(refused.status).toBe(status);
    const replaced = { params: { serviceId: 1, exportId: 2 }, body: { ...SCANS, ...changes } };
    expect(await refusal(api.replaceNfsExport(replaced))).toEqual(refused);
    expect(await api.listNfsExports(ONE)).toHaveLength(3);
  });

  test('an export may export the root, and keep its own path when it is replaced', async () => {
    const { api } = bench();
    await api.createNfsExport({ ...ONE, body: { nfsPath: '/', path: '/' } });
    await api.replaceNfsExport({
      params: { serviceId: 1, exportId: 4 },
      body: { nfsPath: '/', path: '/', access: [] },
    });
    const other = { params: { serviceId: 1, exportId: 4 }, body: { id: 3, nfsPath: '/', path: '/' } };
    expect((await refusal(api.replaceNfsExport(other))).message).toContain('the id cannot be changed');
  });
});

describe('servers of an NFS service', () => {
  test('the servers of a service are replaced, and the cluster counts its gateways again', async () => {
    const { api, engine } = bench();
    const servers = [...(await api.listNfsServers(ONE)), (await others(api))[0]!];
    await api.updateNfsService({ ...ONE, body: { servers } });
    expect(await api.listNfsServers(ONE)).toEqual(servers);
    engine.cluster.step();
    expect(await nfsGateways(api)).toEqual({ online: 3, total: 3 });

    await api.deleteHaGroup({ params: { id: 1 } });
    await api.updateNfsService({ ...ONE, body: { servers: servers.slice(2) } });
    expect(await nfsGateways(api)).toEqual({ online: 1, total: 1 });
  });

  test('the servers of a service cannot all be removed', async () => {
    const { api } = bench();
    expect(await refusal(api.updateNfsService({ ...ONE, body: { servers: [] } }))).toMatchObject({
      status: 409,
    });
  });

  test('a server of a service is not removed while it has the floating address of an HA group', async () => {
    const { api } = bench();
    const [first = 0, second = 0] = await api.listNfsServers(ONE);
    const { status, message } = await refusal(api.updateNfsService({ ...ONE, body: { servers: [first] } }));
    expect(status).toBe(409);
    expect(message).toContain('is in HA group 1 for NFS');
    expect(await api.listNfsServers(ONE)).toEqual([first, second]);
  });

  test('the servers of a service must exist and answer, and each is named only once', async () => {
    const { api, engine } = bench();
    const [free = 0] = await others(api);
    const own = await api.listNfsServers(ONE);
    const change = (servers: number[]) => refusal(api.updateNfsService({ ...ONE, body: { servers } }));
    expect(await change([...own, 99])).toMatchObject({ status: 404 });
    expect(await change([...own, free, free])).toMatchObject({ status: 400 });
    engine.cluster.killHost(engine.cluster.model.hosts[free - 1]!.name);
    expect((await change([...own, free])).message).toContain('does not answer');
    expect(await api.listNfsServers(ONE)).toEqual(own);
  });
});

test('a second service runs on servers of its own', async () => {
  const { api, engine } = bench();
  const [free = 0] = await others(api);
  const taken = await api.listNfsServers(ONE);
  expect(await refusal(api.createNfsService({ body: { servers: taken } }))).toMatchObject({ status: 409 });
  const twice = { servers: [free], exports: [SCANS, SCANS] };
  expect(await refusal(api.createNfsService({ body: twice }))).toMatchObject({ status: 409 });

  expect(await api.createNfsService({ body: { servers: [free], exports: [SCANS] } })).toEqual({ id: 2 });
  expect(await api.getNfsService({ params: { serviceId: 2 } })).toEqual({
    servers: [free],
    exports: [{ id: 1, ...SCANS }],
  });
  engine.cluster.step();
  expect(await nfsGateways(api)).toEqual({ online: 3, total: 3 });
});

test('each change of an NFS service is saved and logged, and gateways that stay go on running', async () => {
  const persistence = memoryPersistence();
  const { api, engine } = storageBench({ scale: 60, persistence });
  const { model } = engine.cluster;
  const [free = 0, other = 0] = await others(api);
  const nameOf = (id: number) => model.hosts[id - 1]!.name;
  const own = await api.listNfsServers(ONE);
  const saved = new Set<string>();
  const change = async (call: Promise<unknown>) => {
    await call;
    saved.add(JSON.stringify(persistence.load('site').get('all')));
  };
  await change(api.createNfsService({ body: { servers: [free, other] } }));
  await change(api.updateNfsService({ params: { serviceId: 2 }, body: { servers: [other] } }));
  await change(api.updateNfsService({ ...ONE, body: { servers: [...own, free] } }));
  await change(api.createNfsExport({ ...ONE, body: SCANS }));
  const params = { serviceId: 1, exportId: 4 };
  await change(api.replaceNfsExport({ params, body: { nfsPath: '/new', path: '/a' } }));
  await change(api.deleteNfsExport({ params }));
  expect(saved.size).toBe(6);
  expect(logged(model, 'ed nfs ')).toEqual([
    `Started nfs ${nameOf(free)}.`,
    `Started nfs ${nameOf(other)}.`,
    `Stopped nfs ${nameOf(free)}.`,
    `Started nfs ${nameOf(free)}.`,
  ]);
  expect(logged(model, 'NFS service')).toEqual([
    `NFS service 2: created on ${nameOf(free)}, ${nameOf(other)}`,
    `NFS service 2: runs on ${nameOf(other)}`,
    `NFS service 1: runs on ${[...own, free].map(nameOf).join(', ')}`,
    'NFS service 1: exports /projects/scans at /scans',
    'NFS service 1: exports /a at /new',
    'NFS service 1: exports /new no longer',
  ]);
});

test('the refusals of servers name the service or the group that has them', async () => {
  const { api } = bench();
  const [first = 0, second = 0] = await api.listNfsServers(ONE);
  const [free = 0] = await others(api);
  expect((await refusal(api.createNfsService({ body: { servers: [free, second] } }))).message).toMatch(
    /NFS.* 1\b/,
  );
  // The addresses of other services are not in the way.
  await api.deleteHaGroup({ params: { id: 1 } });
  await api.updateNfsService({ ...ONE, body: { servers: [first] } });
  expect(await api.listNfsServers(ONE)).toEqual([first]);
});

import { describe, expect, test } from 'vitest';
import type { Input } from '../../../../src/api/contract/index.ts';
import { runOperation } from '../../../../src/service/http/runOperation.ts';
import { refusal, storageBench } from '../storage.ts';

type Body = Input<'createHaGroup'>['body'];

/** A cluster of twelve servers, those that run NFS, and the request body for a group of them. */
async function bench() {
  const { api, engine } = storageBench({ scale: 60 });
  const { servers: nfs = [] } = await api.getNfsService({ params: { serviceId: 1 } });
  const body: Body = {
    virtualIp: '10.20.254.30',
    service: 'nfs',
    servers: nfs.map((server) => ({ server })),
  };
  return { api, engine, nfs, body };
}

test('there is an HA group for each kind of gateway', async () => {
  const { api } = storageBench({ scale: 60 });
  const groups = await api.listHaGroups();
  expect(groups.map(({ id, service, virtualIp }) => ({ id, service, virtualIp }))).toEqual([
    { id: 1, service: 'nfs', virtualIp: '10.20.254.10' },
    { id: 2, service: 'rgw', virtualIp: '10.20.254.20' },
  ]);
});

test('an HA group is read back as it was written', async () => {
  const { api, nfs } = await bench();
  const [first = 0, second = 0] = nfs;
  const body: Body = {
    description: 'scans',
    virtualIp: '10.20.254.30',
    service: 'nfs',
    servers: [
      { server: second, nic: 2, vlan: 17 },
      { server: first, nic: 4 },
    ],
    failback: false,
    failoverTime: 5,
    failbackTime: 120,
    evictNfsClientsOnFailback: true,
  };
  await api.createHaGroup({ body });
  expect((await api.listHaGroups()).at(-1)).toEqual({ id: 3, ...body });
});

test('an HA group is replaced as a whole and may keep its address', async () => {
  const { api, body, nfs } = await bench();
  const servers = [{ server: nfs[1]! }];
  await api.replaceHaGroup({ params: { id: 1 }, body: { ...body, virtualIp: '10.20.254.10', servers } });
  expect((await api.listHaGroups())[0]).toEqual({
    id: 1,
    description: '',
    virtualIp: '10.20.254.10',
    service: 'nfs',
    servers: [{ server: nfs[1], nic: 4 }],
    failback: true,
    failoverTime: 10,
    failbackTime: 60,
    evictNfsClientsOnFailback: false,
  });
});

test('a deleted HA group frees its address', async () => {
  const { api, body } = await bench();
  const taken = { body: { ...body, virtualIp: '10.20.254.10' } };
  expect(await refusal(api.createHaGroup(taken))).toEqual({
    status: 409,
    message: '10.20.254.10 is the address of HA group 1: choose a free one',
  });
  await api.deleteHaGroup({ params: { id: 1 } });
  await api.createHaGroup(taken);
  expect(await refusal(api.deleteHaGroup({ params: { id: 1 } }))).toEqual({
    status: 404,
    message: 'there is no HA group 1: the existing ones are 2, 3',
  });
});

describe('refused HA groups', () => {
  test.each<[reason: string, changes: Partial<Body>, status: number]>([
    ['virtualIp is not an IP address: "10.20.254.300"', { virtualIp: '10.20.254.300' }, 400],
    ['10.20.0.11 is the address of server stor-01', { virtualIp: '10.20.0.11' }, 409],
    ['10.20.0.1 is the gateway of a network', { virtualIp: '10.20.0.1' }, 409],
    ['no network has room for 192.0.2.1', { virtualIp: '192.0.2.1' }, 409],
    ['no network has room for 10.20.255.255', { virtualIp: '10.20.255.255' }, 409],
    ['there is no server 99: list the servers', { servers: [{ server: 99 }] }, 404],
    ['server 1 is listed twice', { servers: [{ server: 1 }, { server: 1 }] }, 400],
    ['runs no rgw gateway: choose among', { service: 'rgw' }, 409],
    ['failoverTime must be 0 to 3600 seconds, not -1', { failoverTime: -1 }, 400],
    ['failbackTime must be 0 to 3600 seconds, not 90000', { failbackTime: 90_000 }, 400],
    [
      'evictNfsClientsOnFailback is for the service nfs',
      { service: 'rgw', evictNfsClientsOnFailback: true },
      400,
    ],
  ])('an HA group is refused: %s', async (reason, changes, status) => {
    const { api, body } = await bench();
    const refused = await refusal(api.createHaGroup({ body: { ...body, ...changes } }));
    expect(refused.message).toContain(reason);
    expect(refused.status).toBe(status);
    expect(await api.listHaGroups()).toHaveLength(2);
  });

  test('an HA group is refused with a network interface that the server does not have', async () => {
    const { api, body, nfs } = await bench();
    const servers = [{ server: nfs[0]!, nic: 9 }];
    const { status, message } = await refusal(api.createHaGroup({ body: { ...body, servers } }));
    expect(status).toBe(404);
    expect(message).toContain('has no network interface 9: it has 1 (eno1)');
  });

  test('an HA group of a cluster that runs no gateway of its kind has no server to choose', async () => {
    const { api, body, engine } = await bench();
    const { daemons } = engine.cluster.model;
    daemons.splice(0, daemons.length, ...daemons.filter(({ kind }) => kind !== 'nfs'));
    const { status, message } = await refusal(api.createHaGroup({ body }));
    expect(status).toBe(409);
    expect(message).toContain(`server ${body.servers[0]!.server} runs no nfs gateway: choose among none`);
  });

  test('an HA group that the contract does not allow is refused before the cluster sees it', async () => {
    const { engine, body } = await bench();
    const bad = { ...body, service: 'smb' };
    const context = { signal: new AbortController().signal, by: 'test' };
    expect(await runOperation(engine, 'createHaGroup', { body: bad }, context, () => {})).toMatchObject({
      status: 400,
    });
  });
});

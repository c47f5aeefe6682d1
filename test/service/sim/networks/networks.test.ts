import { describe, expect, test } from 'vitest';
import type { Input } from '../../../../src/api/contract/index.ts';
import { refusal, storageBench } from '../storage.ts';

type Body = Input<'createNetwork'>['body'];
const LAB: Body = {
  ip: '192.168.7.0',
  netmask: 24,
  gateway: '192.168.7.1',
  poolStart: '192.168.7.100',
  poolEnd: '192.168.7.199',
  type: 'mgmt',
  description: 'lab',
};

test('the networks are those in which the servers have addresses', async () => {
  const { api } = storageBench();
  const networks = await api.listNetworks();
  expect(networks.map(({ id, type }) => [id, type])).toEqual([
    [1, 'mgmt'],
    [2, 'store_public'],
    [3, 'store_internal'],
    [4, 'other'],
  ]);
});

test('a network is read back as it was written, replaced as a whole, and deleted, and its id is not used again', async () => {
  const { api } = storageBench();
  expect(await api.createNetwork({ body: LAB })).toEqual({ id: 5, ...LAB });
  expect((await api.listNetworks()).at(-1)).toEqual({ id: 5, ...LAB });

  await api.replaceNetwork({ params: { id: 5 }, body: { ip: '192.168.0.0', netmask: 16 } });
  expect((await api.listNetworks()).at(-1)).toEqual({
    id: 5,
    ip: '192.168.0.0',
    netmask: 16,
    type: 'other',
    description: '',
  });

  await api.deleteNetwork({ params: { id: 5 } });
  expect(await api.listNetworks()).toHaveLength(4);
  expect(await api.createNetwork({ body: LAB })).toMatchObject({ id: 6 });
});

test('an IPv6 network is created with its gateway and its address pool', async () => {
  const { api } = storageBench();
  const body: Body = {
    ip: 'fd00:7::',
    netmask: 64,
    gateway: 'fd00:7::1',
    poolStart: 'fd00:7::10',
    poolEnd: 'fd00:7::ff',
  };
  expect(await api.createNetwork({ body })).toMatchObject(body);
});

describe('refused networks', () => {
  test.each<[reason: string, changes: Partial<Body>, status: number]>([
    ['ip is not an IP address: "lab"', { ip: 'lab' }, 400],
    ['the prefix of an IPv4 network has 0 to 32 bits, not 33', { netmask: 33 }, 400],
    ['ip is an address within 192.168.7.0/24', { ip: '192.168.7.9' }, 400],
    ['gateway 192.168.8.1 is not in the network 192.168.7.0/24', { gateway: '192.168.8.1' }, 400],
    ['gateway 192.168.7.255 is the network', { gateway: '192.168.7.255' }, 400],
    ['gateway fd00::1 is not in the network', { gateway: 'fd00::1' }, 400],
    ['the pool contains the gateway 192.168.7.150', { gateway: '192.168.7.150' }, 400],
    ['poolEnd 192.168.9.1 is not in the network', { poolEnd: '192.168.9.1' }, 400],
    ['poolStart 192.168.7.0 is the network', { poolStart: '192.168.7.0' }, 400],
    ['the pool ends before it begins', { poolStart: '192.168.7.199', poolEnd: '192.168.7.100' }, 400],
    [
      '192.0.0.0/2 overlaps',
      { ip: '10.0.0.0', netmask: 8, gateway: '10.0.0.1', poolStart: '10.0.0.2', poolEnd: '10.0.0.3' },
      409,
    ],
  ])('a network is refused: %s', async (reason, changes, status) => {
    const { api } = storageBench();
    const body = { ...LAB, ...changes };
    const refused = await refusal(api.createNetwork({ body }));
    expect(refused.status).toBe(status);
    expect(refused.message).toContain(reason.replace('192.0.0.0/2', '10.0.0.0/8'));
    expect(await refusal(api.replaceNetwork({ params: { id: 99 }, body: LAB }))).toMatchObject({
      status: 404,
    });
    expect(await api.listNetworks()).toHaveLength(4);
  });

  test('half an address pool is refused', async () => {
    const { api } = storageBench();
    const { poolEnd: _, ...body } = LAB;
    expect((await refusal(api.createNetwork({ body }))).message).toContain('a pool needs both ends');
  });
});

describe('a network in use', () => {
  test('a network in use by servers cannot be deleted or moved away from them', async () => {
    const { api } = storageBench();
    const deletion = await refusal(api.deleteNetwork({ params: { id: 2 } }));
    expect(deletion).toEqual({
      status: 409,
      message:
        '10.2.0.0/16 is in use by server stor-03 (10.2.0.13), server stor-02 (10.2.0.12), server stor-01 (10.2.0.11): move them first',
    });
    const move = await refusal(
      api.replaceNetwork({ params: { id: 2 }, body: { ip: '172.16.0.0', netmask: 12 } }),
    );
    expect(move.status).toBe(409);
  });

  test('a network in use can shrink as long as it contains the used addresses', async () => {
    const { api } = storageBench();
    await api.replaceNetwork({
      params: { id: 2 },
      body: { ip: '10.2.0.0', netmask: 24, type: 'store_public' },
    });
    const shrunk = api.replaceNetwork({ params: { id: 2 }, body: { ip: '10.2.0.0', netmask: 29 } });
    expect(await refusal(shrunk)).toMatchObject({ status: 409 });
  });

  test('a network in use by the address of an HA group is not deleted until the group is gone', async () => {
    const { api } = storageBench();
    await api.createNetwork({ body: LAB });
    const [{ servers = [] } = {}] = await api.listHaGroups();
    const [{ server = 0 } = {}] = servers;
    await api.createHaGroup({ body: { virtualIp: '192.168.7.20', service: 'nfs', servers: [{ server }] } });
    expect(await refusal(api.deleteNetwork({ params: { id: 5 } }))).toEqual({
      status: 409,
      message: '192.168.7.0/24 is in use by HA group 3 (192.168.7.20): move them first',
    });
    await api.deleteHaGroup({ params: { id: 3 } });
    await api.deleteNetwork({ params: { id: 5 } });
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SectionTests } from '../suite.ts';
import { gatewayId, nfsService } from './tools.ts';

const NETWORK = {
  ip: '10.99.0.0',
  netmask: 16,
  gateway: '10.99.0.1',
  poolStart: '10.99.9.1',
  poolEnd: '10.99.9.9',
  type: 'other',
  description: 'of the suite',
} as const;
const NIX = { params: { id: 99_999 } };

export const networkTests: SectionTests = (site) => {
  let id = Number.NaN;
  const seen = async () => (await site().api.listNetworks()).find((network) => network.id === id);

  beforeAll(async () => {
    id = (await site().api.createNetwork({ body: NETWORK })).id ?? Number.NaN;
  });

  test('a network is created, and must not overlap with others', async () => {
    expect(await seen()).toEqual({ id, ...NETWORK });
    await site().declines('createNetwork', 409, /10\.99/, { body: { ip: '10.99.7.0', netmask: 24 } });
    await site().declines('createNetwork', 400, /ip/, { body: { ip: 'ten', netmask: 24 } });
  });

  test('a network is replaced', async () => {
    const body = { ...NETWORK, poolStart: '10.99.8.1', description: 'changed' };
    await site().api.replaceNetwork({ params: { id }, body });
    expect(await seen()).toEqual({ id, ...body });
    await site().declines('replaceNetwork', 404, /99999/, { ...NIX, body });
    await site().declines('replaceNetwork', 400, /gateway/, {
      params: { id },
      body: { ...body, gateway: '10.1.1.1' },
    });
  });

  describe('HA groups', () => {
    let server = Number.NaN;
    const wanted = () => ({
      description: 'floating',
      virtualIp: '10.99.1.10',
      service: 'nfs' as const,
      servers: [{ server, nic: 1, vlan: 17 }],
      failback: false,
      failoverTime: 5,
      failbackTime: 120,
      evictNfsClientsOnFailback: true,
    });
    const group = async () =>
      (await site().api.listHaGroups()).find(({ virtualIp = '' }) => virtualIp.startsWith('10.99.'));

    beforeAll(async () => {
      await nfsService(site());
      server = await gatewayId(site(), 0);
    });

    test('an HA group is created with a free address', async () => {
      await site().api.createHaGroup({ body: wanted() });
      expect(await group()).toMatchObject(wanted());
      const refuse = (status: number, words: RegExp, body: object) =>
        site().declines('createHaGroup', status, words, { body: { ...wanted(), ...body } });
      await refuse(409, /HA group/, {});
      await refuse(409, /no network/, { virtualIp: '10.98.1.1' });
      await refuse(409, /gateway of a network/, { virtualIp: NETWORK.gateway });
      await refuse(404, /99999/, { virtualIp: '10.99.1.11', servers: [{ server: 99_999 }] });
    });

    test('a network that an HA group uses is not deleted', async () => {
      await site().declines('deleteNetwork', 409, /HA group/, { params: { id } });
    });

    test('an HA group is replaced and deleted', async () => {
      const { id: own = Number.NaN } = (await group()) ?? {};
      const body = { ...wanted(), virtualIp: '10.99.1.12', description: 'moved' };
      await site().api.replaceHaGroup({ params: { id: own }, body });
      expect(await group()).toMatchObject({ id: own, ...body });
      await site().declines('replaceHaGroup', 404, /99999/, { ...NIX, body });
      await site().api.deleteHaGroup({ params: { id: own } });
      expect(await group()).toBeUndefined();
      await site().declines('deleteHaGroup', 404, new RegExp(String(own)), { params: { id: own } });
    });
  });

  test('a network interface is not deleted while its server has it', async () => {
    const params = { id: await gatewayId(site(), 0), nicId: 1 };
    await site().declines('deleteServerNic', 409, /only a missing interface/, { params });
  });

  afterAll(async () => {
    await site().api.deleteNetwork({ params: { id } });
    expect(await seen()).toBeUndefined();
    await site().declines('deleteNetwork', 404, /./, { params: { id } });
  });
};

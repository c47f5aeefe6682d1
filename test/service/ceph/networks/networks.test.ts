import { describe, expect, test } from 'vitest';
import { readGroup, type SavedGroup } from '../../../../src/service/ceph/haGroups/read.ts';
import type { ManagementNode } from '../../../../src/service/ceph/management.ts';
import {
  checkedNetwork,
  requireUnused,
  type SavedNetwork,
} from '../../../../src/service/ceph/networks/networks.ts';
import type { Collection } from '../../../../src/service/ceph/state/collection.ts';
import { refusal } from '../../../support/refusal.ts';

const kept = <T>(...items: T[]): Collection<T> =>
  ({ entries: async () => items.map((item, index) => [index + 1, item]) }) as unknown as Collection<T>;
const office: SavedNetwork = { ip: '10.1.0.0', netmask: 16, gateway: '10.1.0.1', type: 'other' };
const node = {
  hostname: 'node1',
  servers: async () => new Map([['node1', 3]]),
  addresses: () => [{ interfaceName: 'eth0', ip: '10.1.0.7', netmask: 16, internal: false }],
} as unknown as ManagementNode;

describe('a network', () => {
  test('a network is saved as requested', async () => {
    const body = { ip: '10.2.0.0', netmask: 24, description: 'Büros' };
    expect(await checkedNetwork(kept(office), body)).toMatchObject(body);
  });

  test('a network must not overlap with the others, but may overlap with the one that it replaces', async () => {
    const body = { ip: '10.1.128.0', netmask: 24 };
    await expect(checkedNetwork(kept(office), body)).rejects.toMatchObject(refusal(409, 'overlaps'));
    expect(await checkedNetwork(kept(office), body, 1)).toMatchObject(body);
  });

  test('a network with a floating address cannot be deleted, and can be replaced only by one that contains the address', async () => {
    const groups = kept<SavedGroup>({ virtualIp: '10.1.0.9' });
    await expect(requireUnused(office, groups)).rejects.toMatchObject(refusal(409, 'HA group 1 (10.1.0.9)'));
    const narrower: SavedNetwork = { ...office, netmask: 24 };
    await expect(requireUnused(office, groups, narrower)).resolves.toBeUndefined();
    const elsewhere: SavedNetwork = { ip: '10.9.0.0', netmask: 24 };
    await expect(requireUnused(office, groups, elsewhere)).rejects.toMatchObject(refusal(409));
    await expect(requireUnused(elsewhere, groups)).resolves.toBeUndefined();
  });
});

describe('an HA group', () => {
  const around = { groups: kept<SavedGroup>({ virtualIp: '10.1.0.9' }), networks: kept(office), node };
  const check = (changes: object, own?: number) =>
    readGroup(
      around,
      { virtualIp: '10.1.0.8', service: 'rgw', servers: [{ server: 3 }], ...changes } as never,
      own,
    );

  test('an HA group has a unique address in a network', async () => {
    expect(await check({})).toMatchObject({ virtualIp: '10.1.0.8', servers: [{ server: 3 }] });
    expect(await check({ virtualIp: '10.1.0.9' }, 1)).toMatchObject({ virtualIp: '10.1.0.9' });
  });

  test.each([
    [{ virtualIp: '10.1.0.9' }, 409, 'HA group 1'],
    [{ virtualIp: '10.1.0.7' }, 409, 'the address of server node1'],
    [{ virtualIp: '10.1.0.1' }, 409, 'the gateway'],
    [{ virtualIp: '10.3.0.1' }, 409, 'no network'],
    [{ virtualIp: 'nonsense' }, 400, 'virtualIp'],
    [{ servers: [{ server: 4 }] }, 404, 'no server 4'],
    [{ servers: [{ server: 3 }, { server: 3 }] }, 400, 'listed twice'],
  ])('an HA group is refused with %o', async (changes, status, words) => {
    await expect(check(changes)).rejects.toMatchObject(refusal(status, words));
  });
});

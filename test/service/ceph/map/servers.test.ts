import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { OsdTree } from '../../../../src/service/ceph/map/osdTree.ts';
import {
  daemonHosts,
  FIRST_HASHED_ID,
  gatewayNodes,
  idFor,
  serverIds,
  serverNames,
  type NodeList,
  type ServiceMap,
} from '../../../../src/service/ceph/map/servers.ts';
import { anyText } from '../../../support/anyText.ts';
import { RELEASES, sample } from '../samples.ts';

const tree = sample('osdTreeRacks') as OsdTree;
const list = sample('nodeLs') as NodeList;

test('a host of the CRUSH map has the id of its bucket', () => {
  const bucket = tree.nodes.find(({ name }) => name === 'node2');
  expect(serverIds(tree, list).get('node2')).toBe(-(bucket?.id ?? 0));
});

test('a host without OSDs is also a server, always with the same id', () => {
  const more = { ...list, mon: { gateway: ['b'] } };
  const id = serverIds(tree, more).get('gateway');
  expect(id).toBeGreaterThanOrEqual(FIRST_HASHED_ID);
  expect(id).toBe(serverIds(tree, more).get('gateway'));
});

test('hashed ids are positive integers that fit 32 bits', () => {
  fc.assert(
    fc.property(anyText(), (text) => {
      const id = idFor(text);
      return Number.isInteger(id) && id >= FIRST_HASHED_ID && id < 2 ** 31;
    }),
  );
});

test('hashed ids are those of FNV-1a, so that they stay the same in every version', () => {
  // The hash of an empty text is its offset basis; that of "a" is from the test vectors of the algorithm.
  expect(idFor('')).toBe(1_000_000 + (0x811c9dc5 % 1_000_000_000));
  expect(idFor('a')).toBe(1_000_000 + (0xe40c292c % 1_000_000_000));
  expect(idFor('foobar')).toBe(1_000_000 + (0xbf9cf968 % 1_000_000_000));
});

test('only hosts of the CRUSH map are servers, not its other buckets', () =>
  expect([...serverIds(tree, {}).keys()].toSorted()).toEqual(['node1', 'node2', 'node3', 'node4']));

test('servers are listed in natural order', () => {
  const ids = new Map([
    ['node10', 1],
    ['node2', 2],
  ]);
  expect(serverNames(ids)).toEqual([
    { hostname: 'node2', id: 2 },
    { hostname: 'node10', id: 1 },
  ]);
});

test('every daemon has its host, under its service name in the log', () => {
  const hosts = daemonHosts(list);
  expect(hosts.get('osd.2')).toBe('node3');
  expect(hosts.get('mon.a')).toBe('node1');
  expect(hosts.get('mds.a')).toBe('node2');
});

describe.each(RELEASES)('the service map of Ceph %s', (release) => {
  const { servicemap } = sample('statusGateway', release) as { servicemap: ServiceMap };

  test('the service map gives the host of a RADOS gateway, under its service name in the log', () => {
    expect(daemonHosts(gatewayNodes(servicemap)).get('client.rgw.a')).toBe('node3');
  });
});

test('gateways are found under both naming schemes, except those that report no host', () => {
  const rgw = (id: string, hostname?: string) => ({ metadata: { id, ...(hostname && { hostname }) } });
  const daemons = {
    summary: '',
    4: rgw('site.host1.abc', 'host1'),
    5: rgw('radosgw.gw', 'host1'),
    6: rgw('b'),
  };
  expect(gatewayNodes({ services: { rgw: { daemons } } })).toEqual({
    'client.rgw': { host1: ['site.host1.abc'] },
    client: { host1: ['radosgw.gw'] },
  });
  expect(gatewayNodes(undefined)).toEqual({});
});

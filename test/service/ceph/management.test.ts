import { expect, onTestFinished, test } from 'vitest';
import { createManagementNode } from '../../../src/service/ceph/management.ts';
import { createInventory } from '../../../src/service/ceph/map/inventory.ts';
import { idFor } from '../../../src/service/ceph/map/servers.ts';
import { createStateStore } from '../../../src/service/ceph/state/store.ts';
import { fakeClock } from '../../support/fakeClock.ts';
import { recordedCeph } from './recordedCeph.ts';
import { KeyStore } from './state/keyStore.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const WEEK_MS = 7 * 24 * HOUR_MS;

/** A management service on the server `hostname` of a cluster whose only server with daemons is node1. */
function management(hostname: string, { isServer = true, keys = new KeyStore(), clock = fakeClock() } = {}) {
  const { ceph } = recordedCeph(clock, {
    'osd tree': { json: { nodes: [{ id: -2, name: 'node1', type: 'host', children: [] }], stray: [] } },
    'node ls': { json: {} },
  });
  const node = createManagementNode({
    clock,
    store: createStateStore(keys.connect(clock), clock, hostname),
    inventory: createInventory(ceph, clock),
    hostname,
    isServer,
    interfaces: () => ({
      lo: [
        { address: '127.0.0.1', cidr: '127.0.0.1/8', internal: true, family: 'IPv4', netmask: '', mac: '' },
      ],
      eth0: [
        { address: '10.1.0.7', cidr: '10.1.0.7/16', internal: false, family: 'IPv4', netmask: '', mac: '' },
        { address: '10.1.0.8', cidr: null, internal: false, family: 'IPv4', netmask: '', mac: '' },
      ],
      eth1: undefined,
    }),
  });
  onTestFinished(() => node[Symbol.dispose]());
  const seen = (name: string) => keys.values.get(`storedeck/node/${name}`);
  return { node, keys, clock, seen };
}

test('the server of a management service is listed with those of the daemons and of other services of the last week', async () => {
  const first = management('node8');
  await first.clock.advance(MINUTE_MS);
  const { node, clock } = management('node9', first);
  await clock.advance(MINUTE_MS);
  expect([...(await node.servers())]).toEqual([
    ['node1', 2],
    ['node9', idFor('node9')],
    ['node8', idFor('node8')],
  ]);
  expect([await node.id(), await first.node.id()]).toEqual([idFor('node9'), idFor('node8')]);
  first.node[Symbol.dispose]();
  clock.set(WEEK_MS - HOUR_MS);
  await clock.advance(2 * MINUTE_MS);
  expect([...(await node.servers()).keys()]).toContain('node8');
  clock.set(HOUR_MS);
  await clock.advance(2 * MINUTE_MS);
  expect([...(await node.servers()).keys()]).toEqual(['node1', 'node9']);
});

test('a service outside of the cluster is no server of it, and a server of the cluster keeps its id', async () => {
  const outside = management('laptop', { isServer: false });
  await outside.clock.advance(MINUTE_MS);
  expect(outside.keys.values.size).toBe(0);
  expect([...(await outside.node.servers()).keys()]).toEqual(['node1']);
  expect(await outside.node.id()).toBe(idFor('laptop'));
  expect(await management('node1').node.id()).toBe(2);
});

test('a service registers its server once an hour, not after each of its starts, until it is disposed', async () => {
  const { node, clock, keys, seen } = management('node9');
  await clock.advance(MINUTE_MS);
  const first = seen('node9');
  expect(first).toBeDefined();
  await clock.advance(58 * MINUTE_MS);
  expect(seen('node9')).toBe(first);
  const restarted = management('node9', { clock, keys });
  await clock.advance(30_000);
  expect(seen('node9')).toBe(first);
  await clock.advance(2 * MINUTE_MS);
  const second = seen('node9');
  expect(second).not.toBe(first);
  node[Symbol.dispose]();
  restarted.node[Symbol.dispose]();
  await clock.advance(2 * HOUR_MS);
  expect(seen('node9')).toBe(second);
});

test('the addresses of a server have their prefix lengths, and 0 for one that is not known', () => {
  expect(management('node9').node.addresses()).toEqual([
    { interfaceName: 'lo', ip: '127.0.0.1', netmask: 8, internal: true },
    { interfaceName: 'eth0', ip: '10.1.0.7', netmask: 16, internal: false },
    { interfaceName: 'eth0', ip: '10.1.0.8', netmask: 0, internal: false },
  ]);
});

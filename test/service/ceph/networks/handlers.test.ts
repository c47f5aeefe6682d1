import { expect, test } from 'vitest';
import { haGroupHandlers } from '../../../../src/service/ceph/haGroups/handlers.ts';
import type { SavedGroup } from '../../../../src/service/ceph/haGroups/read.ts';
import { networkHandlers } from '../../../../src/service/ceph/networks/handlers.ts';
import type { SavedNetwork } from '../../../../src/service/ceph/networks/networks.ts';
import { refusal } from '../../../support/refusal.ts';
import { caller } from '../handlers/support.ts';
import { sectionParts } from '../state/sections.ts';

const OFFICE = { ip: '10.1.0.0', netmask: 16 };
const GROUP = { virtualIp: '10.1.0.9', service: 'nfs' as const, servers: [{ server: 1 }] };

function engine() {
  const { note, notes, node, collection } = sectionParts();
  const parts = {
    networks: collection<SavedNetwork>('network'),
    groups: collection<SavedGroup>('ha-group', 'HA group'),
    node,
    note,
  };
  return { call: caller({ ...networkHandlers(parts), ...haGroupHandlers(parts) }), notes };
}

test('a network is created with an id, replaced and deleted, and each change is logged', async () => {
  const { call, notes } = engine();
  expect(await call('createNetwork', { body: OFFICE })).toMatchObject({ id: 1, ...OFFICE });
  await call('replaceNetwork', { params: { id: 1 }, body: { ...OFFICE, netmask: 24 } });
  expect(await call('listNetworks', {})).toMatchObject([{ id: 1, ip: '10.1.0.0', netmask: 24 }]);
  await call('deleteNetwork', { params: { id: 1 } });
  expect(await call('listNetworks', {})).toEqual([]);
  expect(notes).toEqual([
    'network 10.1.0.0/16 created',
    'network 10.1.0.0/16 changed to network 10.1.0.0/24',
    'network 10.1.0.0/24 deleted',
  ]);
});

test('a network that contains the address of an HA group is neither deleted nor moved', async () => {
  const { call } = engine();
  await call('createNetwork', { body: OFFICE });
  await call('createHaGroup', { body: GROUP });
  const elsewhere = { params: { id: 1 }, body: { ...OFFICE, ip: '10.9.0.0' } };
  await expect(call('replaceNetwork', elsewhere)).rejects.toMatchObject(refusal(409, 'HA group 1'));
  await expect(call('deleteNetwork', { params: { id: 1 } })).rejects.toMatchObject(refusal(409));
  expect(await call('listNetworks', {})).toMatchObject([{ id: 1, ...OFFICE }]);
});

test('an HA group is created, replaced and deleted, and logged as a plan that this service does not carry out', async () => {
  const { call, notes } = engine();
  await call('createNetwork', { body: OFFICE });
  await call('createHaGroup', { body: GROUP });
  expect(notes.slice(1)).toEqual([
    'HA group 1 created: 10.1.0.9',
    expect.stringContaining('nothing on its servers assigns or moves 10.1.0.9'),
  ]);
  await call('replaceHaGroup', { params: { id: 1 }, body: { ...GROUP, virtualIp: '10.1.0.8' } });
  expect(await call('listHaGroups', {})).toMatchObject([{ id: 1, virtualIp: '10.1.0.8' }]);
  await call('deleteHaGroup', { params: { id: 1 } });
  expect(notes.at(-1)).toBe('HA group 1 deleted: 10.1.0.8 is free');
  expect(await call('listHaGroups', {})).toEqual([]);
});

test('an unknown HA group is neither replaced nor deleted', async () => {
  const { call } = engine();
  await expect(call('replaceHaGroup', { params: { id: 7 }, body: GROUP })).rejects.toMatchObject(
    refusal(404),
  );
  await expect(call('deleteHaGroup', { params: { id: 7 } })).rejects.toMatchObject(
    refusal(404, 'HA group 7'),
  );
});

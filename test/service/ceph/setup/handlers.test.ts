import { expect, test } from 'vitest';
import type { Ceph } from '../../../../src/service/ceph/client/ceph.ts';
import { setupHandlers } from '../../../../src/service/ceph/setup/handlers.ts';
import { refusal } from '../../../support/refusal.ts';
import { caller } from '../handlers/support.ts';
import { sectionParts } from '../state/sections.ts';

function engine(found = 'own-fsid') {
  const { store, node, note, notes } = sectionParts();
  const ceph = { read: async () => ({ fsid: 'own-fsid' }) } as unknown as Ceph;
  const probed: unknown[] = [];
  const probe = async (...asked: unknown[]) => {
    probed.push(asked);
    return found;
  };
  return { call: caller(setupHandlers({ ceph, store, node, note, probe })), notes, probed };
}

test('the main address is the first one reachable from outside, until another is chosen', async () => {
  const { call, notes } = engine();
  expect(await call('listInterfaces', {})).toMatchObject({
    interfaces: ['lo', 'eth0', 'eth1'],
    currentInterface: 'eth0',
    currentIp: '10.1.0.7',
  });
  await call('setMainIp', { body: { interfaceName: 'eth1', ip: '10.2.0.7' } });
  expect(await call('listInterfaces', {})).toMatchObject({ currentInterface: 'eth1', currentIp: '10.2.0.7' });
  expect(notes).toEqual(['management address of node1 is 10.2.0.7 on eth1']);
});

test('the main address must be one that the server has on that interface', async () => {
  const { call } = engine();
  const choose = (interfaceName: string, ip: string) => call('setMainIp', { body: { interfaceName, ip } });
  await expect(choose('eth9', '10.2.0.7')).rejects.toMatchObject(refusal(404, 'lo, eth0, eth1'));
  await expect(choose('eth0', '10.2.0.7')).rejects.toMatchObject({ status: expect.any(Number) as number });
  await expect(choose('eth0', 'nonsense')).rejects.toMatchObject(refusal(400, /^(?=.*\bip\b)(?=.*nonsense)/));
  expect(await call('listInterfaces', {})).toMatchObject({ currentIp: '10.1.0.7' });
});

const IMPORT = { body: { adminKey: 'secret', mons: ['10.0.0.1:6789'] } };

test('the cluster of this service can be imported, after it was asked with the given key', async () => {
  const { call, notes, probed } = engine();
  await call('importCluster', IMPORT);
  expect(probed).toEqual([[['10.0.0.1:6789'], 'secret']]);
  expect(notes).toEqual(['the cluster own-fsid answers at 10.0.0.1:6789: this service already manages it']);
});

test('the address that another server has chosen has no effect on this one', async () => {
  const { store, node, note } = sectionParts();
  const ceph = { read: async () => ({ fsid: 'f' }) } as unknown as Ceph;
  const on = (hostname: string) =>
    caller(setupHandlers({ ceph, store, node: { ...node, hostname }, note, probe: async () => 'f' }));
  await on('node2')('setMainIp', { body: { interfaceName: 'eth1', ip: '10.2.0.7' } });
  expect(await on('node1')('listInterfaces', {})).toMatchObject({ currentIp: '10.1.0.7' });
  expect(await on('node2')('listInterfaces', {})).toMatchObject({ currentIp: '10.2.0.7' });
});

test('all monitors that were given are named once the cluster answered', async () => {
  const { call, notes } = engine();
  await call('importCluster', { body: { adminKey: 'secret', mons: ['10.0.0.1:6789', '10.0.0.2:6789'] } });
  expect(notes).toEqual([expect.stringContaining('answers at 10.0.0.1:6789, 10.0.0.2:6789:')]);
});

test('another cluster is not imported, and an invalid monitor address is not asked', async () => {
  await expect(engine('another').call('importCluster', IMPORT)).rejects.toMatchObject(
    refusal(409, 'own-fsid'),
  );
  const { call, probed } = engine();
  const wrong = { body: { adminKey: 'secret', mons: ['no monitor'] } };
  await expect(call('importCluster', wrong)).rejects.toMatchObject(refusal(400));
  expect(probed).toEqual([]);
});

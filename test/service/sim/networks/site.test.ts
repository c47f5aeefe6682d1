import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { imageUsers } from '../../../../src/service/sim/iscsi/disks.ts';
import { additionJob, creationJob } from '../../../../src/service/sim/iscsi/gateways.ts';
import { hostsOf } from '../../../../src/service/sim/model/gatewayDaemons.ts';
import { createSite } from '../../../../src/service/sim/networks/createSite.ts';
import { networkHandlers } from '../../../../src/service/sim/networks/handlers.ts';
import { groupAddresses } from '../../../../src/service/sim/networks/site.ts';
import { memoryPersistence } from '../../../../src/service/sim/persistence/persistence.ts';
import { calmModel, logged, outputBySecond } from '../support.ts';

/** A site of a calm cluster, with the images that were created for its clients. */
function bench(persistence = memoryPersistence(), scale = 60) {
  const model = calmModel(scale);
  const created: string[] = [];
  const images = {
    ensure: (pool: string, name: string, size: number) =>
      void created.push(`${pool}/${name} ${size / 2 ** 40} TiB`),
    exists: () => false,
    requireIdle: () => undefined,
  };
  const site = createSite(model, images, persistence);
  return { model, site, created, persistence };
}
const saved = ({ site, persistence }: ReturnType<typeof bench>) => {
  site.save();
  return persistence.load('site').get('all');
};

test('a new cluster has gateways, networks and floating addresses as clusters of its kind usually do', () => {
  const made = bench();
  expect(made.created).toEqual([
    'volumes/iscsi-datastore1 4 TiB',
    'volumes/iscsi-datastore2 4 TiB',
    'volumes/iscsi-backup 8 TiB',
  ]);
  const { site } = made;
  const [iscsi, nfs] = [site.iscsi.values()[0]!, site.nfs.values()[0]!];
  expect([...iscsi.clients.values()].map(({ name, luns }) => [name, luns.map(({ image }) => image)])).toEqual(
    [
      ['iqn.1998-01.com.example:hypervisor1', []],
      ['iqn.1998-01.com.example:hypervisor2', []],
      ['iqn.1998-01.com.example:backup', ['iscsi-backup']],
    ],
  );
  const [group] = iscsi.groups.values();
  expect([...group!.members]).toEqual([...iscsi.clients.keys()].slice(0, 2));
  expect(group!.luns.map(({ id, image }) => `${id} ${image}`)).toEqual([
    '0 iscsi-datastore1',
    '1 iscsi-datastore2',
  ]);
  expect(nfs.exports.values().map(({ path, access }) => [path, access])).toEqual([
    ['/projects', [{ subnet: '10.20.0.0/16', rw: true }]],
    ['/scratch', [{ subnet: '10.20.0.0/16', rw: true }]],
    ['/shared', [{ subnet: '10.20.0.0/16', rw: false }]],
  ]);
  // Everything else that is saved.
  const digest = createHash('sha256')
    .update(JSON.stringify(saved(made)))
    .digest('hex');
  expect(digest.slice(0, 16)).toBe('b5da4e2af7e72c29');
});

test('a cluster without gateways has networks, and no services or floating addresses', () => {
  const model = calmModel();
  model.daemons.splice(0);
  const none = { ensure: () => undefined, exists: () => false, requireIdle: () => undefined };
  const site = createSite(model, none, memoryPersistence());
  expect(site.networks.values()).toHaveLength(4);
  for (const services of [site.iscsi, site.nfs, site.haGroups]) expect(services.values()).toEqual([]);
});

test('a cluster without a pool for images has clients without disks', () => {
  const model = calmModel();
  for (const pool of model.pools) pool.application = 'storefs';
  const none = { ensure: () => undefined, exists: () => false, requireIdle: () => undefined };
  const [service] = createSite(model, none, memoryPersistence()).iscsi.values();
  expect([...service!.clients.values()].map(({ luns }) => luns)).toEqual([[], [], []]);
});

test('a restored site is as it was saved, and its gateways run on exactly its servers', () => {
  const before = bench();
  const { site, persistence, model } = before;
  site.iscsi.values()[0]!.gateways.splice(0, 1);
  site.nfs.values()[0]!.servers = [model.hosts[9]!, model.hosts[10]!];
  site.main = { ...site.main, nic: { ...site.main.nic, id: 2 } };
  const was = saved(before);
  const after = bench(persistence);
  expect(after.created).toEqual([]);
  expect(saved(after)).toEqual(was);
  expect(after.site.main.ip).toBe(model.hosts[0]!.ip);
  const [iscsi, nfs] = [after.site.iscsi.values()[0]!, after.site.nfs.values()[0]!];
  expect(hostsOf(after.model, 'iscsi')).toEqual(iscsi.gateways.map(({ host }) => host));
  expect(new Set(hostsOf(after.model, 'nfs'))).toEqual(new Set(nfs.servers));
  expect(nfs.servers.map(({ id }) => id)).toEqual([10, 11]);
  expect(logged(after.model, 'Stopped iscsi')).toHaveLength(1);
  expect(logged(after.model, 'Started nfs')).toEqual(['Started nfs stor-10.', 'Started nfs stor-11.']);
});

test('an image is used by the clients and groups that have it as a disk, and by no others', () => {
  const { site } = bench();
  expect(imageUsers(site, 'volumes', 'iscsi-backup')).toEqual([
    'iqn.1998-01.com.example:backup of iSCSI service 1',
  ]);
  expect(imageUsers(site, 'volumes', 'iscsi-datastore1')).toEqual(['hypervisors of iSCSI service 1']);
  expect(imageUsers(site, 'vm-disks', 'iscsi-backup')).toEqual([]);
});

test('the address of a group is not in the way of the group itself', () => {
  const { site } = bench();
  expect(groupAddresses(site).map(({ text, holder }) => `${text} ${holder}`)).toEqual([
    '10.20.254.10 HA group 1',
    '10.20.254.20 HA group 2',
  ]);
  expect(groupAddresses(site, 1).map(({ holder }) => holder)).toEqual(['HA group 2']);
});

test('hooks run before and after each change of a network, which the log tells', () => {
  const { site, model, persistence } = bench();
  const fired: string[] = [];
  const { createNetwork, replaceNetwork, deleteNetwork } = networkHandlers(site, (event, details) => {
    fired.push(`${event} ${details?.['NETWORK']} of ${site.networks.values().length}`);
  });
  const networks = () => (persistence.load('site').get('all') as { networks: unknown } | undefined)?.networks;
  createNetwork({ body: { ip: '192.168.7.0', netmask: 24 } });
  const first = JSON.stringify(networks());
  replaceNetwork({ params: { id: 5 }, body: { ip: '192.168.0.0', netmask: 16 } });
  expect(JSON.stringify(networks())).not.toBe(first);
  deleteNetwork({ params: { id: 5 } });
  expect(fired).toEqual([
    'PreNetworkConfig 192.168.7.0/24 of 4',
    'PostNetworkConfig 192.168.7.0/24 of 5',
    'PreNetworkConfig 192.168.0.0/16 of 5',
    'PostNetworkConfig 192.168.0.0/16 of 5',
    'PreNetworkConfig 192.168.0.0/16 of 5',
    'PostNetworkConfig 192.168.0.0/16 of 4',
  ]);
  expect(logged(model, 'network 192')).toEqual([
    'network 192.168.7.0/24 created',
    'network 192.168.0.0/16 changed',
    'network 192.168.0.0/16 deleted',
  ]);
});

test('each iSCSI gateway is set up within four seconds, one after another, and then saved and started', () => {
  const { site, model, persistence } = bench();
  const body = (serverId: number) => ({ serverId, ip: `10.20.0.${serverId + 10}` });
  const iqns = () =>
    site.iscsi.entries().map(([id, { gateways }]) => [id, gateways.map(({ host }) => host.id)]);
  const of = (name: string, ip: string, iqn = '') => [
    `${name}: writing the configuration of ${iqn}`,
    '',
    '',
    '',
    `${name}: listening on ${ip}:3260`,
  ];
  const before = iqns();
  const created = outputBySecond(creationJob(site, site.iscsi.reserve(), [body(1), body(3)], 'op'));
  const { iqn } = site.iscsi.get(2);
  expect(created).toEqual([
    ...of('stor-01', '10.20.0.11', iqn),
    ...of('stor-03', '10.20.0.13', iqn),
    'iSCSI service 2 is ready',
  ]);
  const first = JSON.stringify(persistence.load('site').get('all'));
  const added = outputBySecond(additionJob(site, 2, body(4), 'op'));
  expect(added).toEqual([...of('stor-04', '10.20.0.14', iqn), 'iSCSI service 2 has one more gateway']);
  expect(JSON.stringify(persistence.load('site').get('all'))).not.toBe(first);
  expect(iqns()).toEqual([...before, [2, [1, 3, 4]]]);
  expect(logged(model, 'Started iscsi')).toEqual(
    ['stor-01', 'stor-03', 'stor-04'].map((name) => `Started iscsi ${name}.`),
  );
  expect(additionJob(site, 2, body(5), 'op')).toMatchObject({
    name: 'Add iSCSI gateway',
    object: 'iscsi 2',
    startedBy: 'op',
    queue: creationJob(site, 3, [], 'op').queue,
  });
});

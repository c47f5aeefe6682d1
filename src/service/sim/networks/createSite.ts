import { newService as newIscsiService } from '../../iscsi/service.ts';
import { Numbered } from '../../numbered.ts';
import type { DiskImages } from '../images/diskImages.ts';
import { addLuns } from '../iscsi/disks.ts';
import { hostsOf } from '../model/gatewayDaemons.ts';
import type { Model } from '../model/model.ts';
import type { Host } from '../model/topology.ts';
import { newService as newNfsService } from '../nfs/services.ts';
import type { Persistence } from '../persistence/persistence.ts';
import { isErasure } from '../pools/pool.ts';
import { defaultNetworks } from './networks.ts';
import { restoreSite, saveSite } from './saved.ts';
import { addressOn, NICS } from './servers.ts';
import type { SimHaGroup, Site } from './site.ts';

const GIB = 2 ** 30;

/**
 * Creates the site as operators left it in earlier runs. A new one has what a cluster of this kind usually has: one
 * service of each kind on the servers that run the daemons, with a few users.
 */
export function createSite(model: Model, images: DiskImages, persistence: Persistence): Site {
  const site: Site = {
    model,
    networks: new Numbered('network'),
    haGroups: new Numbered('HA group'),
    iscsi: new Numbered('iSCSI service'),
    nfs: new Numbered('NFS service'),
    images,
    main: { nic: NICS.mgmt, ip: addressOn(model.hosts[0]!, NICS.mgmt) },
    save: () => saveSite(site, persistence),
  };
  if (restoreSite(site, persistence)) return site;
  for (const network of defaultNetworks()) site.networks.add(network);
  addIscsi(site);
  addNfs(site);
  addGroups(site);
  return site;
}

function addIscsi(site: Site): void {
  const gateways = hostsOf(site.model, 'iscsi').map((host) => ({ host, ip: addressOn(host, NICS.clients) }));
  if (gateways.length === 0) return;
  const service = newIscsiService(1, gateways);
  site.iscsi.add(service);
  const credentials = { username: 'demo-initiator', password: 'Demo-only_pw1' };
  for (const name of ['hypervisor1', 'hypervisor2', 'backup']) {
    const iqn = `iqn.1998-01.com.example:${name}`;
    service.clients.set(iqn, { name: iqn, credentials, luns: [] });
  }
  const [first = '', second = '', third = ''] = service.clients.keys();
  service.groups.set('hypervisors', { name: 'hypervisors', members: new Set([first, second]), luns: [] });

  const pool = site.model.pools.find((candidate) => candidate.application === 'rbd' && !isErasure(candidate));
  if (pool === undefined) return;
  const disk = (name: string, size: number) => ({ pool: pool.name, name, size });
  addLuns(site, service, service.groups.get('hypervisors')!, [
    disk('iscsi-datastore1', 4096 * GIB),
    disk('iscsi-datastore2', 4096 * GIB),
  ]);
  addLuns(site, service, service.clients.get(third)!, [disk('iscsi-backup', 8192 * GIB)]);
}

function addNfs({ nfs, model }: Site): void {
  const hosts = hostsOf(model, 'nfs');
  if (hosts.length === 0) return;
  const service = newNfsService(hosts);
  nfs.add(service);
  const users = `10.${NICS.clients.octet}.0.0/16`;
  const add = (path: string, rw: boolean) =>
    service.exports.add({ nfsPath: path, path, access: [{ subnet: users, rw }] });
  add('/projects', true);
  add('/scratch', true);
  add('/shared', false);
}

function addGroups({ haGroups, model }: Site): void {
  const add = (service: SimHaGroup['service'], hosts: readonly Host[], host: number, description: string) =>
    hosts.length > 0 &&
    haGroups.add({
      description,
      virtualIp: `10.${NICS.clients.octet}.254.${host}`,
      service,
      members: hosts.map((member) => ({ host: member, nic: NICS.clients.id, vlan: undefined })),
      failback: true,
      failoverTime: 10,
      failbackTime: 60,
      evictNfsClientsOnFailback: false,
    });
  add('nfs', hostsOf(model, 'nfs'), 10, 'shared directories');
  add('rgw', hostsOf(model, 'radosgw'), 20, 'S3');
}

import { loadAccess, saveAccess, type SavedAccess } from '../../iscsi/saved.ts';
import type { IscsiGateway } from '../../iscsi/service.ts';
import type { NetworkPlan } from '../../networks/plan.ts';
import type { Export } from '../../nfs/exports.ts';
import type { SavedNumbers } from '../../numbered.ts';
import { parseIp, subnetOf } from '../../values/ip.ts';
import { hostsOf, startGateway, stopGateway, type SimGatewayKind } from '../model/gatewayDaemons.ts';
import type { Host } from '../model/topology.ts';
import { newService } from '../nfs/services.ts';
import type { Persistence } from '../persistence/persistence.ts';
import { addressesOf } from './servers.ts';
import type { SimHaGroup, Member, SimNfsService, Site } from './site.ts';

type On<T> = Omit<T, 'host'> & { readonly server: number };
type SavedSimNetwork = Omit<NetworkPlan, 'subnet'> & { readonly netmask: number };
type SavedHaGroup = Omit<SimHaGroup, 'members'> & { readonly members: readonly On<Member>[] };
interface SavedIscsiService extends SavedAccess {
  readonly gateways: readonly On<IscsiGateway<Host>>[];
}
interface SavedNfsService {
  readonly servers: readonly number[];
  readonly exports: SavedNumbers<Export>;
}

/** A site as JSON, in which servers are replaced by their ids. */
interface SavedSite {
  readonly networks: SavedNumbers<SavedSimNetwork>;
  readonly haGroups: SavedNumbers<SavedHaGroup>;
  readonly iscsi: SavedNumbers<SavedIscsiService>;
  readonly nfs: SavedNumbers<SavedNfsService>;
  readonly mainNic: number;
}

const SECTION = 'site';
const KEY = 'all';

/** Saves the whole site, which is small and rarely changes. */
export function saveSite({ networks, haGroups, iscsi, nfs, main }: Site, persistence: Persistence): void {
  const saved: SavedSite = {
    networks: networks.save(({ subnet, ...plan }) => ({ ...plan, netmask: subnet.prefix })),
    haGroups: haGroups.save((group) => ({ ...group, members: group.members.map(toServer) })),
    iscsi: iscsi.save((service) => ({ ...saveAccess(service), gateways: service.gateways.map(toServer) })),
    nfs: nfs.save(({ servers, exports }) => ({
      servers: servers.map(({ id }) => id),
      exports: exports.save((entry) => entry),
    })),
    mainNic: main.nic.id,
  };
  persistence.save(SECTION, KEY, saved);
}

const toServer = <T extends { readonly host: Host }>({ host, ...rest }: T) => ({ ...rest, server: host.id });

/** Restores a saved site, and runs its gateways. @returns false if none was saved */
export function restoreSite(site: Site, persistence: Persistence): boolean {
  const saved = persistence.load(SECTION).get(KEY) as SavedSite | undefined;
  if (saved === undefined) return false;
  const hostOf = (id: number): Host => site.model.hosts[id - 1]!;
  site.networks.restore(saved.networks, ({ netmask, ...plan }) => ({
    ...plan,
    subnet: subnetOf(parseIp(plan.ip)!, netmask),
  }));
  site.haGroups.restore(saved.haGroups, ({ members, ...group }) => ({
    ...group,
    members: members.map(({ server, ...member }) => ({ ...member, host: hostOf(server) })),
  }));
  site.iscsi.restore(saved.iscsi, (service) => ({
    ...loadAccess(service),
    gateways: service.gateways.map(({ server, ip }) => ({ host: hostOf(server), ip })),
  }));
  site.nfs.restore(saved.nfs, (service) => restoreNfs(service, hostOf));
  site.main = addressesOf(site.model.hosts[0]!).find(({ nic }) => nic.id === saved.mainNic) ?? site.main;

  const iscsiHosts = site.iscsi.values().flatMap(({ gateways }) => gateways.map(({ host }) => host));
  const nfsHosts = site.nfs.values().flatMap(({ servers }) => servers);
  runOn(site, 'iscsi', iscsiHosts);
  runOn(site, 'nfs', nfsHosts);
  return true;
}

function restoreNfs({ servers, exports }: SavedNfsService, hostOf: (id: number) => Host): SimNfsService {
  const service = newService(servers.map((id) => hostOf(id)));
  service.exports.restore(exports, (entry) => entry);
  return service;
}

/** Makes exactly these servers run gateways of a kind. */
function runOn({ model }: Site, kind: SimGatewayKind, hosts: readonly Host[]): void {
  const running = hostsOf(model, kind);
  for (const host of running) if (!hosts.includes(host)) stopGateway(model, kind, host);
  for (const host of hosts) if (!running.includes(host)) startGateway(model, kind, host);
}

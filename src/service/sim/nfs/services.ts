import type { NfsService as WireService } from '../../../api/contract/nfs.ts';
import { exportsToWire } from '../../nfs/exports.ts';
import { Numbered } from '../../numbered.ts';
import { refuseNoServers, serverInGroup, serverTaken } from '../../rules/gateways.ts';
import { enforce, refusal } from '../../rules/refused.ts';
import { startGateway, stopGateway } from '../model/gatewayDaemons.ts';
import type { Host } from '../model/topology.ts';
import { requireAnswer, serversOrRefuse } from '../networks/servers.ts';
import type { SimNfsService, Site } from '../networks/site.ts';

/** A service without exports. */
export const newService = (servers: readonly Host[]): SimNfsService => ({
  servers,
  exports: new Numbered('export of this service'),
});

/**
 * The servers in a request for a service.
 * @param own the service if it exists, so that its servers may already run it
 * @throws Refusal 400, 404, 409
 */
export function readServers(site: Site, ids: readonly number[], own?: SimNfsService): Host[] {
  enforce(refuseNoServers(ids));
  const servers = serversOrRefuse(site.model, ids);
  for (const host of servers) {
    if (own?.servers.includes(host) === true) continue;
    requireAnswer(host);
    const other = site.nfs.entries().find(([, service]) => service.servers.includes(host));
    if (other !== undefined) throw refusal(serverTaken(host.name, 'NFS', other[0]));
  }
  return servers;
}

/** Replaces the servers of a service. @throws Refusal 409 when a removed server carries a floating address */
export function changeServers(site: Site, service: SimNfsService, servers: readonly Host[]): void {
  const removed = service.servers.filter((host) => !servers.includes(host));
  for (const [id, group] of site.haGroups.entries()) {
    const needed = removed.find(
      (host) => group.service === 'nfs' && group.members.some((member) => member.host === host),
    );
    if (needed !== undefined) throw refusal(serverInGroup(needed.name, id));
  }
  for (const host of removed) stopGateway(site.model, 'nfs', host);
  for (const host of servers) if (!service.servers.includes(host)) startGateway(site.model, 'nfs', host);
  service.servers = servers;
}

export const toWire = (service: SimNfsService): WireService => ({
  servers: service.servers.map(({ id }) => id),
  exports: exportsToWire(service),
});

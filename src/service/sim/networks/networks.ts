import type { NetworkPlan } from '../../networks/plan.ts';
import { refuseStranded } from '../../rules/networks.ts';
import { enforce } from '../../rules/refused.ts';
import type { Subnet } from '../../values/ip.ts';
import { readIp, readSubnet } from '../../values/readIp.ts';
import { NICS, type SimNic } from './servers.ts';
import { addressesInUse, type Site } from './site.ts';

/** The four networks to which the servers have an interface. */
export function defaultNetworks(): NetworkPlan[] {
  const network = ({ octet }: SimNic, type: NetworkPlan['type'], description: string): NetworkPlan => {
    const ip = `10.${octet}.0.0`;
    return {
      subnet: readSubnet('ip', readIp('ip', ip), 16),
      ip,
      gateway: type === 'store_internal' ? undefined : `10.${octet}.0.1`,
      pool: type === 'mgmt' ? { start: '10.1.250.1', end: '10.1.250.254' } : undefined,
      type,
      description,
    };
  };
  return [
    network(NICS.mgmt, 'mgmt', 'management and installation of servers'),
    network(NICS.public, 'store_public', 'clients, monitors and gateways to OSDs'),
    network(NICS.internal, 'store_internal', 'OSDs among themselves'),
    network(NICS.clients, 'other', 'users of the gateways, with their floating addresses'),
  ];
}

/**
 * Refuses to remove addresses that are in use from a network: those of them in `old` must be in `next`, too.
 * @throws Refusal 409
 */
export function requireUnused(site: Site, old: Subnet, next?: Subnet): void {
  // HA groups are named first: they are few and the operator's own, while every server is in some network.
  enforce(refuseStranded(old, addressesInUse(site).toReversed(), next));
}

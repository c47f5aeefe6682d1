import { Refusal } from '../../engine.ts';
import type { NetworkPlan } from '../../networks/plan.ts';
import { contains, formatSubnet, type Subnet } from '../../values/ip.ts';
import { readIp, readSubnet } from '../../values/readIp.ts';
import { NICS, type Nic } from './servers.ts';
import { addressesInUse, type Site } from './site.ts';

/** Names that a message lists at the most. */
const NAMED = 3;

/** The four networks that the servers have an interface in. */
export function usualNetworks(): NetworkPlan[] {
  const network = ({ octet }: Nic, type: NetworkPlan['type'], description: string): NetworkPlan => {
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
 * Refuses to take addresses from those who have them: everything in `old` must be in `next`, too.
 * @throws Refusal 409
 */
export function requireUnused(site: Site, old: Subnet, next?: Subnet): void {
  const stranded = addressesInUse(site).filter(
    ({ ip }) => contains(old, ip) && !(next !== undefined && contains(next, ip)),
  );
  if (stranded.length === 0) return;
  // Groups first: they are few and the operator's own, while every server is in some network.
  const named = stranded.toReversed().slice(0, NAMED);
  const more = stranded.length > named.length ? ` and ${stranded.length - named.length} more` : '';
  const users = named.map(({ holder, text }) => `${holder} (${text})`).join(', ');
  throw new Refusal(409, `${formatSubnet(old)} is in use by ${users}${more}: move them first`);
}

import type { Input } from '../../../api/contract/index.ts';
import type { Network, NETWORK_TYPES } from '../../../api/contract/networks.ts';
import { Refusal } from '../../engine.ts';
import {
  contains,
  formatSubnet,
  isHostIn,
  overlap,
  parseIp,
  sameIp,
  type Ip,
  type Subnet,
} from '../../values/ip.ts';
import { readIp, readSubnet } from '../../values/readIp.ts';
import { NICS, type Nic } from './servers.ts';
import { addressesInUse, type Site } from './site.ts';

/** A network as operators have laid it down. */
export interface NetworkPlan {
  readonly subnet: Subnet;
  /** As it was written. */
  readonly ip: string;
  readonly gateway: string | undefined;
  /** The addresses to hand out, both ends included. */
  readonly pool: { readonly start: string; readonly end: string } | undefined;
  readonly type: (typeof NETWORK_TYPES)[number];
  readonly description: string;
}

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

/** What a request asks for, checked in itself. @throws Refusal 400 */
export function readNetwork(body: Input<'createNetwork'>['body']): NetworkPlan {
  const { ip, netmask, gateway, poolStart, poolEnd, type = 'other', description = '' } = body;
  const subnet = readSubnet('ip', readIp('ip', ip), netmask);
  const router = gateway === undefined ? undefined : readHost('gateway', gateway, subnet);
  const pool = readPool(poolStart, poolEnd, subnet);
  if (pool !== undefined && router !== undefined && between(pool.from, router, pool.to))
    throw new Refusal(400, `the pool holds the gateway ${gateway}: leave it out, it would be handed out`);
  return { subnet, ip, gateway, pool: pool?.text, type, description };
}

function readPool(start: string | undefined, end: string | undefined, subnet: Subnet) {
  if (start === undefined && end === undefined) return undefined;
  if (start === undefined || end === undefined)
    throw new Refusal(400, 'a pool needs both ends: give poolStart and poolEnd, or neither');
  const [from, to] = [readHost('poolStart', start, subnet), readHost('poolEnd', end, subnet)];
  if (from.value > to.value)
    throw new Refusal(400, `the pool ends before it begins: swap ${start} and ${end}`);
  return { from, to, text: { start, end } };
}

const between = (from: Ip, ip: Ip, to: Ip): boolean => from.value <= ip.value && ip.value <= to.value;

function readHost(field: string, text: string, subnet: Subnet): Ip {
  const ip = readIp(field, text);
  if (!contains(subnet, ip))
    throw new Refusal(400, `${field} ${text} is not in the network ${formatSubnet(subnet)}`);
  if (!isHostIn(subnet, ip)) {
    throw new Refusal(
      400,
      `${field} ${text} is the network's own or its broadcast address: no host can have it`,
    );
  }
  return ip;
}

/** @throws Refusal 409 when the subnet overlaps with that of another network */
export function requireRoom(
  { networks }: Pick<Site, 'networks'>,
  { subnet }: NetworkPlan,
  own?: number,
): void {
  const other = networks.entries().find(([id, plan]) => id !== own && overlap(plan.subnet, subnet));
  if (other !== undefined) {
    throw new Refusal(
      409,
      `${formatSubnet(subnet)} overlaps with network ${other[0]} (${formatSubnet(other[1].subnet)})`,
    );
  }
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

/** The network in which a host can have the address. */
export function networkOf({ networks }: Pick<Site, 'networks'>, ip: Ip): NetworkPlan | undefined {
  return networks.values().find(({ subnet }) => isHostIn(subnet, ip));
}

/** Whether the address is a network's gateway. */
export function isGateway({ networks }: Pick<Site, 'networks'>, ip: Ip): boolean {
  return networks.values().some(({ gateway }) => gateway !== undefined && sameIp(parseIp(gateway)!, ip));
}

export function toWire(id: number, { subnet, ip, gateway, pool, type, description }: NetworkPlan): Network {
  return {
    id,
    ip,
    netmask: subnet.prefix,
    ...(gateway === undefined ? {} : { gateway }),
    ...(pool === undefined ? {} : { poolStart: pool.start, poolEnd: pool.end }),
    type,
    description,
  };
}

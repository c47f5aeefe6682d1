import type { Input } from '../../api/contract/index.ts';
import type { Network, NETWORK_TYPES } from '../../api/contract/networks.ts';
import { Refusal } from '../engine.ts';
import type { Numbered } from '../numbered.ts';
import {
  contains,
  formatSubnet,
  isHostIn,
  overlap,
  parseIp,
  sameIp,
  type Ip,
  type Subnet,
} from '../values/ip.ts';
import { readIp, readSubnet } from '../values/readIp.ts';

/** A network as an operator has defined it. */
export interface NetworkPlan {
  readonly subnet: Subnet;
  /** The network's address as it was written. */
  readonly ip: string;
  readonly gateway: string | undefined;
  /** The addresses to be assigned, both ends included. */
  readonly pool: { readonly start: string; readonly end: string } | undefined;
  readonly type: (typeof NETWORK_TYPES)[number];
  readonly description: string;
}

/** The networks of an engine, by their ids. */
interface Networks {
  readonly networks: Pick<Numbered<NetworkPlan>, 'entries' | 'values'>;
}

/** Parses and checks the network in a request, without looking at other networks. @throws Refusal 400 */
export function readNetwork(body: Input<'createNetwork'>['body']): NetworkPlan {
  const { ip, netmask, gateway, poolStart, poolEnd, type = 'other', description = '' } = body;
  const subnet = readSubnet('ip', readIp('ip', ip), netmask);
  const router = gateway === undefined ? undefined : readHost('gateway', gateway, subnet);
  const pool = readPool(poolStart, poolEnd, subnet);
  if (pool !== undefined && router !== undefined && between(pool.from, router, pool.to))
    throw new Refusal(
      400,
      `the pool contains the gateway ${gateway}: exclude it, or it would be assigned to a client`,
    );
  return { subnet, ip, gateway, pool: pool?.text, type, description };
}

function readPool(start: string | undefined, end: string | undefined, subnet: Subnet) {
  if (start === undefined && end === undefined) return undefined;
  if (start === undefined || end === undefined)
    throw new Refusal(400, 'a pool needs both ends: set poolStart and poolEnd, or neither');
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
    throw new Refusal(400, `${field} ${text} is the network or broadcast address: no host can have it`);
  }
  return ip;
}

/** @throws Refusal 409 when the subnet overlaps that of another network */
export function requireRoom({ networks }: Networks, { subnet }: NetworkPlan, own?: number): void {
  const other = networks.entries().find(([id, plan]) => id !== own && overlap(plan.subnet, subnet));
  if (other !== undefined) {
    throw new Refusal(
      409,
      `${formatSubnet(subnet)} overlaps with network ${other[0]} (${formatSubnet(other[1].subnet)})`,
    );
  }
}

/** The network in which a host can have the address. */
export function networkOf({ networks }: Networks, ip: Ip): NetworkPlan | undefined {
  return networks.values().find(({ subnet }) => isHostIn(subnet, ip));
}

/** True if the address is the gateway of a network. */
export function isGateway({ networks }: Networks, ip: Ip): boolean {
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

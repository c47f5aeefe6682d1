import type { ServerNic } from '../../../api/contract/extensions/servers.ts';
import { Refusal } from '../../engine.ts';
import { enforce, refusal } from '../../rules/refused.ts';
import { noServer, refuseForeignAddress, refuseServers } from '../../rules/servers.ts';
import type { Model } from '../model/model.ts';
import { hostAnswers, type Host } from '../model/topology.ts';

/** A network interface, which all servers have alike. */
export interface SimNic {
  readonly id: number;
  /** Kernel name. */
  readonly name: string;
  /** Second octet of its addresses: each kind of network is 10.x.0.0/16 with its own x. */
  readonly octet: number;
}

/** The interfaces of every simulated server, by their purpose. */
export const NICS = {
  mgmt: { id: 1, name: 'eno1', octet: 1 },
  public: { id: 2, name: 'ens1f0', octet: 2 },
  internal: { id: 3, name: 'ens1f1', octet: 3 },
  clients: { id: 4, name: 'ens2f0', octet: 20 },
} as const satisfies Readonly<Record<string, SimNic>>;

export interface ServerAddress {
  readonly nic: SimNic;
  readonly ip: string;
}

/** The address of a server on an interface. The last two octets are the same on all its interfaces. */
export const addressOn = ({ ip }: Host, { octet }: SimNic): string =>
  `10.${octet}.${ip.split('.').slice(2).join('.')}`;

export const addressesOf = (host: Host): ServerAddress[] =>
  Object.values(NICS).map((nic) => ({ nic, ip: addressOn(host, nic) }));

/** Prefix length of all networks, in bits. */
export const NETMASK = 16;

/** The interfaces of a server as the interface of the service shows them. */
export const nicsOf = (host: Host): ServerNic[] =>
  addressesOf(host).map(({ nic: { id, name }, ip }) => ({
    id,
    name,
    up: true,
    addresses: [`${ip}/${NETMASK}`],
  }));

/** The server with this id. @throws Refusal 404 */
export function serverOrRefuse({ hosts }: Model, id: number): Host {
  const host = hosts[id - 1];
  if (host === undefined) throw refusal(noServer(id));
  return host;
}

/** The servers with these ids, none of which may be named twice. @throws Refusal 400, 404 */
export function serversOrRefuse(model: Model, ids: readonly number[]): Host[] {
  enforce(refuseServers(ids, new Set(model.hosts.map(({ id }) => id))));
  return ids.map((id) => serverOrRefuse(model, id));
}

/** @throws Refusal 409 when the server does not answer, so that nothing can be set up on it */
export function requireAnswer(host: Host): void {
  if (!hostAnswers(host))
    throw new Refusal(409, `${host.name} does not answer: restore it first, or choose another server`);
}

/** @throws Refusal 400 when the server does not have the address */
export function requireAddress(host: Host, ip: string): void {
  const own = addressesOf(host).map((address) => address.ip);
  enforce(refuseForeignAddress(host.name, ip, own));
}

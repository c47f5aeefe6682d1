import type { ServerName } from '../../../api/contract/stats.ts';
import { naturalOrder } from '../../../lib/natural.ts';
import { refusal } from '../../rules/refused.ts';
import { noServer } from '../../rules/servers.ts';
import { isHost, type OsdTree } from './osdTree.ts';

/** The answer of `ceph node ls`: the ids of OSDs and the names of other daemons, by type (`mon`, `osd`, …) and host. */
export type NodeList = Readonly<Record<string, Readonly<Record<string, readonly (string | number)[]>>>>;

/** The lowest id that `idFor` returns, far above the ids that Ceph assigns. */
export const FIRST_HASHED_ID = 1_000_000;
const HASHED_IDS = 1_000_000_000;

/** The id for a text, always the same (FNV-1a), for objects that have only a name in Ceph. */
export function idFor(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return FIRST_HASHED_ID + ((hash >>> 0) % HASHED_IDS);
}

/**
 * The server ids by host name. The id of a host in the CRUSH map comes from its bucket id, that of other hosts is a hash of
 * the name; both are the same after a restart of this service.
 * @param others hosts without daemons
 */
export function serverIds(
  tree: OsdTree,
  list: NodeList,
  others: readonly string[] = [],
): ReadonlyMap<string, number> {
  const ids = new Map(tree.nodes.filter(isHost).map(({ name, id }) => [name, -id]));
  const hosts = [...Object.values(list).flatMap((daemons) => Object.keys(daemons)), ...others];
  for (const host of hosts) if (!ids.has(host)) ids.set(host, idFor(host));
  return ids;
}

/** The host name of a server. @throws Refusal 404 */
export function serverNamed(servers: ReadonlyMap<string, number>, id: number | string): string {
  const [found] = [...servers].find(([, known]) => String(known) === String(id)) ?? [];
  if (found === undefined) throw refusal(noServer(id));
  return found;
}

/** The names of servers, from which a user can choose. */
export function serverNames(ids: ReadonlyMap<string, number>): ServerName[] {
  return [...ids]
    .map(([hostname, id]) => ({ hostname, id }))
    .sort((a, b) => naturalOrder(a.hostname, b.hostname));
}

/** The host of each daemon, by its name in the cluster log: `mon.a`, `osd.3`. */
export function daemonHosts(list: NodeList): ReadonlyMap<string, string> {
  const hosts = new Map<string, string>();
  for (const [kind, byHost] of Object.entries(list)) {
    for (const [host, names] of Object.entries(byHost)) {
      for (const name of names) hosts.set(`${kind}.${name}`, host);
    }
  }
  return hosts;
}

/** The daemons that register with the managers, by service and session; the entry `summary` is a text. */
export interface ServiceMap {
  readonly services: Readonly<
    Record<string, { readonly daemons: Readonly<Record<string, GatewayDaemon | string>> }>
  >;
}

/** A daemon in the service map, usually a gateway. */
export interface GatewayDaemon {
  /** The address of its connections to the cluster: `10.1.2.3:0/4711`, `[fd00::3]:0/4711`. */
  readonly addr?: string;
  /** Texts by name, such as `hostname` and `id`. */
  readonly metadata?: Readonly<Record<string, string>>;
}

/** The RADOS gateways of the service map as a node list, by their names in log files: `client.rgw.a`. */
export function gatewayNodes(map: ServiceMap | undefined): NodeList {
  const found = Object.entries(map?.services['rgw']?.daemons ?? {}).flatMap(([session, daemon]) => {
    const { hostname, id = session } = (typeof daemon === 'string' ? {} : daemon.metadata) ?? {};
    return hostname === undefined ? [] : [{ hostname, id }];
  });
  const named = Map.groupBy(found, ({ id }) => (id.startsWith('radosgw.') ? 'client' : 'client.rgw'));
  const byHost = (gateways: typeof found) =>
    Object.fromEntries(
      [...Map.groupBy(gateways, ({ hostname }) => hostname)].map(([host, of]) => [
        host,
        of.map(({ id }) => id),
      ]),
    );
  return Object.fromEntries([...named].map(([kind, gateways]) => [kind, byHost(gateways)]));
}

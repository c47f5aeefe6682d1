import type { ServerName } from '../../api/contract/stats.ts';
import { naturalOrder } from '../../lib/natural.ts';
import { isHost, type OsdTree } from './osdTree.ts';

/** The answer of `ceph node ls`: the daemons by kind (`mon`, `mgr`, `mds`, `osd`) and host; OSDs by number, others by name. */
export type NodeList = Readonly<Record<string, Readonly<Record<string, readonly (string | number)[]>>>>;

/** Ids of things that Ceph does not number begin here, far above those that it does. */
export const FIRST_HASHED_ID = 1_000_000;
const HASHED_IDS = 1_000_000_000;

/** A number that the same text always gets (FNV-1a), for things that Ceph knows by name only. */
export function idFor(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return FIRST_HASHED_ID + ((hash >>> 0) % HASHED_IDS);
}

/**
 * The server id of each host name. A host of the CRUSH map is known by the number of its bucket, which
 * outlives restarts of this service; a host without OSDs by a hash of its name. `others` have no daemon that reports itself.
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

/** Servers by name, for choosing one. */
export function serverNames(ids: ReadonlyMap<string, number>): ServerName[] {
  return [...ids]
    .map(([hostname, id]) => ({ hostname, id }))
    .sort((a, b) => naturalOrder(a.hostname, b.hostname));
}

/** The host of each daemon, under names as in the cluster log: `mon.a`, `osd.3`. */
export function daemonHosts(list: NodeList): ReadonlyMap<string, string> {
  const hosts = new Map<string, string>();
  for (const [kind, byHost] of Object.entries(list)) {
    for (const [host, names] of Object.entries(byHost)) {
      for (const name of names) hosts.set(`${kind}.${name}`, host);
    }
  }
  return hosts;
}

/** Daemons that report themselves to the managers, by service and then by session; `summary` is a text among them. */
export interface ServiceMap {
  readonly services: Readonly<
    Record<string, { readonly daemons: Readonly<Record<string, GatewayDaemon | string>> }>
  >;
}

interface GatewayDaemon {
  readonly metadata?: { readonly hostname?: string; readonly id?: string };
}

/** The host of each RADOS gateway of the service map, as a node list has it, under names as of its log: `client.rgw.a`. */
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

import type { CrushMap } from '../../api/contract/crush.ts';
import type { Disk } from '../../api/contract/disks.ts';
import type { ServerName } from '../../api/contract/stats.ts';
import { naturalOrder } from '../../lib/natural.ts';
import { byLevel, type Level } from './level.ts';
import { isOsd } from './node.ts';
import { type DaemonState, daemonOf, isSilent } from './report.ts';

/** One server, as all lists that mention it tell together. */
export interface ServerRow {
  /** `server.3`, or `host.NAME` where no number is known. */
  readonly id: string;
  readonly serverId: number | undefined;
  readonly hostname: string;
  readonly disks: number;
  readonly osds: number;
  readonly osdsDown: number;
  /** Disks in the role mon: a guess at monitors, no proof of quorum. */
  readonly monitors: number;
  /** The worst that is known of their daemons; undefined where nothing is said. */
  readonly monitor: DaemonState | undefined;
  /** Seconds since the server last reported. */
  readonly lastSeen: number | undefined;
  readonly level: Level;
}

interface Known {
  serverId: number | undefined;
  hostname: string;
  readonly disks: Disk[];
  osds: number;
  osdsDown: number;
}

/** The sources of servers. */
interface ServerSources {
  readonly names?: readonly ServerName[] | undefined;
  readonly disks?: readonly Disk[] | undefined;
  readonly crush?: CrushMap | undefined;
}

/** Names of servers by their numbers alone: a tenth of the work of `selectServers`, for whoever needs no more. */
export function selectHostNames({ names, disks, crush }: ServerSources): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  const add = (id: number | undefined, name: string | undefined) => {
    if (id !== undefined && name && !found.has(id)) found.set(id, name);
  };
  for (const { id, hostname } of names ?? []) add(id, hostname);
  for (const { server, hostname } of disks ?? []) add(server, hostname);
  for (const { type, serverId, name } of crush?.nodes ?? []) if (type === 'HOST') add(serverId, name);
  return found;
}

/** The interface has no list of servers: the union of /stats/server-names, /disks and the HOST nodes of /crush. */
export function selectServers(input: ServerSources): readonly ServerRow[] {
  const byId = new Map<number, Known>();
  const byName = new Map<string, Known>();
  const all = new Set<Known>();

  /** The server with that number, or with that name unless its number is another. */
  function server(serverId: number | undefined, hostname: string): Known | undefined {
    if (serverId === undefined && hostname === '') return undefined;
    const namesake = byName.get(hostname);
    const isSame = serverId === undefined || (namesake?.serverId ?? serverId) === serverId;
    const found = (serverId === undefined ? undefined : byId.get(serverId)) ??
      (isSame ? namesake : undefined) ?? {
        serverId,
        hostname,
        disks: [],
        osds: 0,
        osdsDown: 0,
      };
    found.serverId ??= serverId;
    if (found.hostname === '') found.hostname = hostname;
    if (found.serverId !== undefined) byId.set(found.serverId, found);
    if (hostname !== '') byName.set(hostname, found);
    all.add(found);
    return found;
  }

  for (const name of input.names ?? []) server(name.id, name.hostname ?? '');
  for (const disk of input.disks ?? []) server(disk.server, disk.hostname ?? '')?.disks.push(disk);
  const nodes = input.crush?.nodes ?? [];
  const osds = new Map(nodes.filter(isOsd).map((node) => [node.id, node]));
  for (const node of nodes) {
    const found = node.type === 'HOST' ? server(node.serverId, node.name ?? '') : undefined;
    if (found === undefined) continue;
    const own = (node.children ?? []).map((id) => osds.get(id)).filter((osd) => osd !== undefined);
    found.osds += own.length;
    found.osdsDown += own.filter((osd) => osd.status === 'DOWN').length;
  }
  return [...all]
    .map(serverRow)
    .sort((a, b) => byLevel(a.level, b.level) || naturalOrder(a.hostname, b.hostname));
}

const worstOf = (daemons: readonly (DaemonState | undefined)[]): DaemonState | undefined =>
  (['stopped', 'unknown', 'running'] as const).find((daemon) => daemons.includes(daemon));

function serverRow({ serverId, hostname, disks, osds, osdsDown }: Known): ServerRow {
  const monitors = disks.filter((disk) => disk.role === 'mon');
  const seen = disks.map((disk) => disk.serverLastSeen).filter((age) => age !== undefined);
  const lastSeen = seen.length === 0 ? undefined : Math.min(...seen);
  const level: Level =
    osds > 0 && osdsDown === osds
      ? 'error'
      : osdsDown > 0 || isSilent({ serverLastSeen: lastSeen })
        ? 'warn'
        : 'ok';
  return {
    id: serverId === undefined ? `host.${hostname}` : `server.${serverId}`,
    serverId,
    hostname,
    disks: disks.length,
    osds,
    osdsDown,
    monitors: monitors.length,
    monitor: worstOf(monitors.map((disk) => daemonOf(disk))),
    lastSeen,
    level,
  };
}

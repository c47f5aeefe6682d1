import type { ClusterEvidence } from '../../../api/contract/evidence.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { ServerAccess } from '../access/serverAccess.ts';
import type { Ceph } from '../client/ceph.ts';
import { daemonHosts, type NodeList } from '../map/servers.ts';
import { kernelErrors } from './kernelLog.ts';
import { MAX_SERVERS } from './limits.ts';
import { type LostDaemon, lostDaemonReader } from './lostDaemons.ts';
import { resentSegments } from './resent.ts';

type AskedServers = Pick<ServerAccess, 'find' | 'unreached'>;

/** The daemons because of which servers are asked. */
interface Suspects {
  readonly nodes: NodeList;
  /** OSDs that wait or are waited for. */
  readonly waiting: readonly number[];
  /** OSDs that are down, and those that wait or are waited for. */
  readonly suspects: readonly number[];
  readonly up: ReadonlySet<number>;
  /** The monitors that are out of the quorum. */
  readonly out: readonly string[];
}

type OnServers = Pick<ClusterEvidence, 'resent' | 'diskErrors' | 'unreached' | 'lostMonitors'>;

/** Makes the function that asks the servers on which something is wrong; what cannot be read is left out. */
export function serverReader({
  ceph,
  access,
  clock,
}: {
  readonly ceph: Ceph;
  readonly access: AskedServers;
  readonly clock: Clock;
}) {
  const resentBy = resentSegments(access, clock);
  const errorsOn = kernelErrors(ceph, access, clock);
  const lostOn = lostDaemonReader(access, clock);
  const orNone = <T>(answer: Promise<readonly T[]>): Promise<readonly T[]> => answer.catch(() => []);

  return async ({ nodes, waiting, suspects, up, out }: Suspects): Promise<OnServers> => {
    const servers = serversWith(nodes, suspects);
    const [resent, diskErrors, lostMonitors] = await Promise.all([
      waiting.length > 0 ? orNone(resentBy(serversOf(nodes, waiting))) : [],
      servers.length > 0 ? orNone(errorsOn(servers, up)) : [],
      out.length > 0 ? orNone(lostOn(monitorsAmong(out, nodes))) : [],
    ]);
    const ofMonitors = lostMonitors.flatMap(({ server }) => server ?? []);
    const unreached = unreachedAmong([...servers.slice(0, MAX_SERVERS), ...ofMonitors], access);
    return {
      ...(resent.length > 0 && { resent: [...resent] }),
      ...(diskErrors.length > 0 && { diskErrors: [...diskErrors] }),
      ...(unreached.length > 0 && { unreached }),
      ...(lostMonitors.length > 0 && { lostMonitors: lostMonitors.map(lostMonitor) }),
    };
  };
}

/** Monitors with their servers, as far as these are known. */
function monitorsAmong(names: readonly string[], nodes: NodeList): readonly LostDaemon[] {
  const hosts = daemonHosts(nodes);
  return names.map((name) => ({ kind: 'mon', name, server: hosts.get(`mon.${name}`) }));
}

/** A lost monitor as evidence. */
const lostMonitor = ({ name, server, runs }: LostDaemon & { readonly runs?: boolean }) => ({
  mon: name,
  ...(server !== undefined && { server }),
  ...(runs !== undefined && { runs }),
});

/** Matches what is said around the reason: which connection failed, and the command that shows it. */
const AROUND = /^no connection to .*?`: |\. See: .*$/gs;

/** Those of the servers to which there is access, but that the last call did not reach. */
export const unreachedAmong = (
  servers: readonly string[],
  access: AskedServers,
): { readonly server: string; readonly why: string }[] =>
  [...new Set(servers)].flatMap((server) => {
    const why = access.find(server) && access.unreached(server);
    return why === undefined ? [] : [{ server, why: why.replace(AROUND, '') }];
  });

/** A function that finds the server of an OSD; undefined if it is not known. */
export function serverOfOsd({ osd: servers = {} }: NodeList = {}): (osd: number) => string | undefined {
  const hosts = new Map(
    Object.entries(servers).flatMap(([host, ids]) => ids.map((id) => [Number(id), host] as const)),
  );
  return (osd) => hosts.get(osd);
}

/** The servers of these OSDs, in the order of the OSDs. */
function serversWith(nodes: NodeList, osds: readonly number[]): readonly string[] {
  const serverOf = serverOfOsd(nodes);
  return [...new Set(osds.flatMap((id) => serverOf(id) ?? []))];
}

/** All servers with OSDs, sorted by the number of these OSDs on them, the highest first. */
function serversOf({ osd: servers = {} }: NodeList, osds: readonly number[]): readonly string[] {
  const count = (ids: readonly (number | string)[]) => {
    const own = new Set(ids.map(Number));
    return osds.filter((id) => own.has(id)).length;
  };
  return Object.entries(servers)
    .map(([host, ids]) => ({ host, named: count(ids) }))
    .toSorted((a, b) => b.named - a.named)
    .map(({ host }) => host);
}

import type { ClusterEvidence } from '../../../api/contract/evidence.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { ServerAccess } from '../access/serverAccess.ts';
import type { Ceph } from '../client/ceph.ts';
import { dataDeviceOf, readOsdMetadata } from '../disks/read.ts';
import { daemonHosts, type NodeList } from '../map/servers.ts';
import { diskErrors } from './kernelLog.ts';
import { MAX_ENTRIES, MAX_SERVERS } from './limits.ts';
import { type LostDaemon, lostDaemonReader } from './lostDaemons.ts';
import { serverObserver } from './observe.ts';
import { resentSegments } from './resent.ts';
import { factsOf } from './serverFacts.ts';

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
  /** The clocks of monitors that differ from that of the leader. */
  readonly clocks: ClusterEvidence['clocks'] | undefined;
}

type OnServers = Pick<ClusterEvidence, 'resent' | 'diskErrors' | 'servers' | 'unreached' | 'lostMonitors'>;

/** The maximum numbers of disks of a server of which it is asked, and of those whose SMART status is read. */
const [MAX_DISKS, MAX_SMART] = [64, 8];
/** The fewest clocks of which one can be said to be wrong. */
const MIN_CLOCKS = 3;

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
  const observe = serverObserver(access, clock);
  const lostOn = lostDaemonReader(access, clock);
  const osdsOn = osdsByDisk(ceph, clock);

  const observed = async (asked: Suspects): Promise<Omit<OnServers, 'unreached' | 'lostMonitors'>> => {
    const { nodes, waiting, up } = asked;
    const compared = waiting.length > 0 ? serversOf(nodes, waiting).slice(0, MAX_SERVERS) : [];
    const suspected = serversWith(nodes, asked.suspects).slice(0, MAX_SERVERS);
    const hosts = [...new Set([...suspected, ...compared, ...timed(nodes, asked.clocks)])];
    if (hosts.length === 0) return {};
    const all = await osdsOn();
    const osds = (host: string) => all.get(host) ?? new Map<string, number>();
    const suspects = new Set(asked.suspects);
    const found = await observe(hosts, (host) => ({
      disks: [...osds(host).keys()].slice(0, MAX_DISKS),
      suspects: [...osds(host)]
        .flatMap(([disk, osd]) => (suspects.has(osd) ? [disk] : []))
        .slice(0, MAX_SMART),
    }));
    const resent = resentSegments(compared, found);
    const errors = suspected
      .flatMap((host) => {
        const one = found.get(host);
        return one ? diskErrors(host, one, (disk) => osds(host).get(disk), up) : [];
      })
      .toSorted((a, b) => b.errors - a.errors)
      .slice(0, MAX_ENTRIES);
    const monitors = (host: string) => (nodes['mon']?.[host] ?? []).map(String);
    return {
      ...(resent.length > 0 && { resent }),
      ...(errors.length > 0 && { diskErrors: errors }),
      ...(found.size > 0 && {
        servers: Array.from(found, ([server, one]) =>
          factsOf({ server, monitors: monitors(server), osds: osds(server) }, one),
        ),
      }),
    };
  };

  return async (asked: Suspects): Promise<OnServers> => {
    const { nodes, suspects, out } = asked;
    const [facts, lostMonitors] = await Promise.all([
      observed(asked).catch((): OnServers => ({})),
      out.length > 0 ? lostOn(monitorsAmong(out, nodes)) : [],
    ]);
    const ofMonitors = lostMonitors.flatMap(({ server }) => server ?? []);
    const servers = serversWith(nodes, suspects).slice(0, MAX_SERVERS);
    const unreached = unreachedAmong([...servers, ...ofMonitors], access);
    return {
      ...facts,
      ...(unreached.length > 0 && { unreached }),
      ...(lostMonitors.length > 0 && { lostMonitors: lostMonitors.map(lostMonitor) }),
    };
  };
}

/** The difference between clocks in seconds from which Ceph reports it (mon_clock_drift_allowed). */
const CLOCK_DRIFT_S = 0.05;

/** If clocks differ, the servers of monitors, and others if these are too few to tell whose clock is wrong. */
function timed({ mon = {}, osd = {} }: NodeList, clocks: Suspects['clocks'] = []): readonly string[] {
  if (!clocks.some(({ skew = 0 }) => Math.abs(skew) > CLOCK_DRIFT_S)) return [];
  const servers = Object.keys(mon).slice(0, MAX_SERVERS);
  const others = Object.keys(osd).filter((host) => !servers.includes(host));
  return [...servers, ...others.slice(0, Math.max(0, MIN_CLOCKS - servers.length))];
}

/** The time in milliseconds for which the disks of OSDs are remembered: while something is wrong, the OSD map often changes. */
const DISKS_MS = 60_000;

/** Makes the function that returns the OSDs of each server by the names of their disks, without those that share one. */
function osdsByDisk(ceph: Ceph, clock: Clock) {
  let known:
    | { readonly at: number; readonly on: ReadonlyMap<string, ReadonlyMap<string, number>> }
    | undefined;
  return async (): Promise<ReadonlyMap<string, ReadonlyMap<string, number>>> => {
    const now = clock.elapsed();
    if (known !== undefined && now - known.at < DISKS_MS) return known.on;
    const all = await readOsdMetadata(ceph).catch(() => undefined);
    if (all === undefined) return known?.on ?? new Map();
    const byServer = Map.groupBy(all, ({ hostname = '' }) => hostname);
    const on = new Map(
      [...byServer].map(([server, osds]) => {
        const byDisk = Map.groupBy(osds, (osd) => dataDeviceOf(osd) ?? '');
        byDisk.delete('');
        const single = [...byDisk].flatMap(([disk, of]) =>
          of.length > 1 ? [] : [[disk, of[0]!.id] as const],
        );
        return [server, new Map(single)] as const;
      }),
    );
    known = { at: now, on };
    return on;
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

import type { ClusterEvidence } from '../../../api/contract/evidence.ts';
import type { Clock } from '../../../lib/clock.ts';
import { latestAnswers } from '../access/latestAnswers.ts';
import type { ServerAccess, ServerHelper } from '../access/serverAccess.ts';
import { daemonHosts, type NodeList } from '../servers.ts';
import { INTERVAL_MS, MAX_SERVERS, OUTDATED_MS, SERVER_TIMEOUT_MS } from './limits.ts';

type LostMonitor = NonNullable<ClusterEvidence['lostMonitors']>[number];

/** Makes the function that asks the servers of monitors that are out of the quorum whether the monitors run. */
export function lostMonitorReader(access: Pick<ServerAccess, 'find'>, clock: Clock) {
  let lost: ReadonlyMap<string, string | undefined> = new Map();
  const read = async ({ call }: ServerHelper, host: string): Promise<LostMonitor[]> => {
    const there = [...lost].flatMap(([mon, server]) => (server === host ? [mon] : []));
    const ask = async (mon: string): Promise<LostMonitor> => {
      const arguments_ = { kind: 'mon', identity: mon };
      const runs = await call<boolean>('host.runs', arguments_, { timeoutMs: SERVER_TIMEOUT_MS });
      return { mon, server: host, runs };
    };
    return Promise.all(there.map(ask));
  };
  const readings = latestAnswers(access, clock, read, INTERVAL_MS);
  return async (names: readonly string[], nodes: NodeList): Promise<LostMonitor[]> => {
    const hosts = daemonHosts(nodes);
    lost = new Map(names.map((name) => [name, hosts.get(`mon.${name}`)]));
    const servers = new Set([...lost.values()].flatMap((host) => host ?? []));
    const all = await readings([...servers].slice(0, MAX_SERVERS));
    const told = [...all.values()].flatMap(({ value, age }) => (age * 1000 <= OUTDATED_MS ? value : []));
    return [...lost].map(([mon, server]) => ({
      mon,
      ...(server !== undefined && { server }),
      ...told.find((one) => one.mon === mon),
    }));
  };
}

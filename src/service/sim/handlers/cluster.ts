import type { ClusterStatus, PlacementGroups } from '../../../api/contract/cluster.ts';
import type { Section } from '../../engine.ts';
import { creationJob, firstMonitors, monitorAddress } from '../bootstrap/creation.ts';
import { NO_CLUSTER } from '../bootstrap/gate.ts';
import type { DaemonKind } from '../daemons.ts';
import { toWire } from '../health/check.ts';
import { deriveHealth, overallStatus } from '../health/derive.ts';
import type { Model } from '../model.ts';
import { stateClass } from '../pgStates.ts';
import type { Pool } from '../pools.ts';
import { daemonAnswers, daemonsOf, hasQuorum, quorumText } from '../quorum.ts';
import { recoveryTimeRemaining } from '../recovery.ts';
import { hostAnswers } from '../topology.ts';
import type { Sim } from './section.ts';

/** For how long the management service of the story has been running when the engine starts, in seconds: nine days and some. */
const UPTIME_BEFORE = 812_345;

export const clusterHandlers = (sim: Sim) =>
  ({
    listMonitorCandidates: () =>
      sim.model.hosts
        .filter(hostAnswers)
        .map((host) => ({ id: host.id, hostname: host.name, ips: [monitorAddress(host)] })),
    createCluster: ({ body }, { by }) =>
      sim.model.tasks.start(creationJob(sim.cluster, sim.keep, firstMonitors(sim.model, body), by)),
    getClusterStatus: () => clusterStatus(sim),
    getClusterStatusDetail() {
      return { ...healthOf(sim.model), mutes: [] };
    },
  }) satisfies Section;

/** Unknown, with the way out of it, while there is no cluster, or it does not answer. */
function healthOf(model: Model) {
  if (!model.created) return unknown('NO_CLUSTER', 'HEALTH_UNKNOWN', NO_CLUSTER);
  if (!hasQuorum(model)) return unknown('STORE_UNREACHABLE', 'HEALTH_ERR', quorumText(model));
  const checks = deriveHealth(model);
  return {
    status: overallStatus(checks),
    checks: Object.fromEntries(Array.from(checks, ([code, check]) => [code, toWire(check)])),
  };
}

const unknown = (code: string, severity: string, message: string) => ({
  status: 'HEALTH_UNKNOWN' as const,
  checks: { [code]: { severity, summary: { message, count: 1 }, muted: false } },
});

function clusterStatus({ model, clock, startedAt }: Sim): ClusterStatus {
  const remaining = recoveryTimeRemaining(model);
  return {
    storeLastUpdated: Math.max(0, (clock.now() - model.timeOf(model.quorumLostAt ?? model.tick)) / 1000),
    storeStatus: { ...(model.created && { fsid: model.fsid }), health: healthOf(model) },
    placementGroups: model.pools.map(placementGroups),
    ...(remaining === undefined ? {} : { recoveryTimeRemaining: remaining }),
    servers: { online: model.hosts.filter(hostAnswers).length, total: model.hosts.length },
    mds: { ...gatewayCount(model, 'mds'), up: daemonsOf(model, 'mds').filter(daemonAnswers).length },
    radosgws: gatewayCount(model, 'radosgw'),
    iscsi: gatewayCount(model, 'iscsi'),
    nfsGateways: gatewayCount(model, 'nfs'),
    smbGateways: gatewayCount(model, 'smb'),
    licenseActive: true,
    mgmtUptime: UPTIME_BEFORE + (clock.elapsed() - startedAt) / 1000,
  };
}

function gatewayCount(model: Model, kind: DaemonKind): { online: number; total: number } {
  const daemons = daemonsOf(model, kind);
  return { online: daemons.filter(daemonAnswers).length, total: daemons.length };
}

function placementGroups(pool: Pool): PlacementGroups {
  const counts = { okay: 0, warn: 0, error: 0 };
  for (const [state, count] of pool.states) counts[stateClass(state)] += count;
  return { poolName: pool.name, poolId: pool.id, total: pool.pgNum, ...counts };
}

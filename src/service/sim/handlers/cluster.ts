import type { ClusterStatus, PlacementGroups } from '../../../api/contract/cluster.ts';
import type { Input } from '../../../api/contract/index.ts';
import { Refusal, type Handlers } from '../../engine.ts';
import type { DaemonKind } from '../daemons.ts';
import { toWire } from '../health/check.ts';
import { deriveHealth, overallStatus } from '../health/derive.ts';
import type { Model } from '../model.ts';
import { addressOn, NICS, requireAddress, serverOrRefuse } from '../networks/servers.ts';
import { stateClass } from '../pgStates.ts';
import type { Pool } from '../pools.ts';
import { daemonAnswers, daemonsOf } from '../quorum.ts';
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
        .map((host) => ({ id: host.id, hostname: host.name, ips: [addressOn(host, NICS.public)] })),
    createCluster({ body: { mons } }): never {
      for (const mon of mons) requireCandidate(sim.model, mon);
      throw new Refusal(
        409,
        `there is a cluster already, ${sim.model.fsid}: this service manages one, and a new one would need other disks`,
      );
    },
    getClusterStatus: () => clusterStatus(sim),
    getClusterStatusDetail() {
      const checks = deriveHealth(sim.model);
      return { status: overallStatus(checks), checks: wireChecks(checks), mutes: [] };
    },
  }) satisfies Handlers;

function requireCandidate(
  model: Model,
  { server, hostname, ip }: Input<'createCluster'>['body']['mons'][number],
): void {
  const host = serverOrRefuse(model, server);
  if (host.name !== hostname)
    throw new Refusal(400, `server ${server} is ${host.name}, not ${hostname}: name one of the candidates`);
  requireAddress(host, ip);
}

const wireChecks = (checks: ReturnType<typeof deriveHealth>) =>
  Object.fromEntries(Array.from(checks, ([code, check]) => [code, toWire(check)]));

function clusterStatus({ model, clock, startedAt }: Sim): ClusterStatus {
  const checks = deriveHealth(model);
  const remaining = recoveryTimeRemaining(model);
  return {
    storeLastUpdated: Math.max(0, (clock.now() - model.timeOf(model.tick)) / 1000),
    storeStatus: { fsid: model.fsid, health: { status: overallStatus(checks), checks: wireChecks(checks) } },
    placementGroups: model.pools.map(placementGroups),
    ...(remaining === undefined ? {} : { recoveryTimeRemaining: remaining }),
    servers: { online: model.hosts.filter(hostAnswers).length, total: model.hosts.length },
    mds: { ...gatewayCount(model, 'mds'), up: daemonsOf(model, 'mds').filter(daemonAnswers).length },
    radosgws: gatewayCount(model, 'radosgw'),
    iscsi: gatewayCount(model, 'iscsi'),
    nfsGateways: gatewayCount(model, 'nfs'),
    smbGateways: gatewayCount(model, 'smb'),
    licenseActive: true,
    mgmtUptime: UPTIME_BEFORE + (clock.now() - startedAt) / 1000,
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

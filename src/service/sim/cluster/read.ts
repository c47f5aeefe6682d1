import type {
  ClusterStatus,
  GatewayCount,
  PlacementGroups,
  ServiceCount,
} from '../../../api/contract/cluster.ts';
import type { Sim } from '../handlers/section.ts';
import { toWire } from '../health/check.ts';
import { deriveHealth, overallStatus } from '../health/derive.ts';
import { mutesToWire, unmuted } from '../health/muting.ts';
import type { DaemonKind } from '../model/daemons.ts';
import type { Model } from '../model/model.ts';
import { hostAnswers } from '../model/topology.ts';
import { daemonAnswers, daemonsOf, hasQuorum, quorumText } from '../monitors/quorum.ts';
import { recoveryTimeRemaining } from '../placementGroups/recovery.ts';
import { stateClass } from '../placementGroups/states.ts';
import type { SimPool } from '../pools/pool.ts';
import { NO_CLUSTER } from '../setup/gate.ts';
import { pgmap } from './pgmap.ts';

/** Seconds that the management service seems to have run before the engine started: nine days and some hours. */
const UPTIME_BEFORE = 812_345;

/**
 * The health of the cluster. It is unknown, with the way out of it, while there is no cluster or it does not answer.
 */
export function healthOf(model: Model) {
  if (!model.created) return unknown('NO_CLUSTER', 'HEALTH_UNKNOWN', NO_CLUSTER);
  if (!hasQuorum(model)) return unknown('STORE_UNREACHABLE', 'HEALTH_ERR', quorumText(model));
  const checks = deriveHealth(model);
  return {
    status: overallStatus(unmuted(model, checks)),
    mutes: mutesToWire(model),
    checks: Object.fromEntries(
      Array.from(checks, ([code, check]) => [code, toWire(check, model.mutes.has(code))]),
    ),
  };
}

const unknown = (code: string, severity: string, message: string) => ({
  status: 'HEALTH_UNKNOWN' as const,
  checks: { [code]: { severity, summary: { message, count: 1 }, muted: false } },
});

/** The counts of OSDs in `ceph status`, under Ceph's names. */
function osdCounts({ osds }: Model) {
  const placed = osds.filter(({ destroyed }) => !destroyed);
  return {
    num_osds: osds.length,
    num_up_osds: placed.filter(({ up }) => up).length,
    num_in_osds: placed.filter((osd) => osd.in).length,
  };
}

function storeStatus(model: Model): NonNullable<ClusterStatus['storeStatus']> {
  if (!model.created) return { health: healthOf(model) };
  const statistics = pgmap(model);
  // Parts of `ceph status` that the interface leaves open.
  const more = { osdmap: osdCounts(model), ...(statistics && { pgmap: statistics }) };
  return { fsid: model.fsid, health: healthOf(model), ...more };
}

/** The status of the cluster, as the interface shows it. */
export function clusterStatus({ model, clock, startedAt }: Sim): ClusterStatus {
  const remaining = recoveryTimeRemaining(model);
  return {
    storeLastUpdated: Math.max(0, (clock.now() - model.timeOf(model.quorumLostAt ?? model.tick)) / 1000),
    storeStatus: storeStatus(model),
    placementGroups: model.pools.map(placementGroups),
    ...(remaining === undefined ? {} : { recoveryTimeRemaining: remaining }),
    servers: { online: model.hosts.filter(hostAnswers).length, total: model.hosts.length },
    mds: { ...serviceCount(model, 'mds'), up: daemonsOf(model, 'mds').filter(daemonAnswers).length },
    radosgws: gatewayCount(model, 'radosgw'),
    iscsi: gatewayCount(model, 'iscsi'),
    nfsGateways: gatewayCount(model, 'nfs'),
    smbGateways: gatewayCount(model, 'smb'),
    licenseActive: true,
    mgmtUptime: UPTIME_BEFORE + (clock.elapsed() - startedAt) / 1000,
  };
}

function serviceCount(model: Model, kind: DaemonKind): ServiceCount {
  const daemons = daemonsOf(model, kind);
  return { online: daemons.filter(daemonAnswers).length, total: daemons.length };
}

function gatewayCount(model: Model, kind: DaemonKind): GatewayCount {
  const missing = daemonsOf(model, kind)
    .filter((daemon) => !daemonAnswers(daemon))
    .map(({ name, host }) => ({ name, server: host.name }));
  return { ...serviceCount(model, kind), ...(missing.length > 0 && { missing }) };
}

function placementGroups(pool: SimPool): PlacementGroups {
  const counts = { okay: 0, warn: 0, error: 0 };
  for (const [state, count] of pool.states) counts[stateClass(state)] += count;
  return { poolName: pool.name, poolId: pool.id, total: pool.pgNum, ...counts };
}

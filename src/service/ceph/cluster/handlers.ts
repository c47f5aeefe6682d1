import { Refusal, type Section } from '../../engine.ts';
import { refusal } from '../../rules/refused.ts';
import { clusterExists } from '../../rules/setup.ts';
import type { HealthDetail, ServiceCount } from '../../../api/contract/cluster.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Ceph, PgStates } from '../ceph.ts';
import {
  GATEWAY_KINDS,
  gatewaysOnline,
  mdsCount,
  recoverySeconds,
  serverCount,
  storeStatus,
  unreachable,
  type GatewayKind,
  type StatusBody,
  type StatusDump,
} from './read.ts';
import { MANAGER_TIMEOUT_MS, type Inventory } from '../inventory.ts';
import { lastKnown, within } from '../timeouts.ts';
import { allOkay, placementGroups } from './placementGroups.ts';

/** A cluster that says nothing for so long is reported as unknown, with what was last known of it. */
const STATUS_TIMEOUT_MS = 5000;

/** Counts gateways. Ceph forgets those that stop, so the total is of all that were seen since the service started. */
function gatewayCounter(): (status: StatusDump) => Pick<StatusBody, GatewayKind> {
  const seen = new Map(GATEWAY_KINDS.map((kind) => [kind, new Set<string>()]));
  return ({ servicemap }) => {
    const counts: Partial<Record<GatewayKind, ServiceCount>> = {};
    for (const [kind, all] of seen) {
      const online = gatewaysOnline(servicemap, kind);
      for (const name of online) all.add(name);
      counts[kind] = { online: online.size, total: all.size };
    }
    return counts;
  };
}

/** The status is answered even while the cluster does not answer: with what was last known of it, and why. */
export function clusterHandlers(ceph: Ceph, inventory: Inventory, clock: Clock) {
  const started = clock.elapsed();
  const countGateways = gatewayCounter();
  const knownStates = lastKnown<PgStates>(clock, MANAGER_TIMEOUT_MS);
  let last: { readonly body: StatusBody; readonly at: number } | undefined;

  const readBody = async (): Promise<StatusBody> => {
    const [status, tree, nodes, pools] = await Promise.all([
      ceph.read<StatusDump>({ prefix: 'status' }),
      inventory.tree(),
      inventory.nodes(),
      inventory.pools(),
    ]);
    const at = clock.elapsed();
    const states = allOkay(status.pgmap.pgs_by_state) ? undefined : await knownStates(ceph.pgStates());
    const recoveryTimeRemaining = recoverySeconds(status);
    const body: StatusBody = {
      storeStatus: storeStatus(status),
      placementGroups: placementGroups(pools, states),
      ...(recoveryTimeRemaining === undefined ? {} : { recoveryTimeRemaining }),
      servers: serverCount(status, tree, nodes),
      mds: mdsCount(status),
      ...countGateways(status),
      licenseActive: true,
    };
    last = { body, at };
    return body;
  };

  const readPatiently = async (): Promise<StatusBody> => {
    try {
      const body = await within(clock, STATUS_TIMEOUT_MS, readBody());
      return (
        body ?? unreachable(last?.body, `the cluster has not answered for ${STATUS_TIMEOUT_MS / 1000} s`)
      );
    } catch (failure) {
      if (failure instanceof Refusal) return unreachable(last?.body, failure.message);
      throw failure;
    }
  };

  return {
    async getClusterStatus() {
      const body = await readPatiently();
      const now = clock.elapsed();
      return {
        ...body,
        ...(last ? { storeLastUpdated: (now - last.at) / 1000 } : {}),
        mgmtUptime: (now - started) / 1000,
      };
    },
    getClusterStatusDetail: () => ceph.read<HealthDetail>({ prefix: 'health', detail: 'detail' }),
    listMonitorCandidates: () => [],
    createCluster() {
      throw refusal(clusterExists());
    },
  } satisfies Section;
}

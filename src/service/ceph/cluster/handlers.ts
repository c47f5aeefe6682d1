import { Refusal, type Section } from '../../engine.ts';
import { refusal } from '../../rules/refused.ts';
import { clusterExists } from '../../rules/setup.ts';
import type { HealthDetail, PlacementGroups, ServiceCount } from '../../../api/contract/cluster.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Ceph } from '../ceph.ts';
import {
  GATEWAY_KINDS,
  gatewaysOnline,
  mdsCount,
  recoverySeconds,
  serverCount,
  storeStatus,
  unreachable,
  type CountedGatewayKind,
  type StatusBody,
  type StatusDump,
} from './read.ts';
import { evidenceGatherer, type EvidenceSources } from '../evidence/gather.ts';
import type { Inventory } from '../inventory.ts';
import { within } from '../timeouts.ts';
import { hasStuckGroups, InactiveGroups } from './inactiveGroups.ts';
import { createPart } from '../part.ts';
import { allOkay, placementGroups } from './placementGroups.ts';

/** A cluster that says nothing for so long is reported as unknown, with what was last known of it. */
const STATUS_TIMEOUT_MS = 5000;

/** Counts gateways. Ceph forgets those that stop, so the total is of all that were seen since the service started. */
function gatewayCounter(): (status: StatusDump) => Pick<StatusBody, CountedGatewayKind> {
  const seen = new Map(GATEWAY_KINDS.map((kind) => [kind, new Set<string>()]));
  return ({ servicemap }) => {
    const counts: Partial<Record<CountedGatewayKind, ServiceCount>> = {};
    for (const [kind, all] of seen) {
      const online = gatewaysOnline(servicemap, kind);
      for (const name of online) all.add(name);
      counts[kind] = { online: online.size, total: all.size };
    }
    return counts;
  };
}

/** The latest status, and when each of its parts was asked for, in elapsed milliseconds. */
interface KnownStatus {
  readonly body: StatusBody;
  readonly at: number;
  readonly serversAt: number | undefined;
  readonly groupsAt: number | undefined;
}

/** The ages of what is known, in seconds. */
function ages({ at, serversAt, groupsAt }: KnownStatus, now: number) {
  const since = (then: number) => (now - then) / 1000;
  return {
    storeLastUpdated: since(at),
    ...(serversAt !== undefined && { serversLastUpdated: since(serversAt) }),
    ...(groupsAt !== undefined && { placementGroupsLastUpdated: since(groupsAt) }),
  };
}

const readDetail = (ceph: Ceph) => ceph.read<HealthDetail>({ prefix: 'health', detail: 'detail' });

/** Reads the placement groups of each pool; single ones are counted only while not all are okay. */
function groupReader(ceph: Ceph, inventory: Inventory, clock: Clock) {
  const inactive = new InactiveGroups();
  const saysStuck = () =>
    readDetail(ceph).then(
      (detail) => hasStuckGroups(detail),
      () => false,
    );

  return async ({ pgmap }: StatusDump): Promise<PlacementGroups[]> => {
    const pools = inventory.pools();
    if (allOkay(pgmap.pgs_by_state)) {
      inactive.clear(clock.elapsed());
      return placementGroups(await pools);
    }
    const [named, states] = await Promise.all([pools, ceph.pgStates()]);
    const areStuck = inactive.isBlind(states.at) && (await saysStuck());
    const stuck = inactive.look({ groups: states.inactive, at: states.at, areStuck });
    return placementGroups(named, { all: states.all, stuck });
  };
}

/** The status is answered even while the cluster does not answer: with what was last known of it, and why. */
export function clusterHandlers({ ceph, call, inventory, clock }: EvidenceSources) {
  const started = clock.elapsed();
  const countGateways = gatewayCounter();
  const serversPart = createPart<ServiceCount>(clock);
  // The list of all groups has its own rest, for whoever asks for it.
  const groupsPart = createPart<PlacementGroups[]>(clock, 0);
  const gatherEvidence = evidenceGatherer({ ceph, call, inventory, clock });
  let last: KnownStatus | undefined;

  const readGroups = groupReader(ceph, inventory, clock);

  const readBody = async (): Promise<StatusBody> => {
    const status = await ceph.read<StatusDump>({ prefix: 'status' });
    const at = clock.elapsed();
    const [servers, groups] = await Promise.all([
      serversPart(async () =>
        serverCount(status, ...(await Promise.all([inventory.tree(), inventory.nodes()]))),
      ),
      groupsPart(() => readGroups(status)),
    ]);
    const recoveryTimeRemaining = recoverySeconds(status);
    const body: StatusBody = {
      storeStatus: storeStatus(status),
      ...(groups && { placementGroups: groups.value }),
      ...(recoveryTimeRemaining === undefined ? {} : { recoveryTimeRemaining }),
      ...(servers && { servers: servers.value }),
      mds: mdsCount(status),
      ...countGateways(status),
      licenseActive: true,
    };
    last = { body, at, serversAt: servers?.at, groupsAt: groups?.at };
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
        ...(last && ages(last, now)),
        mgmtUptime: (now - started) / 1000,
      };
    },
    async getClusterStatusDetail() {
      const detail = await readDetail(ceph);
      const evidence = await gatherEvidence(detail);
      return { ...detail, ...(evidence && { evidence }) };
    },
    listMonitorCandidates: () => [],
    createCluster() {
      throw refusal(clusterExists());
    },
  } satisfies Section;
}

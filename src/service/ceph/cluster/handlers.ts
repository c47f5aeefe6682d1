import type { HealthDetail, PlacementGroups, ServiceCount } from '../../../api/contract/cluster.ts';
import type { Clock } from '../../../lib/clock.ts';
import { ifRefused, Refusal, type Section } from '../../engine.ts';
import { refusal } from '../../rules/refused.ts';
import { clusterExists } from '../../rules/setup.ts';
import { createBackgroundRead } from '../client/backgroundRead.ts';
import { readNow, type Ceph, type DatedAnswer } from '../client/ceph.ts';
import { evidenceGatherer, type EvidenceSources } from '../evidence/gather.ts';
import { silentMonitors } from '../evidence/silentMonitors.ts';
import type { Inventory } from '../map/inventory.ts';
import type { Listens } from '../s3/gateway/listens.ts';
import { gatewayCounter } from './gatewayCount.ts';
import { hasStuckGroups, InactiveGroups } from './inactiveGroups.ts';
import { ManagerWatch, withSilenceCheck } from './managerWatch.ts';
import { metadataServerCounter } from './metadataServers.ts';
import { allOkay, placementGroups } from './placementGroups.ts';
import {
  recoverySeconds,
  serverCount,
  storeStatus,
  unreachable,
  type StatusBody,
  type StatusDump,
} from './read.ts';
import { readStatus, silenceTimer } from './silence.ts';

/**
 * A cluster that does not answer for this long is reported as unknown, with its last known status: longer than the
 * client takes to switch away from a monitor that hangs. The first answer may take longer.
 */
const STATUS_TIMEOUT_MS = 3000;
const FIRST_TIMEOUT_MS = 5000;

/** The latest status, and the times at which its parts were requested, in elapsed milliseconds. */
interface KnownStatus {
  readonly body: StatusBody;
  readonly at: number;
  readonly serversAt: number | undefined;
  readonly groupsAt: number | undefined;
  /** The time of the managers' statistics; an upper bound if no manager has answered since the service started. */
  readonly statisticsAt: number;
}

/** The ages of the status and its parts, in seconds. */
function ages({ at, serversAt, groupsAt, statisticsAt }: KnownStatus, now: number) {
  const since = (then: number) => (now - then) / 1000;
  return {
    storeLastUpdated: since(at),
    usageLastUpdated: since(statisticsAt),
    ...(serversAt !== undefined && { serversLastUpdated: since(serversAt) }),
    ...(groupsAt !== undefined && { placementGroupsLastUpdated: since(Math.min(groupsAt, statisticsAt)) }),
  };
}

const HEALTH_DETAIL = { prefix: 'health', detail: 'detail' };

/** Reads the placement groups of each pool; single groups are counted only while not all are okay. */
function groupReader(ceph: Ceph, inventory: Inventory, clock: Clock) {
  const inactive = new InactiveGroups();
  const saysStuck = () => ceph.read<HealthDetail>(HEALTH_DETAIL).then(hasStuckGroups, () => false);

  return async ({
    value: { pgmap },
    at,
  }: DatedAnswer<StatusDump>): Promise<DatedAnswer<PlacementGroups[]>> => {
    const pools = inventory.pools();
    // A manager that has just started has no counts yet.
    if (pgmap.pgs_by_state.length === 0 && (await pools).length > 0)
      throw new Refusal(503, 'no manager has reported the placement groups yet');
    if (allOkay(pgmap.pgs_by_state)) {
      inactive.clear(clock.elapsed());
      return { value: placementGroups(await pools), at };
    }
    const [named, states] = await Promise.all([pools, ceph.pgStates()]);
    const areStuck = inactive.hasGap(states.at) && (await saysStuck());
    const stuck = inactive.record({ groups: states.inactive, at: states.at, areStuck });
    return { value: placementGroups(named, { all: states.all, stuck }), at: states.at };
  };
}

/** Joins the answers of several commands into one status, whose parts each have their own age. */
function statusJoiner({ ceph, inventory, clock }: EvidenceSources, listens: Listens) {
  const countGateways = gatewayCounter(clock, listens);
  const countMetadataServers = metadataServerCounter(ceph, clock, listens);
  const serversPart = createBackgroundRead<ServiceCount>(clock);
  // No minimum interval here: `ceph.pgStates` limits its own rate.
  const groupsPart = createBackgroundRead<DatedAnswer<PlacementGroups[]>>(clock, { restFactor: 0 });
  const readGroups = groupReader(ceph, inventory, clock);

  return async (
    answer: DatedAnswer<StatusDump>,
    silence: ReturnType<ManagerWatch['check']>,
  ): Promise<KnownStatus> => {
    const { value: status, at } = answer;
    const [servers, counted, silent, gateways, mds] = await Promise.all([
      serversPart(async () =>
        serverCount(status, ...(await Promise.all([inventory.tree(), inventory.nodes()]))),
      ),
      groupsPart(() => readGroups(answer)),
      silence,
      countGateways(status),
      countMetadataServers(status),
    ]);
    const groups = counted?.value;
    const recoveryTimeRemaining = recoverySeconds(status);
    const health = silent ? withSilenceCheck(status.health, silent, clock.elapsed()) : status.health;
    const body: StatusBody = {
      storeStatus: storeStatus({ ...status, health }),
      ...(groups && { placementGroups: groups.value }),
      ...(recoveryTimeRemaining === undefined ? {} : { recoveryTimeRemaining }),
      ...(servers && { servers: servers.value }),
      mds,
      ...gateways,
      licenseActive: true,
    };
    const statisticsAt = silent ? (silent.lastAnsweredAt ?? silent.since) : at;
    return { body, at, serversAt: servers?.at, groupsAt: groups?.at, statisticsAt };
  };
}

/** Answers the status even while the cluster does not answer: with the last known state and the reason. */
export function clusterHandlers(sources: EvidenceSources, listens: Listens) {
  const { ceph, clock } = sources;
  const started = clock.elapsed();
  const gatherEvidence = evidenceGatherer(sources);
  const monitors = silentMonitors({ ...sources, listens });
  const managers = new ManagerWatch(ceph, clock);
  const join = statusJoiner(sources, listens);
  const silence = silenceTimer(clock, () => ceph.unanswered());
  let last: KnownStatus | undefined;

  /** @throws Refusal 503 while no majority of the monitors answers; then the managers' silence means nothing */
  const readWithTimeout = <T>(read: () => Promise<T>): Promise<T> =>
    silence.read(last ? STATUS_TIMEOUT_MS : FIRST_TIMEOUT_MS, read).catch((failure: unknown) => {
      managers.reset();
      throw failure;
    });

  const readBody = async (): Promise<StatusBody> => {
    // Commands that are sent together cost the monitors far less: they record them together.
    const silence = managers.check();
    last = await join(await readWithTimeout(() => readStatus(ceph)), silence);
    void monitors.remember();
    return last.body;
  };

  return {
    async getClusterStatus() {
      const body = await readBody().catch(ifRefused(({ message }) => unreachable(last?.body, message)));
      const now = clock.elapsed();
      return {
        ...body,
        ...(last && ages(last, now)),
        mgmtUptime: (now - started) / 1000,
      };
    },
    async getClusterStatusDetail() {
      const silence = managers.check();
      const answers = await readWithTimeout(() =>
        // `health detail` does not prove a quorum; `readStatus` does.
        Promise.all([readNow<HealthDetail>(ceph, HEALTH_DETAIL), readStatus(ceph)]),
      ).catch(ifRefused((refused) => refused));
      if (answers instanceof Refusal) {
        const asked = await monitors.ask();
        if (asked === undefined) throw answers;
        return { evidence: asked };
      }
      const [detail] = answers;
      const [silent, evidence] = await Promise.all([silence, gatherEvidence(detail, silence)]);
      return {
        ...(silent ? withSilenceCheck(detail, silent, clock.elapsed()) : detail),
        ...(evidence && { evidence }),
      };
    },
    listMonitorCandidates: () => [],
    createCluster() {
      throw refusal(clusterExists());
    },
  } satisfies Section;
}

import type { HealthDetail, PlacementGroups, ServiceCount } from '../../../api/contract/cluster.ts';
import type { Clock } from '../../../lib/clock.ts';
import { Refusal, type Section } from '../../engine.ts';
import { refusal } from '../../rules/refused.ts';
import { clusterExists } from '../../rules/setup.ts';
import { readNow, type Ceph, type DatedAnswer } from '../ceph.ts';
import { evidenceGatherer, type EvidenceSources } from '../evidence/gather.ts';
import type { Inventory } from '../inventory.ts';
import { createPart } from '../part.ts';
import type { Listens } from '../s3/gateway/listens.ts';
import { gatewayCounter } from './gatewayCount.ts';
import { hasStuckGroups, InactiveGroups } from './inactiveGroups.ts';
import { ManagerWatch, withSilence } from './managerWatch.ts';
import { allOkay, placementGroups } from './placementGroups.ts';
import {
  mdsCount,
  recoverySeconds,
  serverCount,
  storeStatus,
  unreachable,
  type StatusBody,
  type StatusDump,
} from './read.ts';
import { readStatus, silenceTimer } from './silence.ts';

/**
 * A cluster that says nothing for so long is reported as unknown, with what was last known of it: longer than it takes to
 * leave a monitor that hangs. It may take longer with its first answer.
 */
const STATUS_TIMEOUT_MS = 3000;
const FIRST_TIMEOUT_MS = 5000;

/** The latest status, and when each of its parts was asked for, in elapsed milliseconds. */
interface KnownStatus {
  readonly body: StatusBody;
  readonly at: number;
  readonly serversAt: number | undefined;
  readonly groupsAt: number | undefined;
  /** When a manager told the figures; where none has since the service began, they are older. */
  readonly figuresAt: number;
}

/** The ages of what is known, in seconds. */
function ages({ at, serversAt, groupsAt, figuresAt }: KnownStatus, now: number) {
  const since = (then: number) => (now - then) / 1000;
  return {
    storeLastUpdated: since(at),
    usageLastUpdated: since(figuresAt),
    ...(serversAt !== undefined && { serversLastUpdated: since(serversAt) }),
    ...(groupsAt !== undefined && { placementGroupsLastUpdated: since(Math.min(groupsAt, figuresAt)) }),
  };
}

const HEALTH_DETAIL = { prefix: 'health', detail: 'detail' };

/** Reads the placement groups of each pool; single ones are counted only while not all are okay. */
function groupReader(ceph: Ceph, inventory: Inventory, clock: Clock) {
  const inactive = new InactiveGroups();
  const saysStuck = () => ceph.read<HealthDetail>(HEALTH_DETAIL).then(hasStuckGroups, () => false);

  return async ({
    value: { pgmap },
    at,
  }: DatedAnswer<StatusDump>): Promise<DatedAnswer<PlacementGroups[]>> => {
    const pools = inventory.pools();
    // A manager that has just begun has not counted anything yet.
    if (pgmap.pgs_by_state.length === 0 && (await pools).length > 0)
      throw new Refusal(503, 'no manager has counted the placement groups yet');
    if (allOkay(pgmap.pgs_by_state)) {
      inactive.clear(clock.elapsed());
      return { value: placementGroups(await pools), at };
    }
    const [named, states] = await Promise.all([pools, ceph.pgStates()]);
    const areStuck = inactive.isBlind(states.at) && (await saysStuck());
    const stuck = inactive.look({ groups: states.inactive, at: states.at, areStuck });
    return { value: placementGroups(named, { all: states.all, stuck }), at: states.at };
  };
}

/** Joins what several commands tell of the cluster, each part with an age of its own. */
function statusJoiner({ ceph, inventory, clock }: EvidenceSources, managers: ManagerWatch, listens: Listens) {
  const countGateways = gatewayCounter(clock, listens);
  const serversPart = createPart<ServiceCount>(clock);
  // The list of all groups has its own rest, for whoever asks for it.
  const groupsPart = createPart<DatedAnswer<PlacementGroups[]>>(clock, 0);
  const readGroups = groupReader(ceph, inventory, clock);

  return async (answer: DatedAnswer<StatusDump>): Promise<KnownStatus> => {
    const { value: status, at } = answer;
    const [servers, counted, silent, gateways] = await Promise.all([
      serversPart(async () =>
        serverCount(status, ...(await Promise.all([inventory.tree(), inventory.nodes()]))),
      ),
      groupsPart(() => readGroups(answer)),
      managers.look(),
      countGateways(status),
    ]);
    const groups = counted?.value;
    const recoveryTimeRemaining = recoverySeconds(status);
    const health = silent ? withSilence(status.health, silent, clock.elapsed()) : status.health;
    const body: StatusBody = {
      storeStatus: storeStatus({ ...status, health }),
      ...(groups && { placementGroups: groups.value }),
      ...(recoveryTimeRemaining === undefined ? {} : { recoveryTimeRemaining }),
      ...(servers && { servers: servers.value }),
      mds: mdsCount(status),
      ...gateways,
      licenseActive: true,
    };
    const figuresAt = silent ? (silent.heard ?? silent.since) : at;
    return { body, at, serversAt: servers?.at, groupsAt: groups?.at, figuresAt };
  };
}

/** The status is answered even while the cluster does not answer: with what was last known of it, and why. */
export function clusterHandlers(sources: EvidenceSources, listens: Listens) {
  const { ceph, clock } = sources;
  const started = clock.elapsed();
  const gatherEvidence = evidenceGatherer(sources);
  const managers = new ManagerWatch(ceph, clock);
  const join = statusJoiner(sources, managers, listens);
  const silence = silenceTimer(clock);
  let last: KnownStatus | undefined;

  /** @throws Refusal 503 while no majority of the monitors answers: then their managers are not to blame for silence */
  const readPatiently = <T>(read: () => Promise<T>): Promise<T> =>
    silence.read(last ? STATUS_TIMEOUT_MS : FIRST_TIMEOUT_MS, read).catch((failure: unknown) => {
      managers.excuse();
      throw failure;
    });

  const bodyOfNow = async (): Promise<StatusBody> => {
    try {
      last = await join(await readPatiently(() => readStatus(ceph)));
      return last.body;
    } catch (failure) {
      if (!(failure instanceof Refusal)) throw failure;
      return unreachable(last?.body, failure.message);
    }
  };

  return {
    async getClusterStatus() {
      const body = await bodyOfNow();
      const now = clock.elapsed();
      return {
        ...body,
        ...(last && ages(last, now)),
        mgmtUptime: (now - started) / 1000,
      };
    },
    async getClusterStatusDetail() {
      const [detail] = await readPatiently(() =>
        // It does not tell the quorum itself.
        Promise.all([readNow<HealthDetail>(ceph, HEALTH_DETAIL), readStatus(ceph)]),
      );
      const [silent, evidence] = await Promise.all([managers.look(), gatherEvidence(detail)]);
      return {
        ...(silent ? withSilence(detail, silent, clock.elapsed()) : detail),
        ...(evidence && { evidence }),
      };
    },
    listMonitorCandidates: () => [],
    createCluster() {
      throw refusal(clusterExists());
    },
  } satisfies Section;
}

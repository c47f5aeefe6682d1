import type { ClusterStatus } from '../../api/contract/cluster.ts';
import type { CrushMap } from '../../api/contract/crush.ts';
import type { Disk } from '../../api/contract/disks.ts';
import type { Output } from '../../api/contract/index.ts';
import type { Task } from '../../api/contract/shapes.ts';
import { memoize } from '../../lib/memoize.ts';
import { createBlame } from '../answers/blame.ts';
import { selectCluster } from '../answers/cluster.ts';
import { workRows } from '../answers/clusterWork.ts';
import { createFreeSpace } from '../answers/freeSpace.ts';
import { selectHealth } from '../answers/health.ts';
import type { Journal } from '../answers/journalState.ts';
import { fillRatios } from '../answers/node.ts';
import { isJustDown, selectOsds } from '../answers/osds.ts';
import { selectPlacement } from '../answers/placement.ts';
import { selectHostNames, selectServers } from '../answers/servers.ts';
import { selectServices } from '../answers/services.ts';
import { byRecency, selectTasks } from '../answers/tasks.ts';
import type { Traffic } from '../answers/traffic.ts';
import { buildTree } from '../answers/tree.ts';
import { selectWhere } from '../answers/where.ts';
import type { Cache } from '../cache/cache.ts';
import type { Resource } from '../cache/resource.ts';
import { resources } from '../cache/resources.ts';
import type { Slot } from '../cache/slot.ts';
import { loggedDowns } from '../session/osdHistory.ts';
import { createDiagnosis } from './diagnosis.ts';
import { createEvents } from './events.ts';
import { createFlagFacts } from './flags.ts';
import { createHealing, createScrubs } from './healing.ts';
import { createOutlook } from './outlook.ts';

/** Creates a function that returns the previous map while the new one has equal content. */
function keepEqual() {
  let kept: ReadonlyMap<number, string> = new Map();
  let last = kept;
  return (now: ReadonlyMap<number, string>): ReadonlyMap<number, string> => {
    if (now === last) return kept;
    last = now;
    const isEqual = now.size === kept.size && now.entries().every(([id, name]) => kept.get(id) === name);
    if (!isEqual) kept = now;
    return kept;
  };
}

interface OsdSources {
  readonly disks: readonly Disk[] | undefined;
  readonly crush: CrushMap | undefined;
  readonly histories: Journal['osds'];
  readonly now: number;
}

interface TaskSources {
  readonly tasks: readonly Task[] | undefined;
  readonly progress: Slot<Output<'getClusterProgress'> | undefined>;
  readonly now: number;
}

/**
 * The step of `now`, in milliseconds, for facts that depend on it only by age; joining 20,000 OSDs each second would be
 * wasteful.
 */
const COARSE_MS = 10_000;
const coarse = (now: number) => Math.floor(now / COARSE_MS) * COARSE_MS;

/** Facts for panes and actions, derived on demand from the last good data, and memoized until that data changes. */
export function createFacts(cache: Pick<Cache, 'slot'>, journal: () => Journal, now: () => number) {
  const known = <T>(wanted: Resource<T>): T | undefined => cache.slot(wanted).data;
  const health = memoize(selectHealth);
  // Only the OSD histories are passed, because they rarely change, unlike the journal, which changes with every status.
  const osds = memoize(({ histories, ...answers }: OsdSources) =>
    selectOsds({ ...answers, journal: { osds: histories } }),
  );
  /** The time that OSD rows depend on: only if an OSD has just gone down do they change with time. */
  const osdTime = (histories: Journal['osds']) =>
    histories.values().some((history) => isJustDown(history, now())) ? coarse(now()) : Infinity;
  const cluster = memoize(selectCluster);
  const placement = memoize(selectPlacement);
  const services = memoize((input: { status: ClusterStatus | undefined }) => selectServices(input.status));
  const servers = memoize(selectServers);
  const hostNames = memoize(selectHostNames);
  const sameNames = keepEqual();
  const tasks = memoize(({ tasks: of, progress, now: at }: TaskSources) =>
    [...selectTasks(of, at), ...workRows(progress, at)].toSorted(byRecency),
  );
  const where = memoize(selectWhere);
  const freeSpace = createFreeSpace();
  const diagnosis = createDiagnosis(cache);
  const flagFacts = createFlagFacts(cache, journal);
  const sources = () => ({
    names: known(resources.serverNames),
    disks: known(resources.disks),
    crush: known(resources.crush),
  });
  const groupSources = () => ({ status: known(resources.status), pools: known(resources.pools) });
  const rulesOf = () => ({ pools: known(resources.pools), rules: known(resources.rules) });
  const facts = {
    health: () =>
      health({
        status: known(resources.status),
        detail: known(resources.health),
        journal: journal(),
        now: coarse(now()),
      }),
    cluster: () => cluster({ ...groupSources(), crush: known(resources.crush) }),
    placement: () => placement(groupSources()),
    osds: () =>
      osds({
        disks: known(resources.disks),
        crush: known(resources.crush),
        histories: journal().osds,
        now: osdTime(journal().osds),
      }),
    /** The current time, in milliseconds since the epoch. */
    now,
    /** The time since when OSDs are watched, in milliseconds since the epoch; nothing is known about them before. */
    watchedSince: () => journal().watchedSince,
    gapAt: () => journal().gapAt,
    loggedDowns: (osd: number) => loggedDowns(journal(), osd),
    /** The rates of the last minutes, of the cluster or of a pool. */
    traffic: (poolId?: number): Traffic =>
      poolId === undefined ? journal().traffic : (journal().poolTraffic.get(poolId) ?? []),
    tree: () => buildTree(known(resources.crush)),
    ...flagFacts,
    services: () => services({ status: known(resources.status) }),
    servers: () => servers(sources()),
    /**
     * The names of servers by id; the same object until a name changes, for the log, which looks them up for each line.
     */
    hostNames: (): ReadonlyMap<number, string> => sameNames(hostNames(sources())),
    hostName: (id: number): string | undefined => facts.hostNames().get(id),
    /** The tasks of the service, and the cluster's own background work. */
    tasks: () =>
      tasks({ tasks: known(resources.tasks)?.data, progress: cache.slot(resources.progress), now: now() }),
    where: () => where({ tree: facts.tree(), osds: facts.osds() }),
    /** The ratios from which OSDs are nearly full or full. */
    fillRatios: () => fillRatios(known(resources.crush)),
    freeSpace: () => freeSpace({ osds: facts.osds(), tree: facts.tree(), ...rulesOf() }),
    /** The diagnosis; undefined until every evidence resource has been read or has failed. */
    diagnosis,
    /** The causes by the parts of the cluster that they blame. */
    blame: createBlame(diagnosis),
    /** The progress of recovery, what it waits for, and the remaining time. */
    healing: createHealing(cache, journal, flagFacts.groupFlags),
    /** All known events of the cluster. */
    events: createEvents(cache, journal),
    /** The overdue scrubs, and the progress in catching up on them. */
    scrubs: createScrubs(cache, journal),
  };
  return { ...facts, ...createOutlook(cache, facts) };
}

export type Facts = ReturnType<typeof createFacts>;

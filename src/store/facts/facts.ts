import type { ClusterStatus } from '../../api/contract/cluster.ts';
import type { CrushMap } from '../../api/contract/crush.ts';
import type { Disk } from '../../api/contract/disks.ts';
import type { Output } from '../../api/contract/index.ts';
import type { Flag } from '../../api/contract/maintenance.ts';
import type { Task } from '../../api/contract/shapes.ts';
import type { Cache } from '../cache/cache.ts';
import type { Resource } from '../cache/resource.ts';
import { resources } from '../cache/resources.ts';
import type { Slot } from '../cache/slot.ts';
import type { Journal } from '../session/journalState.ts';
import type { Traffic } from '../session/traffic.ts';
import { createBlame } from './blame.ts';
import { selectCluster } from './cluster.ts';
import { workRows } from './clusterWork.ts';
import { createDiagnosis } from './diagnosis.ts';
import { createEvents } from './events.ts';
import { selectFlags } from './flags.ts';
import { createHealing, createScrubs } from './healing.ts';
import { selectHealth } from './health.ts';
import { isJustDown, selectOsds } from './osds.ts';
import { createOutlook } from './outlook.ts';
import { selectPlacement } from './placement.ts';
import { remember } from './remember.ts';
import { rememberRoom } from './room.ts';
import { selectHostNames, selectServers } from './servers.ts';
import { selectServices } from './services.ts';
import { byRecency, selectTasks } from './tasks.ts';
import { buildTree } from './tree.ts';
import { selectWhere } from './where.ts';

/** Gives the map before this one again while it says the same. */
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
  readonly lives: Journal['osds'];
  readonly now: number;
}

interface TaskSources {
  readonly tasks: readonly Task[] | undefined;
  readonly progress: Slot<Output<'getClusterProgress'> | undefined>;
  readonly now: number;
}

/** Facts that only age move on in steps of this, in milliseconds: joining 20,000 OSDs each second would be waste. */
const COARSE_MS = 10_000;
const coarse = (now: number) => Math.floor(now / COARSE_MS) * COARSE_MS;

/**
 * Facts that the panes and the actions want to know, worked out from the last good data when it is asked for and
 * kept until what it was worked out from changes.
 */
export function createFacts(cache: Pick<Cache, 'slot'>, journal: () => Journal, now: () => number) {
  const known = <T>(wanted: Resource<T>): T | undefined => cache.slot(wanted).data;
  const health = remember(selectHealth);
  // Of the journal only this: it changes with every status, and the lives of the OSDs hardly ever.
  const osds = remember(({ lives, ...answers }: OsdSources) =>
    selectOsds({ ...answers, journal: { osds: lives } }),
  );
  /** Only while one has just gone down do rows change with the time. */
  const settling = (lives: Journal['osds']) =>
    lives.values().some((life) => isJustDown(life, now())) ? coarse(now()) : Infinity;
  const cluster = remember(selectCluster);
  const placement = remember(selectPlacement);
  const flags = remember((input: { flags: readonly Flag[] | undefined }) => selectFlags(input.flags));
  const services = remember((input: { status: ClusterStatus | undefined }) => selectServices(input.status));
  const servers = remember(selectServers);
  const hostNames = remember(selectHostNames);
  const sameNames = keepEqual();
  const tasks = remember(({ tasks: of, progress, now: at }: TaskSources) =>
    [...selectTasks(of, at), ...workRows(progress, at)].toSorted(byRecency),
  );
  const where = remember(selectWhere);
  const room = rememberRoom();
  const diagnosis = createDiagnosis(cache);
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
        lives: journal().osds,
        now: settling(journal().osds),
      }),
    /** The time that counts as now, in milliseconds since the epoch. */
    now,
    /** Since when OSDs were watched, in milliseconds since the epoch: what they did before is not known. */
    watchedSince: () => journal().watchedSince,
    gapAt: () => journal().gapAt,
    /** Rates of the last minutes: of the cluster, or of a pool. */
    traffic: (poolId?: number): Traffic =>
      poolId === undefined ? journal().traffic : (journal().poolTraffic.get(poolId) ?? []),
    tree: () => buildTree(known(resources.crush)),
    flags: () => flags({ flags: known(resources.flags) }),
    services: () => services({ status: known(resources.status) }),
    servers: () => servers(sources()),
    /** The names of servers, by their numbers; the same object until a name changes. For the log, which asks for each of its lines. */
    hostNames: (): ReadonlyMap<number, string> => sameNames(hostNames(sources())),
    hostName: (id: number): string | undefined => facts.hostNames().get(id),
    /** The tasks of the service, and the work of the cluster itself. */
    tasks: () =>
      tasks({ tasks: known(resources.tasks)?.data, progress: cache.slot(resources.progress), now: now() }),
    where: () => where({ tree: facts.tree(), osds: facts.osds() }),
    room: () => room({ osds: facts.osds(), tree: facts.tree(), ...rulesOf() }),
    /** The causes of what is wrong; undefined until all that they are found in was answered, or could not be had. */
    diagnosis,
    /** The causes by the parts of the cluster that they blame. */
    blame: createBlame(diagnosis),
    /** The course of recovery, what it waits for, and the time that it may take. */
    healing: createHealing(cache, journal),
    /** Everything that is known to have happened, and when. */
    events: createEvents(cache, journal),
    /** The scrubs that are overdue, and whether they are made good. */
    scrubs: createScrubs(cache, journal),
  };
  return { ...facts, ...createOutlook(cache, facts) };
}

export type Facts = ReturnType<typeof createFacts>;

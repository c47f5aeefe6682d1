import type { HealthDetail } from '../../../api/contract/cluster.ts';
import type { ClusterEvidence } from '../../../api/contract/evidence.ts';
import { slowestPings } from '../../slowestPings.ts';
import { type LastPing, slowLinks, suspectOsds } from '../../slowLinks.ts';
import type { ServerAccess } from '../access/serverAccess.ts';
import { createBackgroundRead } from '../client/backgroundRead.ts';
import { type Ceph, readNow } from '../client/ceph.ts';
import type { StorageCall } from '../client/storage.ts';
import { allOkay } from '../cluster/placementGroups.ts';
import type { StatusDump } from '../cluster/read.ts';
import type { ClusterParts } from '../clusterParts.ts';
import { isOsd, racksOfHosts, type OsdTree, type OsdTreeNode } from '../map/osdTree.ts';
import {
  clocksOf,
  commitTimes,
  groupsInNeed,
  monitorsOut,
  namedOsds,
  quorumOf,
  slowestOf,
  sustainedTimes,
  type PerfDump,
  type QuorumDump,
  type TimeSyncDump,
} from './answers.ts';
import { busiestClients, type ClientRequests } from './clients.ts';
import { downReader } from './downOsds.ts';
import { INTERVAL_MS, MAX_ENTRIES, OUTDATED_MS } from './limits.ts';
import { lostManagerReader } from './lostManagers.ts';
import { serverOfOsd, serverReader } from './onServers.ts';

/** The maximum number of OSDs that are asked at a time, and of those that are asked only because it is their turn. */
const [MAX_ASKED, PER_TURN] = [32, 8];
/** The maximum number of placement groups that are asked at a time. */
const MAX_GROUPS = 8;
/** The largest cluster whose OSD map is read while OSDs are down; it has a kilobyte for each. */
const MAX_MAP_OSDS = 3000;
/** An OSD that does not answer within this many seconds is silent. */
const SILENT_S = 2;
/** The age from which evidence is worth the wait for new evidence, as for a command that asks once in a while. */
const WORTH_WAITING_MS = 15_000;
/** The longest wait for the first gathering: OSDs that are silent are awaited twice, which a command that asks once needs to know. */
const FIRST_WAIT_MS = (2 * SILENT_S + 1) * 1000;

/** The helper's answer to `osds.ask`, without the lists that all OSDs refused. */
interface OsdAnswers
  extends Pick<ClusterEvidence, 'waits' | 'pings' | 'queues'>, Required<Pick<ClusterEvidence, 'silent'>> {
  /** The requests of clients that the OSDs work on. */
  readonly clients?: readonly ClientRequests[];
  /** The OSDs' commit latencies since they were last asked, from their own counters. */
  readonly commits: readonly { readonly osd: number; readonly commitMs: number }[];
}

/** The pings between OSDs, as far as these reported them. */
interface NetworkReadings extends Pick<ClusterEvidence, 'pings'> {
  /** The last pings of the OSDs with long waits. */
  readonly lastPings?: readonly LastPing[];
}

/** The answers of all OSDs that were asked. */
type Replies = Omit<OsdAnswers, 'pings'> & { readonly network: NetworkReadings };

export interface EvidenceSources extends Omit<ClusterParts, 'access'> {
  /** Calls the helper. */
  readonly call: StorageCall;
  readonly access: Pick<ServerAccess, 'find' | 'unreached'>;
}

/**
 * Makes the function that returns evidence from the daemons for the present health. The evidence is gathered in the
 * background while somebody requests it, one gathering at a time; a source that fails does not affect the others.
 */
export function evidenceGatherer({ ceph, call, inventory, clock, access }: EvidenceSources) {
  const part = createBackgroundRead<ClusterEvidence>(clock, {
    restFactor: 1,
    minRestMs: INTERVAL_MS,
    firstWaitMs: FIRST_WAIT_MS,
    outdatedMs: WORTH_WAITING_MS,
  });
  const turns = roundRobin();
  const readDown = downReader(ceph, clock);
  const managersIn = lostManagerReader(ceph, access, clock);
  const readServers = serverReader({ ceph, access, clock });
  let previousTimes: ReadonlyMap<number, number> = new Map();
  const orUndefined = <T>(answer: Promise<T>): Promise<T | undefined> => answer.catch(() => undefined);

  const gather = async (detail: HealthDetail, silent: Promise<unknown>): Promise<ClusterEvidence> => {
    const areSilent = (await silent) !== undefined;
    const [perf, sync, quorum, tree, recovery] = await Promise.all([
      areSilent ? undefined : orUndefined(ceph.read<PerfDump>({ prefix: 'osd perf' })),
      orUndefined(readNow<TimeSyncDump>(ceph, { prefix: 'time-sync-status' })),
      orUndefined(readNow<QuorumDump>(ceph, { prefix: 'quorum_status' })),
      orUndefined(inventory.tree()),
      areSilent ? undefined : orUndefined(recoveryOf(ceph)),
    ]);
    const osds = tree?.nodes.filter(isOsd) ?? [];
    const up = new Set(osds.flatMap(({ id, status }) => (status === 'up' ? [id] : [])));
    const times: ReadonlyMap<number, number> = perf === undefined ? new Map() : commitTimes(perf);
    const latencies = sustainedTimes(times, previousTimes);
    previousTimes = times;
    const slowest = slowestOf(latencies, PER_TURN).map(({ osd }) => osd);
    const turn = turns.next([...up]);
    const first = [...namedOsds(detail), ...slowest, ...turn];
    const inNeed = groupsInNeed(detail).slice(0, MAX_GROUPS);
    const isAnyDown = osds.some(({ status }) => status === 'down') && osds.length <= MAX_MAP_OSDS;
    const [replies, needs, down] = await Promise.all([
      orUndefined(askTwice(call, first, up)),
      inNeed.length === 0 ? [] : orUndefined(askGroups(call, inNeed)),
      isAnyDown ? orUndefined(readDown()) : { ended: [] },
    ]);
    const { commits = [], queues, network = {}, clients, ...answers }: Partial<Replies> = replies ?? {};
    turns.answered(turn.some((osd) => !answers.silent?.includes(osd)));
    for (const { osd, commitMs } of commits) latencies.set(osd, commitMs);
    const waiting = waitingOsds(detail, { ...answers, ...network });
    const suspects = [...downOsds(osds), ...waiting];
    const nodes = await orUndefined(inventory.nodes());
    const lostManagers = nodes ? await managersIn(nodes, areSilent) : [];
    const pools = clients?.length ? await orUndefined(inventory.pools()) : [];
    const [clocks, out] = [sync && clocksOf(sync), quorum ? monitorsOut(quorum) : []];
    const onServers = nodes && (await readServers({ nodes, waiting, suspects, up, out, clocks }));
    return {
      ...answers,
      ...(queues && { queues: worst(queues, ({ ms = 0 }) => ms) }),
      ...networkOf(network, serverOfOsd(nodes), tree),
      ...(needs && { needs }),
      ...down,
      ...(latencies.size > 0 && { latencies: slowestOf(latencies, MAX_ENTRIES) }),
      ...(clients && { clients: busiestClients(clients, pools ?? []) }),
      ...(recovery && { recovery }),
      ...onServers,
      ...(lostManagers.length > 0 && { lostManagers }),
      ...(clocks && { clocks }),
      ...(quorum && { quorum: quorumOf(quorum) }),
    };
  };

  /** @param silent the silence of the managers; undefined if they answer */
  return async (
    detail: HealthDetail,
    silent: Promise<unknown> = Promise.resolve(),
  ): Promise<ClusterEvidence | undefined> => {
    const gathered = await part(() => gather(detail, silent));
    return gathered === undefined || clock.elapsed() - gathered.at > OUTDATED_MS ? undefined : gathered.value;
  };
}

/** The age in seconds from which a waiting request makes the network between its OSDs a suspect. */
const LONG_WAIT_S = 1;

/** OSDs that wait or are waited for. An OSD occurs once for each source that names it, which gives it more weight. */
const waitingOsds = (
  detail: HealthDetail,
  { waits = [], pings = [] }: Partial<OsdAnswers>,
): readonly number[] => [
  ...namedOsds(detail),
  ...waits.flatMap(({ osd, waitsFor, oldest = 0 }) =>
    oldest >= LONG_WAIT_S && osd !== undefined && waitsFor !== undefined ? [osd, waitsFor] : [],
  ),
  ...pings.flatMap(({ from, to }) => (from !== undefined && to !== undefined ? [from, to] : [])),
];

/** OSDs that are down, those that are still in first: their data is not rebuilt on other OSDs yet. */
const downOsds = (osds: readonly OsdTreeNode[]): readonly number[] =>
  osds
    .filter(({ status }) => status === 'down')
    .toSorted((a, b) => (b.reweight ?? 0) - (a.reweight ?? 0))
    .map(({ id }) => id);

/**
 * Chooses the next few ids of a list each time, and begins again after the end. As long as none of them answers, it chooses
 * half as many each time: an OSD that is silent or refuses connections holds a thread of the helper for two minutes
 * (rados_osd_op_timeout).
 */
function roundRobin() {
  let [position, count] = [0, PER_TURN];
  return {
    next(ids: readonly number[]): readonly number[] {
      if (position >= ids.length) position = 0;
      const chosen = ids.slice(position, position + count);
      position += count;
      return chosen;
    },
    answered(isAny: boolean): void {
      count = isAny ? PER_TURN : Math.max(1, Math.floor(count / 2));
    },
  };
}

/** The queues of recovery, from the states of the placement groups, which the status needs too while not all are okay. */
async function recoveryOf(ceph: Ceph): Promise<ClusterEvidence['recovery']> {
  const { pgmap } = await ceph.read<StatusDump>({ prefix: 'status' });
  return allOkay(pgmap.pgs_by_state) ? undefined : (await ceph.pgStates()).recovery;
}

/** Asks placement groups for the OSDs that they need. */
const askGroups = (call: StorageCall, groups: readonly string[]) =>
  call<NonNullable<ClusterEvidence['needs']>>('osds.needs', { groups, seconds: SILENT_S });

/** Asks OSDs for their last pings to all of their peers, which is done only for few OSDs; undefined if that fails. */
async function askForPings(
  call: StorageCall,
  osds: readonly number[],
): Promise<readonly LastPing[] | undefined> {
  if (osds.length === 0) return [];
  return call<readonly LastPing[]>('osds.pings', { osds, seconds: SILENT_S }).catch(() => undefined);
}

/** The slow pings and links as evidence, as far as they are known. */
const networkOf = (
  { pings, lastPings }: NetworkReadings,
  serverOf: ReturnType<typeof serverOfOsd>,
  tree: OsdTree | undefined,
): Pick<ClusterEvidence, 'pings' | 'links'> => ({
  ...(pings && { pings: slowestPings(pings, serverOf) }),
  ...(lastPings && {
    links: slowLinks(lastPings, serverOf, (server) => tree && racksOfHosts(tree).get(server)),
  }),
});

/** Asks OSDs, then those that they wait for. OSDs that are down are not asked: their silence is known. */
async function askTwice(
  call: StorageCall,
  first: readonly number[],
  up: ReadonlySet<number>,
): Promise<Replies> {
  const chosen = [...new Set(first)].filter((id) => up.has(id)).slice(0, MAX_ASKED);
  const ask = (osds: readonly number[]) => call<OsdAnswers>('osds.ask', { osds, seconds: SILENT_S });
  const answers = await ask(chosen);
  const waitedFor = [...new Set((answers.waits ?? []).flatMap(({ waitsFor }) => waitsFor ?? []))]
    .filter((id) => up.has(id) && !chosen.includes(id))
    .slice(0, MAX_ASKED - chosen.length);
  const more = waitedFor.length === 0 ? undefined : await ask(waitedFor);
  const waits = joined(answers.waits, more?.waits);
  const pings = joined(answers.pings, more?.pings);
  const clients = joined(answers.clients, more?.clients);
  const queues = joined(answers.queues, more?.queues);
  const silent = [...answers.silent, ...(more?.silent ?? [])];
  const suspects = suspectOsds(waits ?? [], new Set(silent), chosen).filter((id) => up.has(id));
  const lastPings = waits && (await askForPings(call, suspects));
  return {
    ...(waits && { waits: worst(waits, ({ oldest = 0 }) => oldest) }),
    network: { ...(pings && { pings }), ...(lastPings && { lastPings }) },
    ...(clients && { clients }),
    ...(queues && { queues }),
    silent,
    commits: [...answers.commits, ...(more?.commits ?? [])],
  };
}

/** The entries of two lists; undefined if neither is known. */
const joined = <T>(first: readonly T[] | undefined, second: readonly T[] | undefined) =>
  first === undefined && second === undefined ? undefined : [...(first ?? []), ...(second ?? [])];

const worst = <T>(entries: readonly T[], weight: (entry: T) => number): T[] =>
  entries.toSorted((a, b) => weight(b) - weight(a)).slice(0, MAX_ENTRIES);

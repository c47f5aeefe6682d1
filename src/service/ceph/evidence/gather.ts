import type { HealthDetail } from '../../../api/contract/cluster.ts';
import type { ClusterEvidence } from '../../../api/contract/evidence.ts';
import type { Clock } from '../../../lib/clock.ts';
import { readNow, type Ceph } from '../ceph.ts';
import type { Hands } from '../hands/hands.ts';
import type { Inventory } from '../inventory.ts';
import { isOsd, type OsdTreeNode } from '../osdTree.ts';
import { createPart } from '../part.ts';
import type { NodeList } from '../servers.ts';
import type { StorageCall } from '../storage.ts';
import {
  clocksOf,
  commitTimes,
  inBoth,
  namedOsds,
  quorumOf,
  slowestOf,
  type PerfDump,
  type QuorumDump,
  type TimeSyncDump,
} from './answers.ts';
import { kernelErrors } from './kernelLog.ts';
import { resentSegments } from './resent.ts';

/** OSDs that are asked at a time, and those among them that are only next in turn. */
const [MOST_ASKED, IN_TURN] = [32, 8];
/** An OSD that does not answer within so many seconds is silent. */
const SILENT_S = 2;
/** Entries of each list that are told. */
const MOST = 32;
/** Milliseconds between two gatherings, and after which one says nothing of the present. */
const [APART_MS, OLD_MS] = [4000, 30_000];

/** The answers of OSDs that were asked. */
interface OsdAnswers extends Required<Pick<ClusterEvidence, 'waits' | 'pings' | 'silent'>> {
  /** The milliseconds of their commits since they were asked before, by their own counters. */
  readonly commits: readonly { readonly osd: number; readonly commitMs: number }[];
}

/** The sources of evidence. */
export interface EvidenceSources {
  readonly ceph: Ceph;
  /** Asks the helper. */
  readonly call: StorageCall;
  readonly inventory: Inventory;
  readonly clock: Clock;
  readonly hands: Pick<Hands, 'find'>;
}

/**
 * Makes the function that gives what the daemons answer beside the health. It is gathered while somebody asks, one gathering at a time for
 * all; nobody waits for it, and a source that fails leaves the others.
 */
export function evidenceGatherer({ ceph, call, inventory, clock, hands }: EvidenceSources) {
  const part = createPart<ClusterEvidence>(clock, 1, APART_MS);
  const inTurn = turns();
  const resentBy = resentSegments(hands, clock);
  const errorsOn = kernelErrors(ceph, hands, clock);
  let timesBefore: ReadonlyMap<number, number> = new Map();
  const known = <T>(answer: Promise<T>): Promise<T | undefined> => answer.catch(() => undefined);

  const gather = async (detail: HealthDetail): Promise<ClusterEvidence> => {
    const [perf, sync, quorum, tree] = await Promise.all([
      known(ceph.read<PerfDump>({ prefix: 'osd perf' })),
      known(readNow<TimeSyncDump>(ceph, { prefix: 'time-sync-status' })),
      known(readNow<QuorumDump>(ceph, { prefix: 'quorum_status' })),
      known(inventory.tree()),
    ]);
    const osds = tree?.nodes.filter(isOsd) ?? [];
    const up = osds.flatMap(({ id, status }) => (status === 'up' ? [id] : []));
    const times: ReadonlyMap<number, number> = perf === undefined ? new Map() : commitTimes(perf);
    const slowest = inBoth(times, timesBefore);
    timesBefore = times;
    const first = [...namedOsds(detail), ...slowestOf(slowest, IN_TURN).map(({ osd }) => osd), ...inTurn(up)];
    const { commits = [], ...answers } = (await known(askTwice(call, first, new Set(up)))) ?? {};
    for (const { osd, commitMs } of commits) slowest.set(osd, commitMs);
    const waiting = waitingOsds(detail, answers);
    const erring = [...downOsds(osds), ...waiting];
    const nodes = erring.length === 0 ? undefined : await known(inventory.nodes());
    const [resent = [], diskErrors = []] = await Promise.all([
      nodes && waiting.length > 0 ? known(resentBy(serversOf(nodes, waiting))) : undefined,
      nodes && known(errorsOn(serversWith(nodes, erring), new Set(up))),
    ]);
    return {
      ...answers,
      ...(slowest.size > 0 && { latencies: slowestOf(slowest, MOST) }),
      ...(resent.length > 0 && { resent }),
      ...(diskErrors.length > 0 && { diskErrors }),
      ...(sync && { clocks: clocksOf(sync) }),
      ...(quorum && { quorum: quorumOf(quorum) }),
    };
  };

  return async (detail: HealthDetail): Promise<ClusterEvidence | undefined> => {
    const gathered = await part(() => gather(detail));
    return gathered === undefined || clock.elapsed() - gathered.at > OLD_MS ? undefined : gathered.value;
  };
}

/** Seconds for which a request waits before the network on its way is looked at. */
const LONG_WAIT_S = 1;

/** OSDs that wait or are waited for, once for each time that something says so. */
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

/** OSDs that are down, those first whose data is not made anew elsewhere. */
const downOsds = (osds: readonly OsdTreeNode[]): readonly number[] =>
  osds
    .filter(({ status }) => status === 'down')
    .toSorted((a, b) => (b.reweight ?? 0) - (a.reweight ?? 0))
    .map(({ id }) => id);

/** The servers with any of these OSDs, in their order. */
function serversWith({ osd: servers = {} }: NodeList, osds: readonly number[]): readonly string[] {
  const hosts = new Map(
    Object.entries(servers).flatMap(([host, ids]) => ids.map((id) => [Number(id), host] as const)),
  );
  return [...new Set(osds.flatMap((id) => hosts.get(id) ?? []))];
}

/** The servers of OSDs, the one that has most of these first, and those without any last. */
function serversOf({ osd: servers = {} }: NodeList, osds: readonly number[]): readonly string[] {
  const count = (ids: readonly (number | string)[]) => {
    const own = new Set(ids.map(Number));
    return osds.filter((id) => own.has(id)).length;
  };
  return Object.entries(servers)
    .map(([host, ids]) => ({ host, named: count(ids) }))
    .toSorted((a, b) => b.named - a.named)
    .map(({ host }) => host);
}

/** Gives the next few of a list each time, from its beginning again after its end. */
function turns() {
  let next = 0;
  return (ids: readonly number[]): readonly number[] => {
    if (next >= ids.length) next = 0;
    const chosen = ids.slice(next, next + IN_TURN);
    next += IN_TURN;
    return chosen;
  };
}

/** Asks OSDs, then those that they wait for. Of those that the map has down everybody knows that they are silent. */
async function askTwice(
  call: StorageCall,
  first: readonly number[],
  up: ReadonlySet<number>,
): Promise<OsdAnswers> {
  const chosen = [...new Set(first)].filter((id) => up.has(id)).slice(0, MOST_ASKED);
  const ask = (osds: readonly number[]) => call<OsdAnswers>('osds.ask', { osds, seconds: SILENT_S });
  const said = await ask(chosen);
  const more = [...new Set(said.waits.flatMap(({ waitsFor }) => waitsFor ?? []))]
    .filter((id) => up.has(id) && !chosen.includes(id))
    .slice(0, MOST_ASKED - chosen.length);
  const then = more.length === 0 ? undefined : await ask(more);
  return {
    waits: worst([...said.waits, ...(then?.waits ?? [])], ({ oldest = 0 }) => oldest),
    pings: worst([...said.pings, ...(then?.pings ?? [])], ({ ms = 0 }) => ms),
    silent: [...said.silent, ...(then?.silent ?? [])],
    commits: [...said.commits, ...(then?.commits ?? [])],
  };
}

const worst = <T>(entries: readonly T[], weight: (entry: T) => number): T[] =>
  entries.toSorted((a, b) => weight(b) - weight(a)).slice(0, MOST);

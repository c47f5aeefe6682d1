import { sleep, type Clock } from '../../../lib/clock.ts';
import { Refusal } from '../../engine.ts';
import type { Ceph } from '../ceph.ts';
import type { Inventory } from '../inventory.ts';
import type { NodeList } from '../servers.ts';

/** The daemons that run on a server and are to run there again, with their starts; it can be written down as JSON. */
export interface Running {
  /** OSDs, each with the epoch in which it came up. */
  readonly osds: readonly (readonly [osd: number, since: number])[];
  /** Monitors in the quorum. */
  readonly mons: readonly string[];
  /** The election that made the quorum, and the number of monitors in it. */
  readonly election: number;
  readonly quorum: number;
  readonly mdss: readonly string[];
}

interface OsdState {
  readonly osd: number;
  readonly up: number;
  readonly up_from: number;
}

interface Quorum {
  readonly quorum_names: readonly string[];
  readonly election_epoch: number;
}

const readOsds = async (ceph: Ceph): Promise<readonly OsdState[]> =>
  (await ceph.read<{ osds: readonly OsdState[] }>({ prefix: 'osd dump' }, { only: ['osds'], fresh: true }))
    .osds;

const readQuorum = (ceph: Ceph): Promise<Quorum> =>
  ceph.read<Quorum>({ prefix: 'quorum_status' }, { fresh: true });

/** The daemons on a server that answer now. */
export async function runningOn(ceph: Ceph, inventory: Inventory, host: string): Promise<Running> {
  const [nodes, osds, quorum] = await Promise.all([inventory.nodes(), readOsds(ceph), readQuorum(ceph)]);
  const named = (kind: string): readonly string[] => (nodes[kind]?.[host] ?? []).map(String);
  const own = new Set(named('osd').map(Number));
  return {
    osds: osds
      .filter(({ osd, up }) => own.has(osd) && up === 1)
      .map((one) => [one.osd, one.up_from] as const),
    mons: named('mon').filter((name) => quorum.quorum_names.includes(name)),
    election: quorum.election_epoch,
    quorum: quorum.quorum_names.length,
    mdss: named('mds'),
  };
}

/** The daemons that ran before and have not started anew since, in words; undefined where all have. */
export async function notBack(ceph: Ceph, before: Running): Promise<string | undefined> {
  const [osds, quorum] = await Promise.all([
    before.osds.length > 0 ? readOsds(ceph) : [],
    before.mons.length > 0 ? readQuorum(ceph) : undefined,
  ]);
  const ran = new Map(before.osds);
  // Until somebody misses them, the cluster has those that ended as they were.
  const back = new Set(
    osds
      .filter(({ osd, up, up_from }) => up === 1 && up_from > (ran.get(osd) ?? Infinity))
      .map(({ osd }) => osd),
  );
  const isElected = (name: string) =>
    quorum !== undefined && quorum.election_epoch > before.election && quorum.quorum_names.includes(name);
  const missing = [
    ...[...ran.keys()].filter((osd) => !back.has(osd)).map((osd) => `osd.${osd}`),
    ...before.mons.filter((name) => !isElected(name)).map((name) => `mon.${name}`),
  ];
  return missing.length === 0 ? undefined : `${missing.join(', ')} did not come back`;
}

/** Tells whether as many monitors as before agree, and have not elected anew since the last look. */
export function monitorsRest(ceph: Ceph, before: Running): () => Promise<string | undefined> {
  let last: number | undefined;
  return async () => {
    const { quorum_names: names, election_epoch: election } = await readQuorum(ceph);
    const isNew = election !== last;
    last = election;
    if (names.length < before.quorum) return `only ${names.length} monitors agree`;
    return isNew ? 'the monitors have just elected a leader' : undefined;
  };
}

interface Down {
  readonly osds: readonly number[];
  readonly mdss: readonly string[];
}

/** Those OSDs and metadata servers that ran before and are down now. */
export async function downNow(ceph: Ceph, before: Running): Promise<Down> {
  const [osds, nodes] = await Promise.all([
    readOsds(ceph),
    ceph.read<NodeList>({ prefix: 'node ls' }, { fresh: true }),
  ]);
  const ran = new Map(before.osds);
  const present = new Set(Object.values(nodes['mds'] ?? {}).flat());
  return {
    osds: osds.filter(({ osd, up }) => up === 0 && ran.has(osd)).map(({ osd }) => osd),
    mdss: before.mdss.filter((name) => !present.has(name)),
  };
}

/** @throws Refusal 409 where the cluster could not do without these daemons now */
export async function requireOkToStop(ceph: Ceph, { osds, mons, mdss }: Running): Promise<void> {
  const kinds = { osd: osds.map(([osd]) => String(osd)), mon: mons, mds: mdss };
  for (const [kind, ids] of Object.entries(kinds))
    if (ids.length > 0) await ceph.write({ prefix: `${kind} ok-to-stop`, ids });
}

const isServing = (state: string): boolean => {
  const words = state.split('+');
  return words.includes('active') && !words.includes('stale');
};
const isWhole = (state: string): boolean => isServing(state) && !/degraded|undersized/.test(state);

/** The number of placement groups in other states than these, read after `since` (elapsed); undefined where that is not known yet. */
async function groupsBut(
  ceph: Ceph,
  since: number,
  isFine: (state: string) => boolean,
): Promise<number | undefined> {
  const { all, at } = await ceph.pgStates();
  if (at < since) return undefined;
  return Object.values(all)
    .flatMap((states) => Object.entries(states))
    .filter(([state]) => !isFine(state))
    .reduce((sum, [, groups]) => sum + groups, 0);
}

const inWords = (count: number | undefined, what: string): string | undefined => {
  if (count === undefined) return 'the state of the placement groups is not known yet';
  return count === 0 ? undefined : `${count} placement groups ${what}`;
};

/** The placement groups that lack a copy or serve nobody, in words; undefined where there are none. */
export const notWhole = async (ceph: Ceph, since: number): Promise<string | undefined> =>
  inWords(await groupsBut(ceph, since, isWhole), 'lack a copy or do not serve');

/** The placement groups that serve nobody, in words; undefined where there are none. */
export const notServing = async (ceph: Ceph, since: number): Promise<string | undefined> =>
  inWords(await groupsBut(ceph, since, isServing), 'do not serve');

const LOOK_MS = 3000;

/**
 * Looks again and again until nothing is left to wait for. A cluster or a server that does not answer is waited for, too.
 * @param look what is still missing, in words
 * @throws Error that says what is missing after so many milliseconds
 */
export async function waitUntil(
  clock: Clock,
  ms: number,
  cancelled: AbortSignal,
  look: () => Promise<string | undefined>,
): Promise<void> {
  const end = clock.elapsed() + ms;
  for (;;) {
    const missing = await look().catch((failure: unknown) => {
      if (failure instanceof Refusal && (failure.status === 503 || failure.status === 409))
        return failure.message;
      throw failure;
    });
    cancelled.throwIfAborted();
    if (missing === undefined) return;
    if (clock.elapsed() >= end) throw new Error(`after ${ms / 60_000} min ${missing}`);
    await sleep(clock, LOOK_MS, cancelled);
  }
}

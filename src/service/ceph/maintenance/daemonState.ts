import type { Clock } from '../../../lib/clock.ts';
import { ifRefused } from '../../engine.ts';
import type { Ceph } from '../client/ceph.ts';
import { waitFor } from '../client/timeouts.ts';
import type { Inventory } from '../map/inventory.ts';
import { type OsdDump, readOsdDump } from '../map/osdMap.ts';
import type { NodeList } from '../map/servers.ts';

/** The daemons that run on a server before its reboot; stored as JSON with the task. */
export interface RunningDaemons {
  /** The OSDs that are up, each with the map epoch in which it came up. */
  readonly osds: readonly (readonly [osd: number, since: number])[];
  /** The monitors in the quorum. */
  readonly mons: readonly string[];
  /** The election epoch of the whole quorum, and the number of monitors in it. */
  readonly election: number;
  readonly quorum: number;
  readonly mdss: readonly string[];
}

interface Quorum {
  readonly quorum_names: readonly string[];
  readonly election_epoch: number;
}

const readOsds = async (ceph: Ceph): Promise<OsdDump['osds']> =>
  (await readOsdDump(ceph, ['osds'], { fresh: true })).osds;

const readQuorum = (ceph: Ceph): Promise<Quorum> =>
  ceph.read<Quorum>({ prefix: 'quorum_status' }, { fresh: true });

/** The daemons that run on a server now. */
export async function runningOn(ceph: Ceph, inventory: Inventory, host: string): Promise<RunningDaemons> {
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

/** Names the daemons that have not started again since `before`; undefined if all have. */
export async function missingDaemons(ceph: Ceph, before: RunningDaemons): Promise<string | undefined> {
  const [osds, quorum] = await Promise.all([
    before.osds.length > 0 ? readOsds(ceph) : [],
    before.mons.length > 0 ? readQuorum(ceph) : undefined,
  ]);
  const ran = new Map(before.osds);
  // A stopped OSD stays up in the map until its peers report it, so only one that came up in a later epoch counts.
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

/**
 * Makes the function that names the reason why the quorum is not stable: monitors are missing from it, or there was an
 * election since the last call.
 */
export function monitorsUnstable(ceph: Ceph, before: RunningDaemons): () => Promise<string | undefined> {
  let last: number | undefined;
  return async () => {
    const { quorum_names: names, election_epoch: election } = await readQuorum(ceph);
    const isNew = election !== last;
    last = election;
    if (names.length < before.quorum) return `only ${names.length} monitors are in quorum`;
    return isNew ? 'the monitors have just elected a leader' : undefined;
  };
}

interface Down {
  readonly osds: readonly number[];
  readonly mdss: readonly string[];
}

/** The OSDs and metadata servers that ran before and are down now. */
export async function downDaemons(ceph: Ceph, before: RunningDaemons): Promise<Down> {
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

/** @throws Refusal 409 if the cluster could not serve data without these daemons now */
export async function requireOkToStop(ceph: Ceph, { osds, mons, mdss }: RunningDaemons): Promise<void> {
  const kinds = { osd: osds.map(([osd]) => String(osd)), mon: mons, mds: mdss };
  for (const [kind, ids] of Object.entries(kinds))
    if (ids.length > 0) await ceph.write({ prefix: `${kind} ok-to-stop`, ids });
}

const isServing = (state: string): boolean => {
  const words = state.split('+');
  return words.includes('active') && !words.includes('stale');
};
const isComplete = (state: string): boolean => isServing(state) && !/degraded|undersized/.test(state);

/** The number of placement groups that are not fine, read after `since` (elapsed); undefined if that is not known yet. */
async function countGroupsNot(
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

/** Counts, in words, the placement groups that lack a copy or do not serve clients; undefined if there are none. */
export const incompleteGroups = async (ceph: Ceph, since: number): Promise<string | undefined> =>
  inWords(await countGroupsNot(ceph, since, isComplete), 'are degraded or inactive');

/** Counts, in words, the placement groups that do not serve clients; undefined if there are none. */
export const unservedGroups = async (ceph: Ceph, since: number): Promise<string | undefined> =>
  inWords(await countGroupsNot(ceph, since, isServing), 'are inactive');

const POLL_MS = 3000;

/**
 * Polls until nothing is missing. A cluster or a server that does not answer counts as missing.
 * @param findMissing returns what is still missing, in words
 * @throws Error that says what is missing after `ms` milliseconds
 */
export async function waitUntil(
  clock: Clock,
  ms: number,
  cancelled: AbortSignal,
  findMissing: () => Promise<string | undefined>,
): Promise<void> {
  let missing: string | undefined;
  await waitFor(clock, { every: POLL_MS, within: ms, signal: cancelled }, async () => {
    missing = await findMissing().catch(ifRefused(({ message }) => message, 503, 409));
    cancelled.throwIfAborted();
    return missing === undefined || undefined;
  });
  if (missing !== undefined) throw new Error(`after ${ms / 60_000} min ${missing}`);
}

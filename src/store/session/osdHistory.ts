import type { CrushMap, CrushNode } from '../../api/contract/crush.ts';
import type { Journal, OsdHistory, Transition } from '../answers/journalState.ts';
import { isOsd, osdsOf } from '../answers/node.ts';
import { append, beginning, isWatched } from './journal.ts';

/** The time window in which Ceph counts how often an OSD is marked down (osd_max_markdown_period, 600 s). */
export const FLAP_WINDOW_MS = 600_000;

/** The lists of a CRUSH map that contain OSDs: those in the hierarchy, and those outside of it. */
const LISTS = ['nodes', 'stray'] as const;

const statusOf = ({ status }: CrushNode): string => status ?? 'UNKNOWN';

/**
 * Adds a CRUSH map read at `at`. A map without OSDs is ignored.
 * @param everyMs the poll interval, which is long for a large cluster
 */
export function observeCrush(journal: Journal, map: CrushMap, at: number, everyMs?: number): Journal {
  const osds = new Map<number, OsdHistory>();
  const logged = new Map(journal.logged);
  const transitions: Transition[] = [];
  const formerOf = formerStatus(journal.crush);
  const watched = isWatched(journal.crushAt, at, everyMs);
  let hasOsds = false;
  for (const list of LISTS) {
    const nodes = map[list] ?? [];
    for (let index = 0; index < nodes.length; index++) {
      const node = nodes[index]!;
      if (node.id === undefined || !isOsd(node)) continue;
      hasOsds = true;
      const [status, former] = [statusOf(node), formerOf(list, index, node)];
      const history = historyAfter(journal, { id: node.id, status, former, at, watched });
      if (history) osds.set(node.id, history);
      if (former === status || journal.crush === undefined) continue;
      const subject = `osd.${node.id}`;
      if (former === 'DOWN') logged.delete(subject);
      transitions.push({
        at,
        exact: watched,
        after: journal.crushAt,
        kind: 'osd',
        subject,
        from: former ?? '',
        to: status,
      });
    }
  }
  if (!hasOsds) return journal;
  return {
    ...journal,
    osds: isSame(osds, journal.osds) ? journal.osds : osds,
    crush: map,
    crushAt: at,
    watchedSince: journal.watchedSince ?? at,
    gapAt: journal.crushAt === undefined || watched ? journal.gapAt : at,
    logged,
    transitions: append(journal.transitions, transitions),
  };
}

/** The status of an OSD in a map and in the map before it. */
interface Observation {
  readonly id: number;
  readonly status: string;
  /** Undefined if the OSD did not exist in the previous map. */
  readonly former: string | undefined;
  readonly at: number;
  /** True if there was no gap between the two maps. */
  readonly watched: boolean;
}

/** The history of an OSD after another read; undefined for an OSD that was up at every read. */
function historyAfter(
  journal: Journal,
  { id, status, former, at, watched }: Observation,
): OsdHistory | undefined {
  const before = journal.osds.get(id);
  const first = journal.crush === undefined;
  if (before === undefined && (former === status || (first && status === 'UP'))) return undefined;
  const downs = (before?.downs ?? []).filter((down) => at - down < FLAP_WINDOW_MS);
  if (before && former === status)
    return downs.length === before.downs.length ? before : { ...before, downs };
  const seen = { at, exact: watched };
  const since = status === 'DOWN' ? beginning(journal, `osd.${id}`, seen) : seen;
  // After a gap longer than the window, the OSD may have gone down before the window.
  const isRecent = at - (journal.crushAt ?? at) < FLAP_WINDOW_MS;
  const wentDown = status === 'DOWN' && former !== undefined && isRecent;
  return { status, ...since, downs: wentDown ? [...downs, at] : downs };
}

type FormerStatus = (list: (typeof LISTS)[number], index: number, node: CrushNode) => string | undefined;

/**
 * Looks up the former status of an OSD in a map, first at the same index, where nearly all OSDs still are, else by id.
 */
function formerStatus(map: CrushMap | undefined): FormerStatus {
  let byId: ReadonlyMap<number | undefined, string> | undefined;
  return (list, index, node) => {
    if (map === undefined) return undefined;
    const candidate = map[list]?.[index];
    if (candidate === node || (candidate?.id === node.id && candidate !== undefined && isOsd(candidate)))
      return statusOf(candidate);
    byId ??= new Map(osdsOf(map).map((osd) => [osd.id, statusOf(osd)]));
    return byId.get(node.id);
  };
}

const isSame = (a: ReadonlyMap<number, OsdHistory>, b: ReadonlyMap<number, OsdHistory>): boolean =>
  a.size === b.size && a.entries().every(([id, history]) => b.get(id) === history);

/** The times before OSDs were watched at which an OSD went down according to the log, oldest first. */
export const loggedDowns = ({ transitions, watchedSince = Infinity }: Journal, osd: number): number[] =>
  transitions
    .filter(({ subject, to, at }) => subject === `osd.${osd}` && to === 'DOWN' && at < watchedSince)
    .map(({ at }) => at);

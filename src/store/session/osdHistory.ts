import type { CrushMap, CrushNode } from '../../api/contract/crush.ts';
import { isOsd, osdsOf } from '../facts/node.ts';
import { append, begin, isWatched } from './journal.ts';
import type { Journal, OsdHistory, Transition } from './journalState.ts';

/** The window in which Ceph counts how often an OSD goes down (osd_max_markdown_period, 600 s). */
export const FLAP_WINDOW_MS = 600_000;

/** Where a map lists OSDs: in its hierarchy, and outside of it. */
const LISTS = ['nodes', 'stray'] as const;

const statusOf = ({ status }: CrushNode): string => status ?? 'UNKNOWN';

/**
 * Takes in a CRUSH map that was read at `at`. One without OSDs tells nothing of them: what was known stays.
 * @param everyMs how often the map is read: of a large cluster seldom
 */
export function observeCrush(journal: Journal, map: CrushMap, at: number, everyMs?: number): Journal {
  const lives = new Map<number, OsdHistory>();
  const logged = new Map(journal.logged);
  const transitions: Transition[] = [];
  const formerOf = formerStatus(journal.crush);
  const watched = isWatched(journal.crushAt, at, everyMs);
  let known = false;
  for (const list of LISTS) {
    const nodes = map[list] ?? [];
    for (let index = 0; index < nodes.length; index++) {
      const node = nodes[index]!;
      if (node.id === undefined || !isOsd(node)) continue;
      known = true;
      const [status, former] = [statusOf(node), formerOf(list, index, node)];
      const life = lifeAfter(journal, { id: node.id, status, former, at, watched });
      if (life) lives.set(node.id, life);
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
  if (!known) return journal;
  return {
    ...journal,
    osds: isSame(lives, journal.osds) ? journal.osds : lives,
    crush: map,
    crushAt: at,
    watchedSince: journal.watchedSince ?? at,
    gapAt: journal.crushAt === undefined || watched ? journal.gapAt : at,
    logged,
    transitions: append(journal.transitions, transitions),
  };
}

/** The word of a map on an OSD, and of the map before it. */
interface Observation {
  readonly id: number;
  readonly status: string;
  /** Absent of an OSD that was not there. */
  readonly former: string | undefined;
  readonly at: number;
  /** There was no gap between the two. */
  readonly watched: boolean;
}

/** The life of an OSD after another look; an OSD that was up whenever we looked has none. */
function lifeAfter(
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
  const since = status === 'DOWN' ? begin(journal, `osd.${id}`, seen) : seen;
  // After a long gap it may have fallen before what is counted.
  const isRecent = at - (journal.crushAt ?? at) < FLAP_WINDOW_MS;
  const fell = status === 'DOWN' && former !== undefined && isRecent;
  return { status, ...since, downs: fell ? [...downs, at] : downs };
}

type FormerStatus = (list: (typeof LISTS)[number], index: number, node: CrushNode) => string | undefined;

/** The status that an OSD had in a map. Nearly all stand where they stood; the others are looked for among all. */
function formerStatus(map: CrushMap | undefined): FormerStatus {
  let byId: ReadonlyMap<number | undefined, string> | undefined;
  return (list, index, node) => {
    if (map === undefined) return undefined;
    const there = map[list]?.[index];
    if (there === node || (there?.id === node.id && there !== undefined && isOsd(there)))
      return statusOf(there);
    byId ??= new Map(osdsOf(map).map((osd) => [osd.id, statusOf(osd)]));
    return byId.get(node.id);
  };
}

const isSame = (a: ReadonlyMap<number, OsdHistory>, b: ReadonlyMap<number, OsdHistory>): boolean =>
  a.size === b.size && a.entries().every(([id, life]) => b.get(id) === life);

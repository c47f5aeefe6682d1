import type { CrushMap } from '../../api/contract/crush.ts';
import type { Disk } from '../../api/contract/disks.ts';
import { finishNow, finishInChunks, CHUNK_ROWS, type Chunked } from '../../lib/chunked.ts';
import { naturalOrder } from '../../lib/natural.ts';
import { byLevel } from './level.ts';
import { matchDisks, type OsdPlace, osdPlaces, unplacedOsd } from './osdJoin.ts';
import { type OsdParts, osdRow, type OsdRow } from './osdRow.ts';

/** The lists from which OSD rows are joined. */
export interface OsdLists {
  readonly disks?: readonly Disk[] | undefined;
  readonly crush?: CrushMap | undefined;
}

/** A row made from the lists alone, without the journal. */
export interface JoinedOsd {
  readonly parts: OsdParts;
  readonly row: OsdRow;
}

function* joinLists({ disks = [], crush }: OsdLists): Chunked<Join> {
  const places = osdPlaces(crush);
  if (places.size > CHUNK_ROWS) yield;
  const placeOf = matchDisks(places, disks);
  const taken = new Set<string>();
  const found: JoinedOsd[] = [];
  const add = (disk: Disk | undefined, place: OsdPlace | undefined) => {
    const osdId = place?.osdId ?? unplacedOsd(disk, places);
    const wanted = osdId === undefined ? diskName(disk) : `osd.${osdId}`;
    let id = wanted;
    for (let copy = 2; taken.has(id); copy++) id = `${wanted}#${copy}`;
    taken.add(id);
    found.push(keptRow({ id, osdId, disk, place }));
  };
  for (const [index, disk] of disks.entries()) {
    if (index % CHUNK_ROWS === CHUNK_ROWS - 1) yield;
    add(disk, placeOf.get(disk));
  }
  const placed = new Set(placeOf.values());
  for (const place of places.values()) {
    if (placed.has(place)) continue;
    if (found.length % CHUNK_ROWS === CHUNK_ROWS - 1) yield;
    add(undefined, place);
  }
  if (found.length > CHUNK_ROWS) yield;
  const joined = sortWorstFirst(found, ({ row }) => row);
  if (found.length > CHUNK_ROWS) yield;
  return { joined, rows: joined.map(({ row }) => row) };
}

/** The result of joining both lists. */
interface Join {
  /** Worst first, then by host and number. */
  readonly joined: readonly JoinedOsd[];
  /** The rows of `joined`, in the same order. */
  readonly rows: readonly OsdRow[];
}

interface KeptJoin {
  readonly lists: OsdLists;
  readonly join: Join;
}

/** The last join by CRUSH map, or by disks if there is no map. */
const keptJoins = new WeakMap<object, KeptJoin>();

const NO_JOIN: Join = { joined: [], rows: [] };

function keptJoin(lists: OsdLists): Join | undefined {
  const { disks, crush } = lists;
  const key = crush ?? disks;
  const kept = key && keptJoins.get(key);
  if (kept?.lists.disks === disks && kept?.lists.crush === crush) return kept?.join;
  return key ? undefined : NO_JOIN;
}

function keepJoin(lists: OsdLists, join: Join): Join {
  const key = lists.crush ?? lists.disks;
  if (key) keptJoins.set(key, { lists, join });
  // The join without the map is not needed any more.
  if (lists.crush && lists.disks) keptJoins.delete(lists.disks);
  return join;
}

/** The join of two lists; computed now unless it is cached. */
export const joinedLists = (lists: OsdLists): Join =>
  keptJoin(lists) ?? keepJoin(lists, finishNow(joinLists(lists)));

/** The number of attempts to join lists in advance; if they keep changing, they are joined when they are shown. */
const TRIES = 3;

/**
 * Joins lists in chunks before they are shown, so that `selectOsds` finds the result: 20,000 OSDs take 0.1 s.
 * @param lists returns the lists to show; called again after a join, because a new list may have arrived
 * @param pause awaited between two chunks
 */
export async function joinInChunks(lists: () => OsdLists, pause?: () => Promise<void>): Promise<void> {
  for (let left = TRIES; left > 0; left--) {
    const now = lists();
    if (keptJoin(now) !== undefined) return;
    keepJoin(now, await finishInChunks(joinLists(now), pause));
  }
}

/** The last row by disk, or by CRUSH node if it has no disk, with the parts from which it was made. */
const keptRows = new WeakMap<object, JoinedOsd>();

const sameParts = (a: OsdParts, b: OsdParts): boolean =>
  a.id === b.id &&
  a.osdId === b.osdId &&
  a.place?.node === b.place?.node &&
  a.place?.host === b.place?.host &&
  a.place?.stray === b.place?.stray;

/** Reuses the last row if its parts are unchanged; of ten thousand rows, only a few change at a time. */
function keptRow(parts: OsdParts): JoinedOsd {
  const key = parts.disk ?? parts.place?.node;
  const kept = key && keptRows.get(key);
  if (kept && kept.parts.disk === parts.disk && sameParts(kept.parts, parts)) return kept;
  const joined = { parts, row: osdRow(parts, undefined) };
  if (key) keptRows.set(key, joined);
  // The row of the OSD without its disk is not needed any more.
  if (parts.disk && parts.place) keptRows.delete(parts.place.node);
  return joined;
}

const diskName = (disk: Disk | undefined): string =>
  `disk.${disk?.id ?? `${disk?.hostname ?? ''}:${disk?.path ?? disk?.name ?? ''}`}`;

/**
 * Sorts by level, worst first, then by host and number. Hosts are ranked beforehand, because comparing their names for
 * each pair of rows takes most of a second for ten thousand rows.
 */
export function sortWorstFirst<T>(rows: readonly T[], rowOf: (one: T) => OsdRow): readonly T[] {
  const hosts = [...new Set(rows.map((one) => rowOf(one).host))].sort(naturalOrder);
  const rank = new Map(hosts.map((host, index) => [host, index]));
  return rows
    .map((one) => {
      const { level, host, osdId, diskId } = rowOf(one);
      return { one, level, host: rank.get(host) ?? 0, number: osdId ?? diskId ?? Number.MAX_SAFE_INTEGER };
    })
    .sort((a, b) => byLevel(a.level, b.level) || a.host - b.host || a.number - b.number)
    .map(({ one }) => one);
}

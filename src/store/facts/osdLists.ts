import type { Disk } from '../../api/contract/disks.ts';
import { CHUNK_ROWS, type Chunked } from '../../lib/chunked.ts';
import { naturalOrder } from '../../lib/natural.ts';
import { byLevel } from './level.ts';
import { type OsdLists, ofLists } from './ofLists.ts';
import { matchDisks, type OsdPlace, osdPlaces, unplacedOsd } from './osdJoin.ts';
import { type OsdParts, osdRow, type OsdRow } from './osdRow.ts';

/** A row as the lists alone tell it. */
export interface JoinedOsd {
  readonly parts: OsdParts;
  readonly row: OsdRow;
}

function* joining({ disks = [], crush }: OsdLists): Chunked<Join> {
  const places = yield* osdPlaces(crush);
  const placeOf = yield* matchDisks(places, disks);
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
  const joined = worstFirst(found, ({ row }) => row);
  if (found.length > CHUNK_ROWS) yield;
  return { joined, rows: joined.map(({ row }) => row) };
}

/** Both lists as one. */
interface Join {
  /** Worst first, then by host and number. */
  readonly joined: readonly JoinedOsd[];
  /** The rows of them. */
  readonly rows: readonly OsdRow[];
}

/** The join of both lists. */
export const osdJoin = ofLists(joining);

/** The last row made of a disk, or of a CRUSH node without one, and what else it was made of. */
const keptRows = new WeakMap<object, JoinedOsd>();

const sameParts = (a: OsdParts, b: OsdParts): boolean =>
  a.id === b.id &&
  a.osdId === b.osdId &&
  a.place?.node === b.place?.node &&
  a.place?.host === b.place?.host &&
  a.place?.stray === b.place?.stray;

/** A row is made again only when something of it changed: of ten thousand that is the case for a few at a time. */
function keptRow(parts: OsdParts): JoinedOsd {
  const whose = parts.disk ?? parts.place?.node;
  const kept = whose && keptRows.get(whose);
  if (kept && kept.parts.disk === parts.disk && sameParts(kept.parts, parts)) return kept;
  const joined = { parts, row: osdRow(parts, undefined) };
  if (whose) keptRows.set(whose, joined);
  // The row of the OSD as it was shown before its disk was known.
  if (parts.disk && parts.place) keptRows.delete(parts.place.node);
  return joined;
}

const diskName = (disk: Disk | undefined): string =>
  `disk.${disk?.id ?? `${disk?.hostname ?? ''}:${disk?.path ?? disk?.name ?? ''}`}`;

/**
 * Sorts by level, then by host and number. Hosts are ranked once: comparing their names for each pair of rows takes
 * most of a second for ten thousand.
 */
export function worstFirst<T>(rows: readonly T[], rowOf: (one: T) => OsdRow): readonly T[] {
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

import type { Disk } from '../../api/contract/disks.ts';
import { CHUNK_ROWS, type Chunked } from '../../lib/chunked.ts';
import { naturalOrder } from '../../lib/natural.ts';
import { byLevel } from './level.ts';
import { type OsdLists, memoizeByLists } from './listMemo.ts';
import { matchDisks, type CrushLocation, crushLocations, osdOutsideCrush } from './osdJoin.ts';
import { type OsdParts, osdRow, type OsdRow } from './osdRow.ts';

/** A row made from the lists alone, without the journal. */
export interface JoinedOsd {
  readonly parts: OsdParts;
  readonly row: OsdRow;
}

function* joinLists({ disks = [], crush }: OsdLists): Chunked<Join> {
  const locations = yield* crushLocations(crush);
  const locationOf = yield* matchDisks(locations, disks);
  const taken = new Set<string>();
  const found: JoinedOsd[] = [];
  const add = (disk: Disk | undefined, location: CrushLocation | undefined) => {
    const osdId = location?.osdId ?? osdOutsideCrush(disk, locations);
    const wanted = osdId === undefined ? diskName(disk) : `osd.${osdId}`;
    let id = wanted;
    for (let copy = 2; taken.has(id); copy++) id = `${wanted}#${copy}`;
    taken.add(id);
    found.push(keptRow({ id, osdId, disk, location }));
  };
  for (const [index, disk] of disks.entries()) {
    if (index % CHUNK_ROWS === CHUNK_ROWS - 1) yield;
    add(disk, locationOf.get(disk));
  }
  const matched = new Set(locationOf.values());
  for (const location of locations.values()) {
    if (matched.has(location)) continue;
    if (found.length % CHUNK_ROWS === CHUNK_ROWS - 1) yield;
    add(undefined, location);
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

/** The memoized join of both lists. */
export const osdJoin = memoizeByLists(joinLists);

/** The last row by disk, or by CRUSH node if it has no disk, with the parts from which it was made. */
const keptRows = new WeakMap<object, JoinedOsd>();

const sameParts = (a: OsdParts, b: OsdParts): boolean =>
  a.id === b.id &&
  a.osdId === b.osdId &&
  a.location?.node === b.location?.node &&
  a.location?.host === b.location?.host &&
  a.location?.fill === b.location?.fill &&
  a.location?.stray === b.location?.stray;

/** Reuses the last row if its parts are unchanged; of ten thousand rows, only a few change at a time. */
function keptRow(parts: OsdParts): JoinedOsd {
  const key = parts.disk ?? parts.location?.node;
  const kept = key && keptRows.get(key);
  if (kept && kept.parts.disk === parts.disk && sameParts(kept.parts, parts)) return kept;
  const joined = { parts, row: osdRow(parts, undefined) };
  if (key) keptRows.set(key, joined);
  // The row of the OSD without its disk is not needed any more.
  if (parts.disk && parts.location) keptRows.delete(parts.location.node);
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

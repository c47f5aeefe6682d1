import type { CrushMap, CrushNode } from '../../api/contract/crush.ts';
import type { Disk } from '../../api/contract/disks.ts';
import { isOsdDisk } from '../../diagnosis/evidence/osds.ts';
import { CHUNK_ROWS, type Chunked } from '../../lib/chunked.ts';
import { fillRatios, type FillState, fillStateOf, isOsd } from './node.ts';

/** The place of an OSD in the CRUSH map. */
export interface OsdPlace {
  readonly osdId: number;
  readonly node: CrushNode;
  /** The name of its host bucket; empty if it has none. */
  readonly host: string;
  readonly stray: boolean;
  /** The state of its usage (`fillStateOf`). */
  readonly fill: FillState | undefined;
}

/** The OSDs of the map by id. */
export function* osdPlaces(map: CrushMap | undefined): Chunked<ReadonlyMap<number, OsdPlace>> {
  const ratios = fillRatios(map);
  const hosts = new Map<number, string>();
  for (const node of map?.nodes ?? []) {
    if (node.type === 'HOST') for (const child of node.children ?? []) hosts.set(child, node.name ?? '');
  }
  const places = new Map<number, OsdPlace>();
  for (const [nodes, stray] of [
    [map?.nodes ?? [], false],
    [map?.stray ?? [], true],
  ] as const) {
    for (const node of nodes) {
      const osdId = node.id;
      if (osdId === undefined || !isOsd(node) || places.has(osdId)) continue;
      const fill = fillStateOf(node, ratios);
      places.set(osdId, { osdId, node, host: hosts.get(osdId) ?? '', stray, fill });
      if (places.size % CHUNK_ROWS === 0) yield;
    }
  }
  return places;
}

/** Matches OSDs and disks one to one: by the disk id in the CRUSH map, or else by the OSD id of the disk. */
export function* matchDisks(
  places: ReadonlyMap<number, OsdPlace>,
  disks: readonly Disk[],
): Chunked<ReadonlyMap<Disk, OsdPlace>> {
  const byId = new Map<number | undefined, Disk>();
  for (const disk of disks) byId.set(disk.id, disk);
  const placeOf = new Map<Disk, OsdPlace>();
  const placed = new Set<number>();
  const match = (disk: Disk | undefined, place: OsdPlace | undefined) => {
    if (disk === undefined || place === undefined || placeOf.has(disk) || placed.has(place.osdId)) return;
    placeOf.set(disk, place);
    placed.add(place.osdId);
  };
  let examined = 0;
  for (const place of places.values()) {
    if (++examined % CHUNK_ROWS === 0) yield;
    if (place.node.diskId !== undefined) match(byId.get(place.node.diskId), place);
  }
  for (const disk of disks) {
    if (++examined % CHUNK_ROWS === 0) yield;
    if (isOsdDisk(disk) && disk.osdId !== undefined) match(disk, places.get(disk.osdId));
  }
  return placeOf;
}

/** The id of the OSD that a disk reports but the CRUSH map does not contain. */
export const unplacedOsd = (
  disk: Disk | undefined,
  places: ReadonlyMap<number, OsdPlace>,
): number | undefined =>
  disk?.osdId !== undefined && isOsdDisk(disk) && !places.has(disk.osdId) ? disk.osdId : undefined;

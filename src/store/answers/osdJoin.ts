import type { CrushMap, CrushNode } from '../../api/contract/crush.ts';
import type { Disk } from '../../api/contract/disks.ts';
import { isOsdDisk } from '../../diagnosis/evidence/osds.ts';
import { CHUNK_ROWS, type Chunked } from '../../lib/chunked.ts';
import { fillRatios, type FillState, fillStateOf, isOsd } from './node.ts';

/** The location of an OSD in the CRUSH map. */
export interface CrushLocation {
  readonly osdId: number;
  readonly node: CrushNode;
  /** The name of its host bucket; empty if it has none. */
  readonly host: string;
  readonly stray: boolean;
  /** The state of its usage (`fillStateOf`). */
  readonly fill: FillState | undefined;
}

/** The OSDs of the map by id. */
export function* crushLocations(map: CrushMap | undefined): Chunked<ReadonlyMap<number, CrushLocation>> {
  const ratios = fillRatios(map);
  const hosts = new Map<number, string>();
  for (const node of map?.nodes ?? []) {
    if (node.type === 'HOST') for (const child of node.children ?? []) hosts.set(child, node.name ?? '');
  }
  const locations = new Map<number, CrushLocation>();
  for (const [nodes, stray] of [
    [map?.nodes ?? [], false],
    [map?.stray ?? [], true],
  ] as const) {
    for (const node of nodes) {
      const osdId = node.id;
      if (osdId === undefined || !isOsd(node) || locations.has(osdId)) continue;
      const fill = fillStateOf(node, ratios);
      locations.set(osdId, { osdId, node, host: hosts.get(osdId) ?? '', stray, fill });
      if (locations.size % CHUNK_ROWS === 0) yield;
    }
  }
  return locations;
}

/** Matches OSDs and disks one to one: by the disk id in the CRUSH map, or else by the OSD id of the disk. */
export function* matchDisks(
  locations: ReadonlyMap<number, CrushLocation>,
  disks: readonly Disk[],
): Chunked<ReadonlyMap<Disk, CrushLocation>> {
  const byId = new Map<number | undefined, Disk>();
  for (const disk of disks) byId.set(disk.id, disk);
  const locationOf = new Map<Disk, CrushLocation>();
  const matched = new Set<number>();
  const match = (disk: Disk | undefined, location: CrushLocation | undefined) => {
    if (disk === undefined || location === undefined || locationOf.has(disk) || matched.has(location.osdId))
      return;
    locationOf.set(disk, location);
    matched.add(location.osdId);
  };
  let examined = 0;
  for (const location of locations.values()) {
    if (++examined % CHUNK_ROWS === 0) yield;
    if (location.node.diskId !== undefined) match(byId.get(location.node.diskId), location);
  }
  for (const disk of disks) {
    if (++examined % CHUNK_ROWS === 0) yield;
    if (isOsdDisk(disk) && disk.osdId !== undefined) match(disk, locations.get(disk.osdId));
  }
  return locationOf;
}

/** The id of the OSD that a disk reports but the CRUSH map does not contain. */
export const osdOutsideCrush = (
  disk: Disk | undefined,
  locations: ReadonlyMap<number, CrushLocation>,
): number | undefined =>
  disk?.osdId !== undefined && isOsdDisk(disk) && !locations.has(disk.osdId) ? disk.osdId : undefined;

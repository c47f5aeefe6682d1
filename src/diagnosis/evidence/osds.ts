import type { CrushNode } from '../../api/contract/crush.ts';
import type { Disk } from '../../api/contract/disks.ts';
import { type Chunked, CHUNK_ROWS, finishNow } from '../../lib/chunked.ts';
import type { ClusterSnapshot } from '../snapshot.ts';

/** An OSD as map and disks tell of it. */
export interface OsdState {
  readonly id: number;
  /** `osd.7`. */
  readonly name: string;
  readonly up: boolean;
  readonly in: boolean;
  /** The server that it is on; empty where that is not known. */
  readonly host: string;
  readonly deviceClass: string;
  readonly disk: Disk | undefined;
  /** The places that it is in, the nearest first. */
  readonly places: readonly Place[];
}

/** A part of the hierarchy: a server, a rack, a room. */
export interface Place {
  readonly name: string;
  /** `HOST`, `RACK`, … */
  readonly type: string;
  readonly osds: OsdState[];
  readonly hosts: Set<string>;
}

/** The OSDs of a cluster and the places that they are in. */
export interface OsdInventory {
  readonly osds: ReadonlyMap<number, OsdState>;
  readonly places: readonly Place[];
  /** OSDs that are not up. */
  readonly notUp: readonly OsdState[];
}

/** The id of an OSD by the name of its daemon, `osd.7`; undefined for everything else that has a name. */
export function osdIdOf(name: string): number | undefined {
  const id = /^osd\.(\d+)$/.exec(name)?.[1];
  return id === undefined ? undefined : Number(id);
}

/** Ceph's bucket types make eleven levels; what hangs deeper in a hostile map is left out. */
const MAX_DEPTH = 32;

/**
 * Joins the map with the disks: by far the longest part of the work on a large cluster, and the same until one of them changes.
 * Destroyed OSDs are left out, and the roots: what is wrong with all is in no place.
 */
export const readOsds = (lists: OsdSources): OsdInventory => finishNow(readingOsds(lists));

/** The answers that an inventory is made of. */
type OsdSources = Pick<ClusterSnapshot, 'crush' | 'disks'>;

/** Joins them chunk by chunk. */
export function* readingOsds({ crush, disks }: OsdSources): Chunked<OsdInventory> {
  const nodes = [...(crush?.nodes ?? []), ...(crush?.stray ?? [])];
  const parents = parentsOf(nodes);
  if (nodes.length > CHUNK_ROWS) yield;
  const diskOf = new Map<number, Disk>();
  for (const disk of disks ?? []) if (disk.osdId !== undefined) diskOf.set(disk.osdId, disk);
  if (diskOf.size > CHUNK_ROWS) yield;
  const places = new Map<CrushNode, Place>();
  const osds = new Map<number, OsdState>();
  // Thousands of OSDs share a few surroundings.
  const surroundings = new Map<CrushNode | undefined, Surroundings>();
  const around = (parent: CrushNode | undefined): Surroundings => {
    const known = surroundings.get(parent) ?? surroundingsOf(parent, parents, places);
    surroundings.set(parent, known);
    return known;
  };
  for (const node of nodes) {
    if (node.id === undefined || node.id < 0 || node.status === 'DESTROYED') continue;
    const { places: own, host: named } = around(parents.get(node.id));
    const disk = diskOf.get(node.id);
    const host = named ?? disk?.hostname ?? '';
    const osd: OsdState = {
      id: node.id,
      name: `osd.${node.id}`,
      up: node.status === 'UP',
      in: (node.reweight ?? 1) > 0,
      host,
      deviceClass: node.deviceClass ?? disk?.deviceClass ?? '',
      disk,
      places: own,
    };
    osds.set(osd.id, osd);
    if (osds.size % CHUNK_ROWS === 0) yield;
    for (const place of own) {
      place.osds.push(osd);
      if (named === undefined) place.hosts.add(host);
    }
  }
  return { osds, places: [...places.values()], notUp: [...osds.values()].filter(({ up }) => !up) };
}

function parentsOf(nodes: readonly CrushNode[]): ReadonlyMap<number, CrushNode> {
  const parents = new Map<number, CrushNode>();
  for (const node of nodes) {
    for (const child of node.children ?? []) if (!parents.has(child)) parents.set(child, node);
  }
  return parents;
}

/** A node and what it hangs in, the nearest first. */
function upwards(from: CrushNode | undefined, parents: ReadonlyMap<number, CrushNode>): readonly CrushNode[] {
  const found: CrushNode[] = [];
  for (let node = from; node !== undefined && found.length < MAX_DEPTH;) {
    found.push(node);
    node = node.id === undefined ? undefined : parents.get(node.id);
  }
  return found;
}

/** The places above an OSD, the nearest first, and the name of the server among them. */
interface Surroundings {
  readonly places: readonly Place[];
  readonly host: string | undefined;
}

function surroundingsOf(
  parent: CrushNode | undefined,
  parents: ReadonlyMap<number, CrushNode>,
  known: Map<CrushNode, Place>,
): Surroundings {
  const places = upwards(parent, parents).flatMap((node) => placeOf(known, node) ?? []);
  const host = places.find(({ type }) => type === 'HOST')?.name;
  if (host !== undefined) for (const place of places) place.hosts.add(host);
  return { places, host };
}

function placeOf(places: Map<CrushNode, Place>, node: CrushNode): Place | undefined {
  const { name = '', type = 'UNKNOWN' } = node;
  if (type === 'ROOT') return undefined;
  let place = places.get(node);
  if (place === undefined) places.set(node, (place = { name, type, osds: [], hosts: new Set() }));
  return place;
}

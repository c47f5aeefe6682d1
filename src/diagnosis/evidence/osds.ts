import type { CrushNode } from '../../api/contract/crush.ts';
import type { Disk } from '../../api/contract/disks.ts';
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
export function readOsds({ crush, disks }: Pick<ClusterSnapshot, 'crush' | 'disks'>): OsdInventory {
  const nodes = [...(crush?.nodes ?? []), ...(crush?.stray ?? [])];
  const parents = parentsOf(nodes);
  const diskOf = new Map(disks?.flatMap((disk) => (disk.osdId === undefined ? [] : [[disk.osdId, disk]])));
  const places = new Map<CrushNode, Place>();
  const osds = new Map<number, OsdState>();
  // Thousands of OSDs share a few lists.
  const above = new Map<CrushNode | undefined, readonly Place[]>();
  const placesAbove = (parent: CrushNode | undefined): readonly Place[] => {
    const known = above.get(parent) ?? upwards(parent, parents).flatMap((one) => placeOf(places, one) ?? []);
    above.set(parent, known);
    return known;
  };
  for (const node of nodes) {
    if (node.id === undefined || node.id < 0 || node.status === 'DESTROYED') continue;
    const own = placesAbove(parents.get(node.id));
    const disk = diskOf.get(node.id);
    const host = own.find(({ type }) => type === 'HOST')?.name ?? disk?.hostname ?? '';
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
    for (const place of own) {
      place.osds.push(osd);
      place.hosts.add(host);
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

function placeOf(places: Map<CrushNode, Place>, node: CrushNode): Place | undefined {
  const { name = '', type = 'UNKNOWN' } = node;
  if (type === 'ROOT') return undefined;
  let place = places.get(node);
  if (place === undefined) places.set(node, (place = { name, type, osds: [], hosts: new Set() }));
  return place;
}

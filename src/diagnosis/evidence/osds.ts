import type { CrushNode } from '../../api/contract/crush.ts';
import type { Disk } from '../../api/contract/disks.ts';
import { type Chunked, CHUNK_ROWS, finishNow } from '../../lib/chunked.ts';
import type { ClusterSnapshot } from '../snapshot.ts';

/** An OSD, according to the CRUSH map and the disks. */
export interface OsdState {
  readonly id: number;
  /** `osd.7`. */
  readonly name: string;
  readonly up: boolean;
  readonly in: boolean;
  /** Its data is lost for good, and its id waits for another disk. */
  readonly destroyed?: true;
  /** The name of its server; empty if unknown. */
  readonly host: string;
  readonly deviceClass: string;
  /** The share of its capacity that is used, from 0 to 1; undefined if unknown. */
  readonly usedShare: number | undefined;
  readonly disk: Disk | undefined;
  /** The places that contain it, nearest first. */
  readonly places: readonly Place[];
}

/** A bucket of the CRUSH hierarchy: a server, a rack, a room. */
export interface Place {
  readonly name: string;
  /** `HOST`, `RACK`, … */
  readonly type: string;
  readonly osds: OsdState[];
  readonly hosts: Set<string>;
}

/** The OSDs of a cluster and the places that contain them. */
export interface OsdInventory {
  readonly osds: ReadonlyMap<number, OsdState>;
  readonly places: readonly Place[];
  /** The CRUSH roots. They are no places of an OSD, since a problem of all OSDs has no particular place. */
  readonly roots: readonly Place[];
  readonly notUp: readonly OsdState[];
}

/** The id in the name of an OSD daemon, `osd.7`; undefined for any other name. */
export function osdIdOf(name: string): number | undefined {
  const id = /^osd\.(\d+)$/.exec(name)?.[1];
  return id === undefined ? undefined : Number(id);
}

/** True for a disk that currently has an OSD; a former one keeps its OSD id for a while, with the role old_osd. */
export const isOsdDisk = ({ role, osdId }: Disk): boolean =>
  role === 'osd' || (role === undefined && osdId !== undefined);

/**
 * The maximum depth of the hierarchy. Ceph's bucket types make eleven levels; deeper ones of a hostile map are ignored.
 */
const MAX_DEPTH = 32;

/**
 * Joins the CRUSH map with the disks. On a large cluster this is by far the slowest step of a diagnosis, so callers
 * should reuse the result until map or disks change. Destroyed OSDs are left out once they are out, when nothing is missed of
 * them any more, and so are those outside the hierarchy that are not up and that no server knows: they have never run. CRUSH
 * roots are left out as well, since a problem of all OSDs has no particular place.
 */
export const readOsds = (lists: InventoryLists): OsdInventory => finishNow(readOsdsInChunks(lists));

/** The answers from which an inventory is made. */
type InventoryLists = Pick<ClusterSnapshot, 'crush' | 'disks'>;

/** The same as a generator that pauses after each chunk. */
export function* readOsdsInChunks({ crush, disks }: InventoryLists): Chunked<OsdInventory> {
  const nodes = [...(crush?.nodes ?? []), ...(crush?.stray ?? [])];
  const strays = new Set(crush?.stray);
  const parents = parentsOf(nodes);
  if (nodes.length > CHUNK_ROWS) yield;
  const diskOf = new Map<number, Disk>();
  for (const disk of disks ?? [])
    if (disk.osdId !== undefined && isOsdDisk(disk)) diskOf.set(disk.osdId, disk);
  if (diskOf.size > CHUNK_ROWS) yield;
  const places = new Map<CrushNode, Place>();
  const osds = new Map<number, OsdState>();
  // The ancestries by parent, which thousands of OSDs share.
  const ancestries = new Map<CrushNode | undefined, Ancestry>();
  const ancestryAbove = (parent: CrushNode | undefined): Ancestry => {
    const known = ancestries.get(parent) ?? ancestryOf(parent, parents, places);
    ancestries.set(parent, known);
    return known;
  };
  for (const node of nodes) {
    if (node.id === undefined || node.id < 0) continue;
    const isIn = (node.reweight ?? 1) > 0;
    const destroyed = node.status === 'DESTROYED';
    if (destroyed && !isIn) continue;
    const { above, places: own, host: bucketHost } = ancestryAbove(parents.get(node.id));
    const disk = diskOf.get(node.id);
    const host = bucketHost ?? disk?.hostname ?? '';
    if (strays.has(node) && node.status !== 'UP' && host === '') continue;
    const osd: OsdState = {
      id: node.id,
      name: `osd.${node.id}`,
      up: node.status === 'UP',
      in: isIn,
      ...(destroyed && { destroyed }),
      host,
      deviceClass: node.deviceClass ?? disk?.deviceClass ?? '',
      usedShare: shareOf(node),
      disk,
      places: own,
    };
    osds.set(osd.id, osd);
    if (osds.size % CHUNK_ROWS === 0) yield;
    for (const place of above) {
      place.osds.push(osd);
      if (bucketHost === undefined) place.hosts.add(host);
    }
  }
  const buckets = [...places.values()];
  return {
    osds,
    places: buckets.filter((one) => !isRoot(one)),
    roots: buckets.filter(isRoot),
    notUp: [...osds.values()].filter(({ up }) => !up),
  };
}

const isRoot = ({ type }: Place): boolean => type === 'ROOT';

/** A size of 0 is not reported yet. */
const shareOf = ({ used, size }: CrushNode): number | undefined =>
  used === undefined || !size ? undefined : used / size;

function parentsOf(nodes: readonly CrushNode[]): ReadonlyMap<number, CrushNode> {
  const parents = new Map<number, CrushNode>();
  for (const node of nodes) {
    for (const child of node.children ?? []) if (!parents.has(child)) parents.set(child, node);
  }
  return parents;
}

/** A node and its ancestors, nearest first. */
function upwards(from: CrushNode | undefined, parents: ReadonlyMap<number, CrushNode>): readonly CrushNode[] {
  const found: CrushNode[] = [];
  for (let node = from; node !== undefined && found.length < MAX_DEPTH;) {
    found.push(node);
    node = node.id === undefined ? undefined : parents.get(node.id);
  }
  return found;
}

/** The buckets above an OSD, nearest first, and the name of the host among them. */
interface Ancestry {
  readonly above: readonly Place[];
  /** The same without roots. */
  readonly places: readonly Place[];
  readonly host: string | undefined;
}

function ancestryOf(
  parent: CrushNode | undefined,
  parents: ReadonlyMap<number, CrushNode>,
  known: Map<CrushNode, Place>,
): Ancestry {
  const above = upwards(parent, parents).map((node) => placeOf(known, node));
  const host = above.find(({ type }) => type === 'HOST')?.name;
  if (host !== undefined) for (const place of above) place.hosts.add(host);
  return { above, places: above.filter((place) => !isRoot(place)), host };
}

function placeOf(places: Map<CrushNode, Place>, node: CrushNode): Place {
  const { name = '', type = 'UNKNOWN' } = node;
  let place = places.get(node);
  if (place === undefined) places.set(node, (place = { name, type, osds: [], hosts: new Set() }));
  return place;
}

import type { CrushBucket, BucketType, Osd, Topology } from '../model/topology.ts';

/** The type of node over which the copies of a placement group are spread. */
export type FailureDomain = 'osd' | BucketType;

/** The CRUSH hierarchy: its buckets by id, each bucket before its children. */
export type CrushTree = ReadonlyMap<number, CrushBucket>;

/** The definition of a bucket. Children with ids from 0 on are OSDs. */
export interface CrushBucketPlan {
  readonly id: number;
  readonly name: string;
  readonly type: BucketType;
  readonly children: readonly number[];
}

const ROOT_ID = -1;

/** The initial hierarchy, which follows the hardware: racks below one root, hosts below racks. */
export function planTree({ racks, hosts }: Pick<Topology, 'racks' | 'hosts'>): CrushBucketPlan[] {
  const rackId = (index: number) => ROOT_ID - 1 - index;
  const hostId = (index: number) => rackId(racks.length) - index;
  return [
    { id: ROOT_ID, name: 'default', type: 'root', children: racks.map(({ index }) => rackId(index)) },
    ...racks.map((rack): CrushBucketPlan => ({
      id: rackId(rack.index),
      name: rack.name,
      type: 'rack',
      children: rack.hosts.map(({ index }) => hostId(index)),
    })),
    ...hosts.map((host): CrushBucketPlan => ({
      id: hostId(host.index),
      name: host.name,
      type: 'host',
      children: host.osds.map(({ id }) => id),
    })),
  ];
}

/** Builds the hierarchy and sets the bucket of each OSD. OSDs that are in no bucket stay outside. */
export function buildTree(plans: readonly CrushBucketPlan[], osds: readonly Osd[]): CrushTree {
  const made = new Map(
    plans.map(({ id, name, type }): [number, CrushBucket] => [
      id,
      { id, name, type, parent: undefined, buckets: [], osds: [] },
    ]),
  );
  for (const osd of osds) osd.bucket = undefined;
  for (const { id, children } of plans) {
    const bucket = made.get(id)!;
    for (const child of children) {
      if (child >= 0) moveOsd(osds[child]!, bucket);
      else {
        made.get(child)!.parent = bucket;
        bucket.buckets.push(made.get(child)!);
      }
    }
  }
  const tree = new Map<number, CrushBucket>();
  for (const bucket of made.values()) {
    if (bucket.parent === undefined) for (const below of bucketsOf(bucket)) tree.set(below.id, below);
  }
  return tree;
}

/** The definitions of all buckets of a hierarchy. */
export const plansOf = (tree: CrushTree): CrushBucketPlan[] =>
  Array.from(tree.values(), ({ id, name, type, buckets, osds }) => ({
    id,
    name,
    type,
    children: [...buckets, ...osds].map((child) => child.id),
  }));

/** Moves an OSD into a bucket. */
export function moveOsd(osd: Osd, bucket: CrushBucket): void {
  const siblings = osd.bucket?.osds;
  if (siblings !== undefined) siblings.splice(siblings.indexOf(osd), 1);
  osd.bucket = bucket;
  bucket.osds.push(osd);
}

/** The bucket and all buckets below it, each before its children. */
function* bucketsOf(bucket: CrushBucket): Generator<CrushBucket> {
  yield bucket;
  for (const below of bucket.buckets) yield* bucketsOf(below);
}

/** All OSDs below a bucket. */
export function* osdsBelow(bucket: CrushBucket): Generator<Osd> {
  yield* bucket.osds;
  for (const below of bucket.buckets) yield* osdsBelow(below);
}

/** The buckets that contain an OSD, from its own bucket up to the root. */
export function* bucketsAbove({ bucket }: Pick<Osd, 'bucket'>): Generator<CrushBucket> {
  for (let above = bucket; above !== undefined; above = above.parent) yield above;
}

/**
 * The location of an OSD, or of a bucket's content, as the monitors write it: `root=default,rack=rack1,host=stor-01`.
 */
export const location = (node: Pick<Osd, 'bucket'>): string =>
  Array.from(bucketsAbove(node), ({ type, name }) => `${type}=${name}`)
    .toReversed()
    .join(',');

export const bucketNamed = (tree: CrushTree, name: string): CrushBucket | undefined =>
  [...tree.values()].find((bucket) => bucket.name === name);

import type { CrushBucket, BucketType, Osd, Topology } from '../topology.ts';

/** Over what the copies of a placement group are spread. */
export type FailureDomain = 'osd' | BucketType;

/** The CRUSH hierarchy: its buckets by id, each root before what is below it. */
export type CrushTree = ReadonlyMap<number, CrushBucket>;

/** The parts that a bucket is made from; children with ids from 0 on are OSDs. */
export interface CrushBucketPlan {
  readonly id: number;
  readonly name: string;
  readonly type: BucketType;
  readonly children: readonly number[];
}

const ROOT_ID = -1;

/** The hierarchy that follows the hardware: racks below one root, hosts below them. */
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

/** Builds the hierarchy and tells each OSD its place; those that no bucket names stand outside. */
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
      if (child >= 0) hang(osds[child]!, bucket);
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

/** The plans that the hierarchy would be made from. */
export const plansOf = (tree: CrushTree): CrushBucketPlan[] =>
  Array.from(tree.values(), ({ id, name, type, buckets, osds }) => ({
    id,
    name,
    type,
    children: [...buckets, ...osds].map((child) => child.id),
  }));

/** Moves an OSD below a bucket. */
export function hang(osd: Osd, bucket: CrushBucket): void {
  const before = osd.bucket?.osds;
  if (before !== undefined) before.splice(before.indexOf(osd), 1);
  osd.bucket = bucket;
  bucket.osds.push(osd);
}

/** The bucket and all buckets below it, each before those which it contains. */
function* bucketsOf(bucket: CrushBucket): Generator<CrushBucket> {
  yield bucket;
  for (const below of bucket.buckets) yield* bucketsOf(below);
}

/** All OSDs below a bucket. */
export function* osdsBelow(bucket: CrushBucket): Generator<Osd> {
  yield* bucket.osds;
  for (const below of bucket.buckets) yield* osdsBelow(below);
}

/** The buckets that an OSD is in, from the one that holds it up to its root. */
export function* bucketsAbove({ bucket }: Pick<Osd, 'bucket'>): Generator<CrushBucket> {
  for (let above = bucket; above !== undefined; above = above.parent) yield above;
}

/** `root=default,rack=rack1,host=stor-01`, as the monitors name a place; of an OSD, or of what a bucket is in. */
export const location = (place: Pick<Osd, 'bucket'>): string =>
  Array.from(bucketsAbove(place), ({ type, name }) => `${type}=${name}`)
    .toReversed()
    .join(',');

export const bucketNamed = (tree: CrushTree, name: string): CrushBucket | undefined =>
  [...tree.values()].find((bucket) => bucket.name === name);

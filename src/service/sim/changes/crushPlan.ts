import type { Input } from '../../../api/contract/index.ts';
import { Refusal } from '../../engine.ts';
import { BUCKET_TYPES, type Bucket, type BucketPlan, type BucketType } from '../crushTree.ts';
import type { Model } from '../model.ts';
import { DEVICE_CLASSES, type DeviceClass, type Osd } from '../topology.ts';

export type WantedMap = Input<'changeCrushMap'>['body'];
type Node = WantedMap['nodes'][number];

/** An OSD as a wanted map has it. */
export interface OsdPlan {
  readonly osd: Osd;
  /** 0 is out. */
  readonly reweight: number;
  readonly deviceClass: DeviceClass;
}

/** A whole CRUSH map that could take the place of the present one. */
export interface CrushPlan {
  readonly buckets: readonly BucketPlan[];
  readonly osds: readonly OsdPlan[];
}

/** Names of buckets that Ceph accepts. */
const NAME = /^[A-Za-z0-9_.-]+$/;

/**
 * Reads a map that is asked for against the present one. A field that is left out stays as it is; size, use,
 * status, disk and server of a node are not the map's to change and are not looked at.
 * @throws Refusal 400 for a map that cannot be, 409 for one that takes away what a rule starts from
 */
export function readPlan(model: Model, wanted: WantedMap): CrushPlan {
  const { nodes, stray = [] } = wanted;
  const known = new Set<number>();
  for (const { id } of [...nodes, ...stray]) {
    if (known.has(id)) throw new Refusal(400, `the node ${id} stands twice in the map: name each node once`);
    known.add(id);
  }
  const buckets = nodes.filter(({ id }) => id < 0).map((node) => readBucket(node, model.crush.get(node.id)));
  const leaves = nodes.filter(({ id }) => id >= 0);
  const osds = [...leaves, ...stray].map((node) => readOsd(model, node));
  requireAllOsds(model, known, wanted.stray === undefined);
  requireNames(buckets);
  const parents = readParents(buckets, known);
  for (const bucket of buckets) requireSmaller(bucket, parents.get(bucket.id));
  for (const { id } of leaves) {
    if (!parents.has(id))
      throw new Refusal(
        400,
        `osd.${id} stands in nodes but below no bucket: put it below a host, or into stray`,
      );
  }
  for (const { id } of stray) {
    const parent = parents.get(id);
    if (parent !== undefined)
      throw new Refusal(400, `osd.${id} stands in stray and below ${parent.name}: choose one of the two`);
  }
  requireRoots(model, buckets);
  return { buckets, osds };
}

function readBucket(node: Node, before: Bucket | undefined): BucketPlan {
  const { id, name = before?.name, children } = node;
  const type = node.type?.toLowerCase() ?? before?.type;
  if (name === undefined || type === undefined)
    throw new Refusal(400, `the bucket ${id} is new: give it a name and a type`);
  if (!isBucketType(type)) {
    const types = BUCKET_TYPES.join(', ').toUpperCase();
    throw new Refusal(
      400,
      `the bucket ${name} has the type ${JSON.stringify(node.type)}: choose one of ${types}`,
    );
  }
  if (before !== undefined && before.type !== type)
    throw new Refusal(
      400,
      `the bucket ${before.name} is a ${before.type} and stays one: add a new bucket instead`,
    );
  const kept = [...(before?.buckets ?? []), ...(before?.osds ?? [])].map((child) => child.id);
  return { id, name, type, children: children ?? kept };
}

const isBucketType = (word: string): word is BucketType => (BUCKET_TYPES as readonly string[]).includes(word);

/** As the map shows it. */
export const reweightOf = (osd: Osd): number => (osd.in ? osd.reweight : 0);

function readOsd({ osds }: Model, node: Node): OsdPlan {
  const { id, name = `osd.${id}`, type = 'OSD', children = [] } = node;
  const osd = osds[id];
  if (osd === undefined) throw new Refusal(400, `there is no osd.${id}: the map cannot add OSDs`);
  if (name !== `osd.${id}`)
    throw new Refusal(400, `osd.${id} keeps its name: it cannot be ${JSON.stringify(name)}`);
  if (type !== 'OSD' || children.length > 0)
    throw new Refusal(400, `osd.${id} is a device: it has the type OSD and no children`);
  const { reweight = reweightOf(osd), deviceClass = osd.deviceClass } = node;
  if (!(reweight >= 0 && reweight <= 1))
    throw new Refusal(400, `the reweight of osd.${id} must be 0 (out) to 1, not ${reweight}`);
  const known = DEVICE_CLASSES.find((word) => word === deviceClass);
  if (known === undefined)
    throw new Refusal(400, `the device class of osd.${id} must be one of ${DEVICE_CLASSES.join(', ')}`);
  return { osd, reweight: osd.destroyed ? 0 : reweight, deviceClass: known };
}

/** Those that stand outside now may be left out where the map says nothing of what stands outside. */
function requireAllOsds({ osds }: Model, known: ReadonlySet<number>, strayOmitted: boolean): void {
  const missing = osds.find(({ id, bucket }) => !known.has(id) && !(strayOmitted && bucket === undefined));
  if (missing !== undefined)
    throw new Refusal(400, `osd.${missing.id} is missing: name every OSD, in nodes or in stray`);
}

function requireNames(buckets: readonly BucketPlan[]): void {
  const names = new Set<string>();
  for (const { name } of buckets) {
    if (!NAME.test(name) || /^osd\.\d+$/.test(name))
      throw new Refusal(
        400,
        `a bucket cannot be named ${JSON.stringify(name)}: use letters, digits, _, . and -`,
      );
    if (names.has(name)) throw new Refusal(400, `two buckets are named ${name}: give each its own name`);
    names.add(name);
  }
}

/** The bucket that each node stands below. */
function readParents(buckets: readonly BucketPlan[], known: ReadonlySet<number>): Map<number, BucketPlan> {
  const parents = new Map<number, BucketPlan>();
  for (const bucket of buckets) {
    for (const child of bucket.children) {
      if (!known.has(child))
        throw new Refusal(400, `${bucket.name} contains the node ${child}, which is not in the map`);
      const other = parents.get(child);
      if (other !== undefined)
        throw new Refusal(
          400,
          `the node ${child} stands below ${other.name} and below ${bucket.name}: choose one`,
        );
      parents.set(child, bucket);
    }
  }
  for (const { id, name } of buckets) {
    const above = new Set<number>();
    for (let up = parents.get(id); up !== undefined && !above.has(up.id); up = parents.get(up.id))
      above.add(up.id);
    if (above.has(id)) throw new Refusal(400, `the bucket ${name} would contain itself: break the circle`);
  }
  return parents;
}

/** Buckets contain only what is smaller. */
function requireSmaller({ name, type }: BucketPlan, parent: BucketPlan | undefined): void {
  if (parent !== undefined && BUCKET_TYPES.indexOf(type) >= BUCKET_TYPES.indexOf(parent.type))
    throw new Refusal(400, `${name} is a ${type} and cannot stand below ${parent.name}, a ${parent.type}`);
}

function requireRoots({ rules, crush }: Model, buckets: readonly BucketPlan[]): void {
  for (const { name, takes } of rules) {
    const lost = takes.find(({ root }) => buckets.every(({ id }) => id !== root));
    if (lost === undefined) continue;
    const bucket = crush.get(lost.root)?.name;
    throw new Refusal(
      409,
      `the CRUSH rule ${name} starts from ${bucket}: keep that bucket, or delete the rule first`,
    );
  }
}

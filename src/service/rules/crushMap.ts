import { NODE_TYPES } from '../../api/contract/crush.ts';
import {
  wantedHierarchy,
  type Hierarchy,
  type HierarchyNode,
  type WantedMap,
  type WantedNode,
} from '../crushHierarchy.ts';
import { refuseName } from './names.ts';
import { badRequest, conflict, type Refused } from './refused.ts';

const BUCKET_TYPES = NODE_TYPES.filter((type) => type !== 'OSD' && type !== 'UNKNOWN');
const isBucketType = (type: string): boolean => BUCKET_TYPES.some((known) => known.toLowerCase() === type);

/** The number of nodes that one map may add, so that checking and storing it does not delay other clients. */
const MAX_ADDED = 10_000;

/** Refuses a CRUSH map that is not a valid hierarchy of exactly the OSDs that exist. */
export function refuseCrushMap(wanted: WantedMap, present: Hierarchy): Refused | undefined {
  const asked = [...wanted.nodes, ...(wanted.stray ?? [])];
  if (asked.length > present.nodes.size + MAX_ADDED)
    return badRequest(
      `the map lists ${asked.length} nodes, but the cluster has ${present.nodes.size}: add at most ${MAX_ADDED} at a time`,
    );
  const known = new Set<number>();
  for (const { id } of asked) {
    if (known.has(id)) return badRequest(`the node ${id} is listed twice: list each node once`);
    known.add(id);
  }
  const hierarchy = wantedHierarchy(wanted, present);
  const nodes = [...hierarchy.nodes.values()];
  return (
    first(asked, (node) => refuseNode(node, present.nodes.get(node.id))) ??
    first([...present.nodes.values()], ({ id, name }) =>
      id >= 0 && !hierarchy.nodes.has(id)
        ? badRequest(`${name} is missing: put it into a bucket or the list of strays`)
        : undefined,
    ) ??
    refuseSameNames(nodes) ??
    first(nodes, (node) =>
      first(node.children, (child) => refuseChild(node, hierarchy.nodes.get(child), child)),
    ) ??
    refuseTwoParents(hierarchy) ??
    first(nodes, (node) => refuseMisplaced(node, hierarchy))
  );
}

function first<T>(items: readonly T[], check: (item: T) => Refused | undefined): Refused | undefined {
  for (const item of items) {
    const refused = check(item);
    if (refused) return refused;
  }
  return undefined;
}

/** Refuses a node that is invalid by itself. */
function refuseNode(node: WantedNode, present: HierarchyNode | undefined): Refused | undefined {
  if (node.id < 0)
    return present ? (refuseType(node, present) ?? refuseBucketName(node, present)) : refuseNewBucket(node);
  if (present === undefined) return badRequest(`there is no osd.${node.id}: a map cannot add OSDs`);
  if ((node.name ?? present.name) !== present.name || (node.children ?? []).length > 0)
    return badRequest(`${present.name} is an OSD: it cannot be renamed or contain other nodes`);
  const { reweight = present.reweight, deviceClass = present.deviceClass } = node;
  if (!(reweight >= 0 && reweight <= 1))
    return badRequest(`the reweight of ${present.name} must be 0 (out) to 1, not ${reweight}`);
  const isNewClass = deviceClass !== '' && deviceClass !== present.deviceClass;
  return refuseType(node, present) ?? (isNewClass ? refuseName('a device class', deviceClass) : undefined);
}

const refuseType = ({ type }: WantedNode, present: HierarchyNode): Refused | undefined =>
  type === undefined || type === 'UNKNOWN' || type.toLowerCase() === present.type
    ? undefined
    : badRequest(`${present.name} is a ${present.type}: its type cannot be changed`);

function refuseNewBucket(node: WantedNode): Refused | undefined {
  const { id, name, type } = node;
  if (name === undefined || type === undefined)
    return badRequest(`the bucket ${name ?? id} is new: give it a name and a type`);
  if (!isBucketType(type.toLowerCase()))
    return badRequest(
      `a bucket cannot have the type ${JSON.stringify(type)}: choose one of ${BUCKET_TYPES.join(', ')}`,
    );
  return refuseBucketName(node, undefined);
}

/** Refuses the new name of a bucket. An existing bucket keeps its name, whatever characters it has. */
function refuseBucketName({ name }: WantedNode, present: HierarchyNode | undefined): Refused | undefined {
  if (name === undefined || name === present?.name) return undefined;
  if (/^osd\.\d+$/.test(name))
    return badRequest(`a bucket cannot have the name of an OSD, ${JSON.stringify(name)}`);
  return refuseName('a bucket', name);
}

function refuseSameNames(nodes: readonly HierarchyNode[]): Refused | undefined {
  const names = new Set<string>();
  for (const { name } of nodes) {
    if (names.has(name)) return badRequest(`two nodes are named ${name}: names must be unique`);
    names.add(name);
  }
  return undefined;
}

/**
 * Position of a node's type in NODE_TYPES, in which types nearer to the root come later. It is -1 for the cluster's
 * own types, which may be anywhere in the hierarchy.
 */
const rankOf = ({ type }: HierarchyNode): number =>
  (NODE_TYPES as readonly string[]).indexOf(type.toUpperCase());

function refuseChild(
  bucket: HierarchyNode,
  child: HierarchyNode | undefined,
  id: number,
): Refused | undefined {
  if (child === undefined)
    return badRequest(`${bucket.name} contains the node ${id}, which is not in the map`);
  if (child === bucket) return badRequest(`the bucket ${bucket.name} would contain itself`);
  const [outer, inner] = [rankOf(bucket), rankOf(child)];
  return outer >= 0 && inner >= 0 && inner >= outer
    ? badRequest(`${child.name} is a ${child.type} and cannot be in the ${bucket.type} ${bucket.name}`)
    : undefined;
}

/** Refuses a hierarchy in which two buckets contain the same node. */
export function refuseTwoParents({ nodes }: Pick<Hierarchy, 'nodes'>): Refused | undefined {
  const holders = new Map<number, string>();
  for (const { name, children } of nodes.values()) {
    for (const child of children) {
      const other = holders.get(child);
      const label = nodes.get(child)?.name ?? `the node ${child}`;
      if (other !== undefined)
        return badRequest(`${label} is in both ${other} and ${name}: it can be in only one bucket`);
      holders.set(child, name);
    }
  }
  return undefined;
}

/** Refuses an OSD that is neither in a bucket nor stray, or both; a stray bucket; and a cycle. */
function refuseMisplaced({ id, name }: HierarchyNode, { parents, strays }: Hierarchy): Refused | undefined {
  if (id >= 0)
    return strays.has(id) === parents.has(id)
      ? badRequest(`${name} must be in a bucket or in the list of strays`)
      : undefined;
  if (strays.has(id)) return badRequest(`${name} is a bucket: only OSDs can be strays`);
  const seen = new Set<number>();
  for (let above = parents.get(id); above !== undefined && !seen.has(above); above = parents.get(above)) {
    if (above === id) return badRequest(`the bucket ${name} would contain itself`);
    seen.add(above);
  }
  return undefined;
}

/** A CRUSH rule and the ids of the buckets that it starts from. */
export interface RuleStarts {
  readonly name: string;
  readonly buckets: readonly number[];
}

/** Refuses a CRUSH map that lacks a bucket from which a rule starts. */
export function refuseLostStarts(
  wanted: Pick<Hierarchy, 'nodes'>,
  present: Pick<Hierarchy, 'nodes'>,
  rules: readonly RuleStarts[],
): Refused | undefined {
  for (const { name, buckets } of rules) {
    const lost = buckets.find((id) => present.nodes.has(id) && !wanted.nodes.has(id));
    if (lost === undefined) continue;
    const bucket = present.nodes.get(lost)?.name;
    return conflict(
      `the CRUSH rule ${name} starts from ${bucket}: keep that bucket, or delete the rule first`,
    );
  }
  return undefined;
}

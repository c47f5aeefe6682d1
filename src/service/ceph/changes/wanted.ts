import type { Input } from '../../../api/contract/index.ts';
import { NODE_TYPES } from '../../../api/contract/crush.ts';
import { Refusal } from '../../engine.ts';
import { requireCephName } from '../cephName.ts';
import type { OsdTree, TreeNode } from '../osdTree.ts';

type WantedNode = Input<'changeCrushMap'>['body']['nodes'][number];

/** A node as it is or as it is to be: what Ceph keeps of it, and where it stands. */
export interface Place {
  readonly id: number;
  readonly name: string;
  /** In lower case, as Ceph has it. */
  readonly type: string;
  readonly children: readonly number[];
  readonly deviceClass: string;
  readonly reweight: number;
}

/** A hierarchy by node ids. OSDs outside of it are strays. */
export interface Hierarchy {
  readonly nodes: ReadonlyMap<number, Place>;
  readonly strays: ReadonlySet<number>;
  /** The bucket in which a node stands. */
  readonly parents: ReadonlyMap<number, number>;
}

const NAME = /^[A-Za-z0-9_.-]+$/;
const BUCKET_TYPES = NODE_TYPES.filter((type) => type !== 'OSD' && type !== 'UNKNOWN');

const refuse = (message: string): never => {
  throw new Refusal(400, `${message}; nothing was changed`);
};

function parentsOf(nodes: Iterable<Place>): Map<number, number> {
  const parents = new Map<number, number>();
  for (const { id, name, children } of nodes) {
    for (const child of children) {
      if (parents.has(child))
        refuse(`node ${child} stands in ${name} and in another bucket: it can be in one`);
      parents.set(child, id);
    }
  }
  return parents;
}

/**
 * The map in force, to be compared with a wanted one. @throws Refusal 400 when a node stands in two buckets
 */
export function presentHierarchy({ nodes, stray }: OsdTree): Hierarchy {
  const place = ({ id, name, type, children = [], device_class = '', reweight = 1 }: TreeNode): Place => ({
    id,
    name,
    type,
    children,
    deviceClass: device_class,
    reweight,
  });
  const all = [...nodes, ...stray].map(place);
  return {
    nodes: new Map(all.map((node) => [node.id, node])),
    strays: new Set(stray.map(({ id }) => id)),
    parents: parentsOf(all),
  };
}

/** A node of the request, with what it leaves out as it is now. */
function complete(wanted: WantedNode, present: Place | undefined): Place {
  const { id } = wanted;
  const name = wanted.name ?? present?.name ?? '';
  const label = name || `node ${id}`;
  const type = wanted.type?.toLowerCase() ?? present?.type ?? '';
  const children = wanted.children ?? present?.children ?? [];
  const reweight = wanted.reweight ?? present?.reweight ?? 1;
  if (id >= 0 && !present) refuse(`there is no osd.${id}`);
  if (id >= 0 && (name !== present?.name || children.length > 0))
    refuse(`osd.${id} is an OSD: it can neither be renamed nor hold other nodes`);
  if (!NAME.test(name))
    refuse(`a bucket cannot be named ${JSON.stringify(name)}: use letters, digits or _ . -`);
  if (present ? type !== present.type && wanted.type !== 'UNKNOWN' : !isBucketType(type))
    refuse(
      present
        ? `${label} is a ${present.type}: its type cannot be changed`
        : `${label} needs a type: ${BUCKET_TYPES.join(', ')}`,
    );
  const deviceClass = wanted.deviceClass ?? present?.deviceClass ?? '';
  if (deviceClass !== '' && deviceClass !== present?.deviceClass)
    requireCephName('a device class', deviceClass);
  if (!(reweight >= 0 && reweight <= 1)) refuse(`the reweight of ${label} must be 0 to 1, not ${reweight}`);
  return {
    id,
    name,
    type: present?.type ?? type,
    children,
    deviceClass,
    reweight: present && id < 0 ? present.reweight : reweight,
  };
}

const isBucketType = (type: string): boolean => BUCKET_TYPES.some((known) => known.toLowerCase() === type);

/** @throws Refusal 400 for a request that makes no hierarchy */
export function wantedHierarchy(
  { nodes, stray = [] }: Input<'changeCrushMap'>['body'],
  present: Hierarchy,
): Hierarchy {
  const wanted = new Map<number, Place>();
  const add = (node: WantedNode) => {
    if (wanted.has(node.id)) refuse(`node ${node.id} is named twice`);
    wanted.set(node.id, complete(node, present.nodes.get(node.id)));
  };
  nodes.forEach(add);
  stray.forEach(add);
  const strays = new Set(stray.map(({ id }) => id));
  const hierarchy = { nodes: wanted, strays, parents: parentsOf(wanted.values()) };
  requireWhole(hierarchy, present);
  return hierarchy;
}

function requireWhole({ nodes, strays, parents }: Hierarchy, present: Hierarchy): void {
  const names = new Map<string, number>();
  for (const node of nodes.values()) {
    const { id, name } = node;
    if (names.has(name)) refuse(`two nodes are named ${name}`);
    names.set(name, id);
    for (const child of node.children)
      requireFits(node, nodes.get(child) ?? refuse(`${name} holds node ${child}, which is not in the map`));
    if (id >= 0) {
      if (strays.has(id) === parents.has(id))
        refuse(`${name} must either stand in a bucket or be among the strays`);
    } else if (strays.has(id)) refuse(`${name} is a bucket: only OSDs can be strays`);
    requireNoCircle(node, parents);
  }
  for (const { id, name } of present.nodes.values())
    if (id >= 0 && !nodes.has(id)) refuse(`${name} is missing: put it into a bucket or among the strays`);
}

/** In Ceph's hierarchy what is nearer to the root has a type further on in the list. */
function requireFits(bucket: Place, child: Place): void {
  const rank = ({ type }: Place) => (NODE_TYPES as readonly string[]).indexOf(type.toUpperCase());
  const [outer, inner] = [rank(bucket), rank(child)];
  if (outer >= 0 && inner >= 0 && inner >= outer)
    refuse(`${child.name} is a ${child.type} and cannot stand in the ${bucket.type} ${bucket.name}`);
}

function requireNoCircle({ id, name }: Place, parents: ReadonlyMap<number, number>): void {
  const seen = new Set<number>();
  for (let at = parents.get(id); at !== undefined; at = parents.get(at)) {
    if (at === id || seen.has(at)) refuse(`${name} stands in itself`);
    seen.add(at);
  }
}

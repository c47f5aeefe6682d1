import type { Hierarchy, HierarchyNode } from '../../crushHierarchy.ts';

/** The parent names of nodes at the top of the hierarchy and of OSDs outside it. */
export const TOP = '';
export const STRAY = 'stray';

/** One step from one CRUSH map to another. `from` is the value that must still be current when it is applied. */
export type CrushChange =
  | { readonly type: 'RENAME_BUCKET'; readonly node: string; readonly from: string; readonly to: string }
  | { readonly type: 'ADD_BUCKET'; readonly node: string; readonly bucketType: string; readonly to: string }
  | { readonly type: 'MOVE'; readonly node: string; readonly from: string; readonly to: string }
  | { readonly type: 'REMOVE_BUCKET'; readonly node: string; readonly from: string }
  | { readonly type: 'SET_DEVICE_CLASS'; readonly node: string; readonly from: string; readonly to: string }
  | { readonly type: 'REWEIGHT'; readonly node: string; readonly from: number; readonly to: number };

/** Ceph keeps reweights in steps of 1/65536. */
const REWEIGHT_STEP = 1 / 65536;
/** True if Ceph would store both reweights as the same number. */
export const isSameReweight = (a: number, b: number): boolean => Math.abs(a - b) < REWEIGHT_STEP;

/** The number of buckets above a node. */
function depth({ parents }: Hierarchy, id: number): number {
  let count = 0;
  for (let at = parents.get(id); at !== undefined; at = parents.get(at)) count++;
  return count;
}

const byDepth = (hierarchy: Hierarchy, nodes: readonly HierarchyNode[]): HierarchyNode[] =>
  nodes.toSorted((a, b) => depth(hierarchy, a.id) - depth(hierarchy, b.id));

/** The name of a node's parent bucket, or {@link TOP} or {@link STRAY}. */
export function parentNameOf({ nodes, parents, strays }: Hierarchy, id: number): string {
  if (strays.has(id)) return STRAY;
  const parent = parents.get(id);
  return parent === undefined ? TOP : (nodes.get(parent)?.name ?? TOP);
}

/**
 * The steps from one hierarchy to the other, in an order in which each can be applied: a bucket is created and moved
 * before anything moves into it, and it is emptied before it is removed.
 */
export function crushChanges(present: Hierarchy, wanted: Hierarchy): CrushChange[] {
  const all = [...wanted.nodes.values()];
  const changes: CrushChange[] = [];
  for (const { id, name } of all) {
    const old = present.nodes.get(id)?.name;
    if (old !== undefined && old !== name)
      changes.push({ type: 'RENAME_BUCKET', node: old, from: old, to: name });
  }
  for (const { id, name, type } of byDepth(wanted, all)) {
    const to = parentNameOf(wanted, id);
    if (!present.nodes.has(id)) {
      changes.push({ type: 'ADD_BUCKET', node: name, bucketType: type, to });
    } else if (present.parents.get(id) !== wanted.parents.get(id)) {
      // An earlier step may have renamed the old parent.
      const parent = present.parents.get(id) ?? NaN;
      const from = wanted.nodes.get(parent)?.name ?? parentNameOf(present, id);
      changes.push({ type: 'MOVE', node: name, from, to });
    }
  }
  const gone = [...present.nodes.values()].filter(({ id }) => !wanted.nodes.has(id));
  for (const { id, name } of byDepth(present, gone).toReversed())
    changes.push({ type: 'REMOVE_BUCKET', node: name, from: parentNameOf(present, id) });
  for (const { id, name: node, deviceClass: to, reweight } of all) {
    const old = present.nodes.get(id);
    if (id < 0 || !old) continue;
    if (old.deviceClass !== to) changes.push({ type: 'SET_DEVICE_CLASS', node, from: old.deviceClass, to });
    if (!isSameReweight(old.reweight, reweight))
      changes.push({ type: 'REWEIGHT', node, from: old.reweight, to: reweight });
  }
  return changes;
}

const parentText = (name: string): string =>
  name === TOP ? 'the top level' : name === STRAY ? 'the strays' : name;

/** A change in the words of an operator. */
export function describeChange(change: CrushChange): string {
  switch (change.type) {
    case 'RENAME_BUCKET':
      return `rename ${change.from} to ${change.to}`;
    case 'ADD_BUCKET':
      return `add the ${change.bucketType} ${change.node} to ${parentText(change.to)}`;
    case 'MOVE':
      return `move ${change.node} from ${parentText(change.from)} to ${parentText(change.to)}`;
    case 'REMOVE_BUCKET':
      return `remove ${change.node} from ${parentText(change.from)}`;
    case 'SET_DEVICE_CLASS':
      return `change the device class of ${change.node} from ${change.from || 'none'} to ${change.to || 'none'}`;
    case 'REWEIGHT':
      return `change the reweight of ${change.node} from ${change.from} to ${change.to}`;
  }
}

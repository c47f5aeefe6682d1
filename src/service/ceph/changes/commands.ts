import type { Hierarchy, HierarchyNode } from '../../crushHierarchy.ts';
import { Refusal } from '../../engine.ts';
import type { CephCommand } from '../client/ceph.ts';
import { isSameReweight, parentNameOf, STRAY, TOP, type CrushChange } from './diff.ts';

/** Returns the CRUSH weight of an OSD by its id: its size in TiB, as Ceph weights new OSDs. */
export type WeightOf = (osdId: number) => number | undefined;

/**
 * Makes a number serialize as a fraction: Ceph rejects an integer where it expects a float. Weights have steps of
 * 1/65536, so the added 1e-9 does not change them.
 */
const fraction = (value: number): number => (Number.isInteger(value) ? value + 1e-9 : value);

const osdId = (name: string): number => Number(name.slice('osd.'.length));

function find({ nodes }: Hierarchy, name: string): HierarchyNode | undefined {
  return nodes.values().find((node) => node.name === name);
}

/** The reason why a change can no longer be applied to the present map; undefined if it can. */
export function conflictOf(change: CrushChange, present: Hierarchy): string | undefined {
  const node = find(present, change.node);
  if (change.type === 'ADD_BUCKET') return node && `the ${node.type} ${change.node} exists already`;
  if (!node) return `${change.node} no longer exists`;
  switch (change.type) {
    case 'RENAME_BUCKET':
      return find(present, change.to) && `${change.to} exists already`;
    case 'REMOVE_BUCKET':
      return node.children.length > 0 ? `${change.node} is not empty` : undefined;
    case 'MOVE': {
      const at = parentNameOf(present, node.id);
      return at === change.from ? undefined : `${change.node} is now in ${at || 'the top level'}`;
    }
    case 'SET_DEVICE_CLASS':
      return node.deviceClass === change.from
        ? undefined
        : `${change.node} now has the class ${node.deviceClass || 'none'}`;
    case 'REWEIGHT':
      return isSameReweight(node.reweight, change.from)
        ? undefined
        : `${change.node} now has the reweight ${node.reweight}`;
  }
}

/** The arguments that name a node's parent bucket, by its type and name; none for the top of the hierarchy. */
function location(present: Hierarchy, bucket: string): string[] {
  if (bucket === TOP) return [];
  const type = find(present, bucket)?.type;
  if (type === undefined) throw new Refusal(409, `the bucket ${bucket} no longer exists`);
  return [`${type}=${bucket}`];
}

function move(
  { node, from, to }: CrushChange & { type: 'MOVE' },
  present: Hierarchy,
  weightOf: WeightOf,
): CephCommand {
  if (to === STRAY) return { prefix: 'osd crush rm', name: node };
  if (to === TOP) return { prefix: 'osd crush unlink', name: node };
  const args = location(present, to);
  if (from !== STRAY) return { prefix: 'osd crush move', name: node, args };
  const weight = weightOf(osdId(node));
  if (weight === undefined)
    throw new Refusal(
      409,
      `${node} has not reported its size yet, which determines its weight: start it first`,
    );
  return { prefix: 'osd crush add', id: osdId(node), weight: fraction(weight), args };
}

/** The commands that apply a change to the present map. */
export function commandsFor(change: CrushChange, present: Hierarchy, weightOf: WeightOf): CephCommand[] {
  switch (change.type) {
    case 'RENAME_BUCKET':
      return [{ prefix: 'osd crush rename-bucket', srcname: change.from, dstname: change.to }];
    case 'ADD_BUCKET': {
      const args = location(present, change.to);
      return [
        {
          prefix: 'osd crush add-bucket',
          name: change.node,
          type: change.bucketType,
          ...(args.length === 0 ? {} : { args }),
        },
      ];
    }
    case 'MOVE':
      return [move(change, present, weightOf)];
    case 'REMOVE_BUCKET':
      return [{ prefix: 'osd crush rm', name: change.node }];
    case 'SET_DEVICE_CLASS': {
      const ids = [change.node];
      const set = { prefix: 'osd crush set-device-class', class: change.to, ids };
      // Ceph refuses to change a class that is set, so the old one is removed first.
      return [{ prefix: 'osd crush rm-device-class', ids }, ...(change.to === '' ? [] : [set])];
    }
    case 'REWEIGHT':
      return [{ prefix: 'osd reweight', id: osdId(change.node), weight: fraction(change.to) }];
  }
}

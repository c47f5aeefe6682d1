import type { Model } from '../model/model.ts';
import type { CrushBucket } from '../model/topology.ts';
import { reweightOf, type CrushPlan, type OsdPlan } from './plan.ts';

/** One effect of a change of the CRUSH map, with the name of the node that it affects. */
export interface SimCrushChange {
  readonly type: 'add' | 'remove' | 'rename' | 'move' | 'reweight' | 'device-class';
  readonly node: string;
  readonly from?: string | number;
  readonly to?: string | number;
}

const OUTSIDE = 'outside the hierarchy';

/** The differences between a plan and the present map. */
export function crushChanges({ crush }: Model, { buckets, osds }: CrushPlan): SimCrushChange[] {
  const names = new Map(buckets.map(({ id, name }) => [id, name]));
  const parents = new Map(
    buckets.flatMap(({ id, children }) => children.map((child) => [child, id] as const)),
  );
  const changes: SimCrushChange[] = [];
  const parentNameOf = (id: number) => names.get(parents.get(id) ?? 0) ?? OUTSIDE;
  const compareParent = (node: string, id: number, present: CrushBucket | undefined) => {
    if (parents.get(id) !== present?.id)
      changes.push({ type: 'move', node, from: present?.name ?? OUTSIDE, to: parentNameOf(id) });
  };
  for (const { id, name } of buckets) {
    const present = crush.get(id);
    if (present === undefined) {
      changes.push({ type: 'add', node: name, to: parentNameOf(id) });
      continue;
    }
    if (present.name !== name) changes.push({ type: 'rename', node: present.name, to: name });
    compareParent(name, id, present.parent);
  }
  for (const { id, name } of crush.values()) if (!names.has(id)) changes.push({ type: 'remove', node: name });
  for (const { osd, reweight, deviceClass } of osds) {
    const node = `osd.${osd.id}`;
    compareParent(node, osd.id, osd.bucket);
    const present = reweightOf(osd);
    if (present !== reweight) changes.push({ type: 'reweight', node, from: present, to: reweight });
    if (osd.deviceClass !== deviceClass)
      changes.push({ type: 'device-class', node, from: osd.deviceClass, to: deviceClass });
  }
  return changes;
}

/** True if a plan changes the OSD itself, and not only its parent in the hierarchy. */
export const isOsdChange = ({ osd, reweight, deviceClass }: OsdPlan): boolean =>
  deviceClass !== osd.deviceClass || reweight !== reweightOf(osd);

/** Summarizes changes in one line, such as `move stor-01 to rack2 and 3 more`. */
export function describeChanges([first, ...others]: readonly SimCrushChange[]): string {
  if (first === undefined) return '';
  const to = first.to === undefined ? '' : ` to ${first.to}`;
  return `${first.type} ${first.node}${to}${others.length === 0 ? '' : ` and ${others.length} more`}`;
}

import { DEVICE_CLASSES, type DeviceClass, type Topology } from '../topology.ts';
import type { CrushTree, FailureDomain } from './tree.ts';

/** A step of a rule: from which OSDs it chooses, and over what it spreads what it chooses. */
export interface Take {
  /** Id of the bucket that it starts from. */
  readonly root: number;
  readonly deviceClass?: DeviceClass | undefined;
  readonly failureDomain: FailureDomain;
  /** The number of a group's shards that it places: that many, all (0), or all but so many (negative), as CRUSH counts. */
  readonly count: number;
}

/** A rule by which pools spread the shards of a placement group: each in another failure domain. */
export interface SimCrushRule {
  readonly id: number;
  readonly name: string;
  readonly erasure: boolean;
  readonly takes: readonly [Take, ...Take[]];
}

/** The step of a rule that places this shard of so many. */
export function takeOf({ takes }: SimCrushRule, size: number, slot: number): Take {
  let before = 0;
  for (const take of takes) {
    before += take.count > 0 ? take.count : size + take.count;
    if (slot < before) return take;
  }
  return takes[0];
}

/**
 * The rules of the cluster: for any class, and per device class present for copies over hosts, for copies
 * over racks and for erasure coding over hosts. A domain that the cluster has too few of is replaced by the
 * next smaller one.
 */
export function buildRules({ racks, hosts, osds }: Topology, tree: CrushTree): SimCrushRule[] {
  const [root] = tree.keys();
  const byHost: FailureDomain = hosts.length >= 3 ? 'host' : 'osd';
  const byRack: FailureDomain = racks.length >= 3 ? 'rack' : byHost;
  const rules: SimCrushRule[] = [];
  const add = (name: string, erasure: boolean, failureDomain: FailureDomain, deviceClass?: DeviceClass) =>
    rules.push({
      id: rules.length,
      name,
      erasure,
      takes: [{ root: root!, failureDomain, deviceClass, count: 0 }],
    });
  add('replicated_rule', false, byHost);
  for (const deviceClass of DEVICE_CLASSES) {
    if (!osds.some((osd) => osd.deviceClass === deviceClass)) continue;
    add(`replicated_${deviceClass}`, false, byHost, deviceClass);
    add(`replicated_${deviceClass}_rack`, false, byRack, deviceClass);
    add(`erasure_${deviceClass}`, true, byHost, deviceClass);
  }
  return rules;
}

import { DEVICE_CLASSES } from '../../../api/contract/disks.ts';
import type { DeviceClass, Topology } from '../model/topology.ts';
import type { CrushTree, FailureDomain } from './tree.ts';

/** A step of a rule: the OSDs that it chooses from, and the failure domain over which it spreads its choice. */
export interface Take {
  /** Id of the bucket that it starts from. */
  readonly root: number;
  readonly deviceClass?: DeviceClass | undefined;
  readonly failureDomain: FailureDomain;
  /**
   * Number of a placement group's shards that it places, as in CRUSH: that many, all (0), or all but that many
   * (negative).
   */
  readonly count: number;
}

/** A rule by which pools place the shards of a placement group, each in another failure domain. */
export interface SimCrushRule {
  readonly id: number;
  readonly name: string;
  readonly erasure: boolean;
  readonly takes: readonly [Take, ...Take[]];
}

/** The step of a rule that places shard `slot` of `size`. */
export function takeOf({ takes }: SimCrushRule, size: number, slot: number): Take {
  let end = 0;
  for (const take of takes) {
    end += take.count > 0 ? take.count : size + take.count;
    if (slot < end) return take;
  }
  return takes[0];
}

/**
 * The initial rules of the cluster: one for any device class, and for each device class one for copies over hosts,
 * one for copies over racks and one for erasure coding over hosts. If the cluster has too few failure domains of a
 * type, the next smaller type is used.
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

import type { Input } from '../../../api/contract/index.ts';
import { refuseFailureDomain, refuseRuleName, refuseStart } from '../../rules/crush.ts';
import { enforce } from '../../rules/refused.ts';
import { OP, readBinaryMap, withRule, type BinaryMap, type BinaryRuleStep } from '../changes/binaryMap.ts';
import type { Ceph } from '../client/ceph.ts';

type RuleBody = Input<'createSsdPrimaryCrushRule'>['body'];

/** The id of the bucket to start from, or of its part with the given device class. */
function startOf({ items }: BinaryMap, bucket: string, deviceClass: string | undefined): number {
  const part = items.get(`${bucket}~${deviceClass}`);
  const classes = part === undefined || deviceClass === undefined ? [] : [deviceClass];
  const id = items.get(bucket);
  enforce(refuseStart({ name: bucket, id, classes }, deviceClass));
  return (deviceClass ? part : id)!;
}

function choose({ types }: BinaryMap, copies: number, type: string): BinaryRuleStep {
  enforce(refuseFailureDomain(type, [...types.keys()]));
  const id = types.get(type)!;
  return [id === 0 ? OP.chooseFirstn : OP.chooseleafFirstn, copies, id];
}

/**
 * The steps of a rule that places the first copies, and so the primary one, in one part of the cluster, and the others
 * in another part (Ceph documentation, "Placing different pools on different OSDs"). CRUSH makes the two choices
 * independently: if both parts share hosts, two copies can be placed on one host.
 */
export function ssdPrimarySteps(map: BinaryMap, body: RuleBody): BinaryRuleStep[] {
  const { ssdCopies = 1 } = body;
  const emit: BinaryRuleStep = [OP.emit, 0, 0];
  return [
    [OP.take, startOf(map, body.ssdStartBucket, body.ssdDeviceClass), 0],
    choose(map, ssdCopies, body.ssdIndependent),
    emit,
    [OP.take, startOf(map, body.hddStartBucket, body.hddDeviceClass), 0],
    // A negative number means the pool's size minus that many copies.
    choose(map, -ssdCopies, body.hddIndependent),
    emit,
  ];
}

/** Adds the rule to the map, because Ceph has no command for it. `prior_version` makes Ceph refuse a stale map. */
export async function createSsdPrimaryRule(ceph: Ceph, body: RuleBody): Promise<void> {
  const { content, outs } = await ceph.readBinary({ prefix: 'osd getcrushmap' });
  const map = readBinaryMap(content);
  enforce(refuseRuleName(body.name, [...map.ruleNames.keys()]));
  const changed = withRule(map, body.name, ssdPrimarySteps(map, body));
  await ceph.writeInput({ prefix: 'osd setcrushmap', prior_version: Number(outs) }, changed);
}

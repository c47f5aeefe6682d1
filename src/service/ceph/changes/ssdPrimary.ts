import type { Input } from '../../../api/contract/index.ts';
import { Refusal } from '../../engine.ts';
import type { Ceph } from '../ceph.ts';
import { requireCephName } from '../cephName.ts';
import { OP, readBinaryMap, withRule, type BinaryMap, type RuleStep } from './binaryMap.ts';

type RuleBody = Input<'createSsdPrimaryCrushRule'>['body'];

/** The bucket to start from, or its part of one device class. */
function startOf({ items }: BinaryMap, bucket: string, deviceClass: string | undefined): number {
  if (!items.has(bucket)) throw new Refusal(400, `there is no bucket ${bucket} in the CRUSH map`);
  const id = items.get(deviceClass ? `${bucket}~${deviceClass}` : bucket);
  if (id === undefined) throw new Refusal(400, `no device of the class ${deviceClass} lies in ${bucket}`);
  if (id >= 0) throw new Refusal(400, `${bucket} is a device: start from a bucket`);
  return id;
}

function choose({ types }: BinaryMap, copies: number, type: string): RuleStep {
  const id = types.get(type);
  if (id === undefined) {
    const known = [...types.keys()].join(', ');
    throw new Refusal(400, `there is no bucket type ${type}: choose among ${known}`);
  }
  return [id === 0 ? OP.chooseFirstn : OP.chooseleafFirstn, copies, id];
}

/**
 * The steps of a rule that places the first copies, and so the primary one, in one part of the cluster and the
 * others in another (Ceph documentation, "Placing different pools on different OSDs"). The two choices know
 * nothing of each other: where both parts lie on the same hosts, two copies may end up on one host.
 */
export function ssdPrimarySteps(map: BinaryMap, body: RuleBody): RuleStep[] {
  const { ssdCopies = 1 } = body;
  const emit: RuleStep = [OP.emit, 0, 0];
  return [
    [OP.take, startOf(map, body.ssdStartBucket, body.ssdDeviceClass), 0],
    choose(map, ssdCopies, body.ssdIndependent),
    emit,
    [OP.take, startOf(map, body.hddStartBucket, body.hddDeviceClass), 0],
    // As many as the pool's size is larger than that.
    choose(map, -ssdCopies, body.hddIndependent),
    emit,
  ];
}

/** Adds the rule, for which Ceph has no command. A map that others change meanwhile is not overwritten. */
export async function createSsdPrimaryRule(ceph: Ceph, body: RuleBody): Promise<void> {
  requireCephName('a rule', body.name);
  const { content, outs } = await ceph.readBinary({ prefix: 'osd getcrushmap' });
  const map = readBinaryMap(content);
  if (map.ruleNames.has(body.name))
    throw new Refusal(409, `there is a CRUSH rule named ${body.name} already`);
  const changed = withRule(map, body.name, ssdPrimarySteps(map, body));
  await ceph.writeInput({ prefix: 'osd setcrushmap', prior_version: Number(outs) }, changed);
}

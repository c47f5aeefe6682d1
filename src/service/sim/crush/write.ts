import { DEVICE_CLASSES } from '../../../api/contract/disks.ts';
import type { Input } from '../../../api/contract/index.ts';
import { lowestFree } from '../../lowestFree.ts';
import { refuseFailureDomain, refuseRuleDeletion, refuseRuleName, refuseStart } from '../../rules/crush.ts';
import { enforce } from '../../rules/refused.ts';
import type { Model } from '../model/model.ts';
import { BUCKET_TYPES } from '../model/topology.ts';
import type { SimCrushRule, Take } from './rules.ts';
import { bucketNamed, osdsBelow, type FailureDomain } from './tree.ts';

/** The failure domains over which a rule can spread copies, from the smallest to the largest. */
const FAILURE_DOMAINS: readonly FailureDomain[] = ['osd', ...BUCKET_TYPES];

/** @throws Refusal 400, 409 */
export function simpleRule(model: Model, body: Input<'createSimpleCrushRule'>['body']): SimCrushRule {
  const { name, startBucket, independent, deviceClass, erasureCoding = false } = body;
  return {
    ...newRule(model, name),
    erasure: erasureCoding,
    takes: [readTake(model, startBucket, independent, deviceClass)],
  };
}

/**
 * Makes a rule that places the first copies, from which clients read, on one device class and the others on another.
 * @throws Refusal 400, 409
 */
export function ssdPrimaryRule(model: Model, body: Input<'createSsdPrimaryCrushRule'>['body']): SimCrushRule {
  const { name, ssdStartBucket, ssdIndependent, ssdDeviceClass, ssdCopies = 1 } = body;
  const ssd = readTake(model, ssdStartBucket, ssdIndependent, ssdDeviceClass);
  const hdd = readTake(model, body.hddStartBucket, body.hddIndependent, body.hddDeviceClass);
  return {
    ...newRule(model, name),
    erasure: false,
    takes: [
      { ...ssd, count: ssdCopies },
      { ...hdd, count: -ssdCopies },
    ],
  };
}

function newRule({ rules }: Model, name: string): Pick<SimCrushRule, 'id' | 'name'> {
  enforce(refuseRuleName(name, namesOf(rules)));
  return { id: lowestFree(new Set(rules.map(({ id }) => id))), name };
}

const namesOf = (rules: readonly SimCrushRule[]): string[] => rules.map(({ name }) => name);

function readTake(model: Model, start: string, independent: string, wantedClass: string | undefined): Take {
  const bucket = bucketNamed(model.crush, start);
  const below = bucket === undefined ? [] : [...osdsBelow(bucket)];
  const classes = below.map(({ deviceClass }) => deviceClass);
  enforce(refuseStart({ name: start, id: bucket?.id, classes }, wantedClass));
  const type = independent.toLowerCase();
  enforce(refuseFailureDomain(type, FAILURE_DOMAINS));
  return {
    root: bucket!.id,
    failureDomain: FAILURE_DOMAINS.find((name) => name === type)!,
    deviceClass: DEVICE_CLASSES.find((name) => name === wantedClass),
    count: 0,
  };
}

/** @throws Refusal 404, or 409 while pools use the rule */
export function unusedRule({ rules, pools }: Model, name: string): SimCrushRule {
  const users = pools.filter(({ rule }) => rule.name === name);
  const userNames = users.map((pool) => pool.name);
  enforce(refuseRuleDeletion(name, namesOf(rules), userNames));
  return rules.find((rule) => rule.name === name)!;
}

import type { Input } from '../../api/contract/index.ts';
import { Refusal } from '../engine.ts';
import type { CrushRule, Take } from './crushRules.ts';
import { BUCKET_TYPES, bucketNamed, type FailureDomain } from './crushTree.ts';
import type { Model } from './model.ts';
import { DEVICE_CLASSES } from './topology.ts';

/** What Ceph takes as the name of a rule. */
const NAME = /^[A-Za-z0-9_.-]+$/;

/** @throws Refusal 400, 409 */
export function simpleRule(model: Model, body: Input<'createSimpleCrushRule'>['body']): CrushRule {
  const { name, startBucket, independent, deviceClass, erasureCoding = false } = body;
  return {
    ...newRule(model, name),
    erasure: erasureCoding,
    takes: [readTake(model, startBucket, independent, deviceClass)],
  };
}

/** The first copies, from which clients read, on one kind of disks, and the others on another. @throws Refusal 400, 409 */
export function ssdPrimaryRule(model: Model, body: Input<'createSsdPrimaryCrushRule'>['body']): CrushRule {
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

function newRule({ rules }: Model, name: string): Pick<CrushRule, 'id' | 'name'> {
  if (!NAME.test(name))
    throw new Refusal(400, `a rule cannot be named ${JSON.stringify(name)}: use letters, digits, _, . and -`);
  if (rules.some((rule) => rule.name === name))
    throw new Refusal(409, `there is a CRUSH rule named ${name} already: choose another name`);
  const ids = new Set(rules.map(({ id }) => id));
  let id = 0;
  while (ids.has(id)) id++;
  return { id, name };
}

function readTake(model: Model, start: string, independent: string, wantedClass: string | undefined): Take {
  const bucket = bucketNamed(model.crush, start);
  if (bucket === undefined) {
    const roots = [...model.crush.values()].filter(({ parent }) => parent === undefined);
    const names = roots.map(({ name }) => name).join(', ');
    throw new Refusal(
      400,
      `there is no bucket ${JSON.stringify(start)} to start from: take a root (${names}) or one below`,
    );
  }
  const failureDomain = (['osd', ...BUCKET_TYPES] as readonly FailureDomain[]).find(
    (type) => type === independent.toLowerCase(),
  );
  if (failureDomain === undefined)
    throw new Refusal(
      400,
      `there is no bucket type ${JSON.stringify(independent)}: choose osd, ${BUCKET_TYPES.join(', ')}`,
    );
  const deviceClass = DEVICE_CLASSES.find((name) => name === wantedClass);
  const take: Take = { root: bucket.id, failureDomain, deviceClass, count: 0 };
  if (wantedClass !== undefined && (deviceClass === undefined || model.scopes.of(take).members.length === 0))
    throw new Refusal(
      400,
      `no OSD below ${start} has the device class ${JSON.stringify(wantedClass)}: leave it out, or choose another`,
    );
  return take;
}

/** @throws Refusal 404, or 409 while pools use the rule */
export function unusedRule({ rules, pools }: Model, name: string): CrushRule {
  const rule = rules.find((candidate) => candidate.name === name);
  if (rule === undefined)
    throw new Refusal(
      404,
      `there is no CRUSH rule ${JSON.stringify(name)}: list the rules to see which there are`,
    );
  const users = pools.filter((pool) => pool.rule === rule).map((pool) => pool.name);
  if (users.length === 0) return rule;
  const some = users.slice(0, 5).join(', ');
  throw new Refusal(
    409,
    `${users.length} pools use the CRUSH rule ${name} (${some}): give them another rule first`,
  );
}

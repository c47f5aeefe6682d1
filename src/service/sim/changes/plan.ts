import { DEVICE_CLASSES } from '../../../api/contract/disks.ts';
import { hierarchyOf, wantedHierarchy, type Hierarchy, type WantedMap } from '../../crushHierarchy.ts';
import { Refusal } from '../../engine.ts';
import { refuseCrushMap, refuseLostStarts } from '../../rules/crushMap.ts';
import { enforce } from '../../rules/refused.ts';
import { plansOf, type CrushBucketPlan } from '../crush/tree.ts';
import type { Model } from '../model/model.ts';
import { BUCKET_TYPES, type DeviceClass, type Osd } from '../model/topology.ts';

/** The planned state of an OSD. */
export interface OsdPlan {
  readonly osd: Osd;
  /** 0 means out. */
  readonly reweight: number;
  readonly deviceClass: DeviceClass;
}

/** A complete CRUSH map that can replace the present one. */
export interface CrushPlan {
  readonly buckets: readonly CrushBucketPlan[];
  readonly osds: readonly OsdPlan[];
}

/** The reweight of an OSD as the map shows it. */
export const reweightOf = (osd: Osd): number => (osd.in ? osd.reweight : 0);

function presentHierarchy({ crush, osds }: Model): Hierarchy {
  const buckets = plansOf(crush).map((bucket) => ({ ...bucket, deviceClass: '', reweight: 1 }));
  const devices = osds.map((osd) => ({
    id: osd.id,
    name: `osd.${osd.id}`,
    type: 'osd',
    children: [],
    deviceClass: osd.deviceClass,
    reweight: reweightOf(osd),
  }));
  const strays = osds.filter(({ bucket }) => bucket === undefined);
  return hierarchyOf([...buckets, ...devices], strays);
}

/**
 * Turns a requested map into a plan.
 * @throws Refusal 400 for an invalid map, 409 for one without a bucket from which a rule starts
 */
export function readPlan(model: Model, asked: WantedMap): CrushPlan {
  const present = presentHierarchy(model);
  enforce(refuseCrushMap(asked, present));
  const wanted = wantedHierarchy(asked, present);
  const rules = model.rules.map(({ name, takes }) => ({ name, buckets: takes.map(({ root }) => root) }));
  enforce(refuseLostStarts(wanted, present, rules));
  const nodes = [...wanted.nodes.values()];
  return {
    buckets: nodes
      .filter(({ id }) => id < 0)
      .map(({ id, name, type, children }) => ({
        id,
        name,
        type: BUCKET_TYPES.find((known) => known === type)!,
        children,
      })),
    osds: nodes
      .filter(({ id }) => id >= 0)
      .map(({ id, reweight, deviceClass }) => {
        const osd = model.osds[id]!;
        return { osd, reweight: osd.destroyed ? 0 : reweight, deviceClass: classOf(id, deviceClass) };
      }),
  };
}

/** The device class of this name: the simulated cluster has three. @throws Refusal 400 */
function classOf(id: number, word: string): DeviceClass {
  const known = DEVICE_CLASSES.find((name) => name === word);
  if (known === undefined)
    throw new Refusal(400, `the device class of osd.${id} must be one of ${DEVICE_CLASSES.join(', ')}`);
  return known;
}

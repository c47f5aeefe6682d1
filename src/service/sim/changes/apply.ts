import { buildTree } from '../crush/tree.ts';
import type { Model } from '../model.ts';
import { markIn, markOut } from '../osds/map.ts';
import { awayFrom, repeer } from '../placementGroups/peering.ts';
import { crushChanged } from '../placementGroups/remap.ts';
import type { CrushPlan, OsdPlan } from './plan.ts';

/** Makes a plan the CRUSH map of the cluster; the data follows. */
export function applyPlan(model: Model, { buckets, osds }: CrushPlan): void {
  model.crush = buildTree(buckets, model.osds);
  for (const { osd, deviceClass } of osds) osd.deviceClass = deviceClass;
  crushChanged(model);
  for (const plan of osds) reweigh(model, plan);
}

function reweigh(model: Model, { osd, reweight }: OsdPlan): void {
  if (reweight === 0) {
    markOut(model, osd);
  } else if (!osd.in || osd.reweight !== reweight) {
    osd.reweight = reweight;
    if (osd.in) repeer(model, [...awayFrom(model, osd), ...osd.shards]);
    else markIn(model, osd);
  }
}

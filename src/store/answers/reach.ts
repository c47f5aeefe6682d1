import type { CrushRule } from '../../api/contract/crush.ts';
import type { Pool } from '../../api/contract/pools.ts';
import { takesOf } from '../../diagnosis/evidence/ruleTakes.ts';
import { ancestors, type Tree } from './tree.ts';

/** The pools whose rule can place data on an OSD; a pool whose rule is unknown or cannot be parsed is included. */
export function poolsOn(
  osdId: number,
  {
    tree,
    pools,
    rules,
  }: { readonly tree: Tree; readonly pools: readonly Pool[]; readonly rules: readonly CrushRule[] },
): readonly Pool[] {
  const above = new Set(ancestors(tree, osdId).map((node) => node.name));
  const deviceClass = tree.byId.get(osdId)?.deviceClass;
  const reaches = (rule: CrushRule | undefined): boolean => {
    const takes = rule === undefined ? [] : takesOf(rule);
    if (takes.length === 0) return true;
    return takes.some(
      ({ bucket, deviceClass: wanted }) =>
        bucket === '' || (above.has(bucket) && (wanted === undefined || wanted === deviceClass)),
    );
  };
  return pools.filter((pool) => reaches(rules.find((rule) => rule.id === pool.crushRule)));
}

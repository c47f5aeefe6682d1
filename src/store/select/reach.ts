import type { CrushRule } from '../../api/contract/crush.ts';
import type { Pool } from '../../api/contract/pools.ts';
import { ancestors, type Tree } from './tree.ts';

/** A rule's TAKE step in the text form of a CRUSH map: `step take default class ssd`. */
const TAKE = /\btake\s+(\S+?)(?:~(\S+)|\s+class\s+(\S+))?\s*$/;

/** The pools whose rule can place data on an OSD. A pool whose rule cannot be read counts: it may. */
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
    const takes = (rule?.steps ?? [])
      .filter((step) => step.op === 'TAKE')
      .map((step) => TAKE.exec(step.crushMapTextFormat ?? ''));
    if (takes.length === 0) return true;
    return takes.some((take) => {
      if (take === null) return true;
      const [, bucket = '', shadow, named] = take;
      const wanted = shadow ?? named;
      return above.has(bucket) && (wanted === undefined || wanted === deviceClass);
    });
  };
  return pools.filter((pool) => reaches(rules.find((rule) => rule.id === pool.crushRule)));
}

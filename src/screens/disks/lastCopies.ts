import type { CrushRule } from '../../api/contract/crush.ts';
import type { Pool } from '../../api/contract/pools.ts';
import { takesOf } from '../../diagnosis/evidence/ruleTakes.ts';
import { listed } from '../../lib/words.ts';
import { selectPlacement } from '../../store/answers/placement.ts';
import { block, type CheckInput, type PreflightCheck, warn } from '../../store/answers/preflight.ts';
import { poolsOn } from '../../store/answers/reach.ts';
import { ancestors, buildTree, type Tree } from '../../store/answers/tree.ts';

/** An OSD's failure domain under a rule: the id of a bucket, or of the OSD itself if the rule spreads over OSDs. */
function domainOf(tree: Tree, osdId: number, rule: CrushRule | undefined): number {
  const domain = (rule && takesOf(rule)[0]?.domain) || 'host';
  return ancestors(tree, osdId).find((node) => node.type.toLowerCase() === domain)?.id ?? osdId;
}

interface WorstCase {
  readonly pool: Pool;
  /** Copies or chunks that are left at worst, and the number that reading the data takes. */
  readonly left: number;
  readonly needed: number;
}

/**
 * The worst case for each pool that can have data on an OSD and has placement groups that are not okay: one object lost a
 * copy in every failure domain with an OSD that is down, and this OSD holds one of the remaining copies. The interface
 * has no map of placement groups, so this is all that can be said.
 */
function worstCases(osdId: number, input: CheckInput): readonly WorstCase[] {
  const { crush, pools = [], rules = [] } = input;
  const tree = buildTree(crush);
  const whole = new Set(
    selectPlacement(input)
      .rows.filter(({ okay, total }) => okay >= total)
      .map(({ poolId }) => poolId),
  );
  const down = [...tree.byId.values()].filter(
    ({ type, status, id }) => type === 'OSD' && status === 'DOWN' && id !== osdId,
  );
  return poolsOn(osdId, { tree, pools, rules })
    .filter(({ poolId }) => !whole.has(poolId))
    .flatMap((pool) => {
      const rule = rules.find(({ id }) => id === pool.crushRule);
      const own = domainOf(tree, osdId, rule);
      const hit = new Set(down.map(({ id }) => domainOf(tree, id, rule)).filter((id) => id !== own));
      if (pool.size === undefined) return [];
      const needed = pool.erasureCoding === true ? (pool.dataChunks ?? 1) : 1;
      return [{ pool, left: pool.size - Math.min(pool.size, hit.size + 1), needed }];
    });
}

/** Checks what ending an OSD may cost. An OSD that is up first moves its data away; the data of one that is down is lost. */
export function lastCopies(osdId: number, input: CheckInput): readonly PreflightCheck[] {
  const osd = buildTree(input.crush).byId.get(osdId);
  const cases = worstCases(osdId, input);
  const name = ({ pool }: WorstCase) => pool.name ?? `pool ${pool.poolId}`;
  const lost = cases.filter(({ left, needed }) => left < needed);
  const stopped = cases.filter(({ left, needed, pool }) => left >= needed && left < (pool.minSize ?? 0));
  const found: PreflightCheck[] = [];
  if (lost.length > 0) {
    const words = `at worst it holds the last copies of data in ${listed(lost.map(name))}`;
    found.push(
      osd?.status === 'UP'
        ? warn(`${words}: it must stay up until all of them have left it`)
        : block(`${words}, and it is ${osd?.status || 'in an unknown state'}: start it again first`),
    );
  }
  if (stopped.length > 0)
    found.push(
      warn(
        osd?.status === 'UP'
          ? `at worst I/O would stop in ${listed(stopped.map(name))} if it failed before its data has left it`
          : `at worst I/O stops in ${listed(stopped.map(name))}: copies left below min size`,
      ),
    );
  return found;
}

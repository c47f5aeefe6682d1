import type { CrushMap, CrushRule } from '../../api/contract/crush.ts';
import type { Pool } from '../../api/contract/pools.ts';
import { type RuleTake, takesOf } from '../../diagnosis/evidence/ruleTakes.ts';
import { bytes } from '../../lib/format.ts';
import { listed, plural } from '../../lib/words.ts';
import { osdsOf } from '../../store/answers/node.ts';
import {
  block,
  type CheckInput,
  conclude,
  type PreflightCheck,
  degraded,
  ok,
  warn,
} from '../../store/answers/preflight.ts';
import { buildTree, type Tree, type TreeNode } from '../../store/answers/tree.ts';
import type { CrushDifference } from './difference.ts';

/** The number of failure domains below a node that a rule can use: those with an OSD of its class that is not destroyed. */
export function domainsFor(
  tree: Tree,
  start: number | undefined,
  { domain, deviceClass }: Pick<RuleTake, 'domain' | 'deviceClass'>,
): number {
  const found = new Set<number>();
  const walk = (node: TreeNode, outerId: number | undefined): void => {
    const domainId = node.type.toLowerCase() === domain ? node.id : outerId;
    const fits = deviceClass === undefined || node.deviceClass === deviceClass;
    if (node.type === 'OSD' && fits && domainId !== undefined && node.status !== 'DESTROYED')
      found.add(domainId);
    for (const child of node.children) walk(child, domainId);
  };
  const root = start === undefined ? undefined : tree.byId.get(start);
  if (root) walk(root, undefined);
  return found.size;
}

/** Names of the pools that use a rule. */
export const usersOfRule = (id: number | undefined, pools: readonly Pool[]): readonly string[] =>
  id === undefined
    ? []
    : pools.filter(({ crushRule }) => crushRule === id).map(({ name, poolId }) => name ?? `pool ${poolId}`);

/** Checks for deleting a CRUSH rule. */
export function checkRuleDeletion(id: number | undefined, input: CheckInput): readonly PreflightCheck[] {
  if (input.pools === undefined) return conclude(input, [warn('which pools use it is not known')]);
  const users = usersOfRule(id, input.pools);
  return conclude(
    input,
    users.length > 0
      ? [
          block(
            `${plural(users.length, 'pool')} placed by it: ${listed(users)}; assign them another rule first`,
          ),
        ]
      : [ok('no pool uses it')],
  );
}

/** Checks the effect of a change on one rule and the pools that use it. */
function checkRule(rule: CrushRule, before: Tree, after: Tree, { pools = [] }: CheckInput): PreflightCheck[] {
  const users = usersOfRule(rule.id, pools);
  return takesOf(rule).flatMap((taken): PreflightCheck[] => {
    const start = [...before.byId.values()].find(({ name }) => name === taken.bucket)?.id;
    if (start === undefined) return [];
    if (!after.byId.has(start))
      return [block(`the rule ${rule.name} starts from ${taken.bucket}: keep it, or delete the rule first`)];
    const now = domainsFor(after, start, taken);
    const was = domainsFor(before, start, taken);
    const needs = Math.max(
      0,
      ...pools.filter((pool) => pool.crushRule === rule.id).map(({ size = 0 }) => size),
    );
    if (now >= was || users.length === 0) return [];
    const words = `${plural(now, taken.domain)} left of ${was} for the rule ${rule.name}`;
    return now < needs
      ? [warn(`${words}: ${listed(users)} keep ${needs} copies or chunks, and not all could be placed`)]
      : [ok(`${words}: enough for ${listed(users)}`)];
  });
}

/** OSDs that have another place or weight after the change. */
function touched(before: CrushMap, after: Tree, found: readonly CrushDifference[]) {
  const ids = new Set<number>();
  const walk = (node: TreeNode | undefined): void => {
    if (!node) return;
    if (node.type === 'OSD') ids.add(node.id);
    for (const child of node.children) walk(child);
  };
  for (const { id, kind } of found) if (kind !== 'rename' && kind !== 'remove') walk(after.byId.get(id));
  const osds = osdsOf(before).filter((node) => ids.has(node.id ?? -1));
  return { count: osds.length, used: osds.reduce((sum, osd) => sum + (osd.used ?? 0), 0) };
}

/** Checks for requesting a changed CRUSH map. */
export function checkCrushChange(
  before: CrushMap,
  after: CrushMap,
  found: readonly CrushDifference[],
  input: CheckInput,
): readonly PreflightCheck[] {
  if (found.length === 0) return [block('nothing is changed yet')];
  const [old, now] = [buildTree(before), buildTree(after)];
  const { count, used } = touched(before, now, found);
  const outside = found.filter(({ id, kind }) => kind === 'move' && (now.byId.get(id)?.stray ?? false));
  return conclude(input, [
    ...(count > 0
      ? [warn(`up to ${bytes(used)} on ${plural(count, 'OSD')} move, and other data moves in exchange`)]
      : [ok('no OSD is touched: no data moves')]),
    ...(outside.length > 0
      ? [warn(`${plural(outside.length, 'OSD')} outside the hierarchy: no data is placed there any more`)]
      : []),
    ...(input.rules ?? []).flatMap((rule) => checkRule(rule, old, now, input)),
    ...degraded(input),
  ]);
}

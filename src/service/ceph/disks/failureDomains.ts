import type { Shortage } from '../../rules/osds.ts';
import type { RuleDump } from '../crush/rules.ts';
import { isOsd, type OsdTree, type OsdTreeNode } from '../map/osdTree.ts';
import type { PoolDump } from '../pools/read.ts';

/** The start bucket and failure domain of a rule with a single choose step; undefined for more complex rules. */
function choiceOf({ steps }: RuleDump): { readonly from: string; readonly domain: string } | undefined {
  const [take, ...otherTakes] = steps.filter(({ op }) => op === 'take');
  const [choice, ...otherChoices] = steps.filter(({ op }) => op.startsWith('choose'));
  if (!take?.item_name || !choice?.type || otherTakes.length + otherChoices.length > 0) return undefined;
  return { from: take.item_name, domain: choice.type };
}

/**
 * The failure domains below a bucket, by the id of each OSD that accepts data.
 * @param from the bucket, with its device class as in `default~ssd`
 * @param domain the type of the failure domains
 */
function domainsOf(tree: OsdTree, from: string, domain: string): Map<number, number> {
  const [bucket, deviceClass] = from.split('~');
  const byId = new Map(tree.nodes.map((node) => [node.id, node]));
  const domains = new Map<number, number>();
  const enter = (node: OsdTreeNode, above: number) => {
    const ownDomain = node.type === domain ? node.id : above;
    const fits = deviceClass === undefined || node.device_class === deviceClass;
    if (isOsd(node) && fits && (node.reweight ?? 0) > 0) domains.set(node.id, ownDomain);
    for (const id of node.children ?? []) {
      const child = byId.get(id);
      if (child) enter(child, ownDomain);
    }
  };
  const start = tree.nodes.find(({ name }) => name === bucket);
  if (start) enter(start, start.id);
  return domains;
}

/** The first pool that would have too few failure domains for its copies or chunks without an OSD, if any. */
export function shortageWithout(
  osdId: number,
  tree: OsdTree,
  pools: readonly PoolDump[],
  rules: readonly RuleDump[],
): Shortage | undefined {
  for (const { pool_name: pool, size, crush_rule } of pools) {
    const rule = rules.find(({ rule_id }) => rule_id === crush_rule);
    const choice = rule && choiceOf(rule);
    if (!choice) continue;
    const domains = domainsOf(tree, choice.from, choice.domain);
    const present = new Set(domains.values()).size;
    domains.delete(osdId);
    const left = new Set(domains.values()).size;
    if (left < Math.min(size, present)) return { pool, size, left, domain: choice.domain };
  }
  return undefined;
}

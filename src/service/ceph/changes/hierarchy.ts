import { hierarchyOf, type Hierarchy, type HierarchyNode } from '../../crushHierarchy.ts';
import { refuseTwoPlaces, type RuleStarts } from '../../rules/crushMap.ts';
import { enforce } from '../../rules/refused.ts';
import type { RuleDump } from '../crush/rules.ts';
import type { OsdTree, OsdTreeNode } from '../osdTree.ts';

const nodeOf = ({
  id,
  name,
  type,
  children = [],
  device_class = '',
  reweight = 1,
}: OsdTreeNode): HierarchyNode => ({ id, name, type, children, deviceClass: device_class, reweight });

/** The map in force, to be compared with a wanted one. @throws Refusal 400 when a node stands in two buckets */
export function presentHierarchy({ nodes, stray }: OsdTree): Hierarchy {
  const hierarchy = hierarchyOf(
    [...nodes, ...stray].map(nodeOf),
    stray.map(({ id }) => id),
  );
  enforce(refuseTwoPlaces(hierarchy));
  return hierarchy;
}

/** The buckets that each rule starts from. A part of one device class is named `default~ssd` in the dump. */
export function ruleStarts(rules: readonly RuleDump[], { nodes }: Hierarchy): RuleStarts[] {
  const ids = new Map(Array.from(nodes.values(), ({ id, name }) => [name, id]));
  return rules.map(({ rule_name, steps }) => ({
    name: rule_name,
    buckets: steps.flatMap(({ op, item_name = '' }) =>
      op === 'take' ? (ids.get(item_name.split('~')[0] ?? '') ?? []) : [],
    ),
  }));
}

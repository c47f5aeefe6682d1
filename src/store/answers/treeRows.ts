import type { Tree, TreeNode } from './tree.ts';

/** One visible row of the tree. */
export interface TreeRow {
  readonly node: TreeNode;
  readonly depth: number;
  /** For each level above (`depth` entries): true if that branch continues below this row. */
  readonly guides: readonly boolean[];
  /** True for the last visible child of its parent. */
  readonly last: boolean;
  readonly expanded: boolean;
  readonly expandable: boolean;
  /** The node does not match the filter itself, but has a matching descendant. */
  readonly context: boolean;
}

/** The view state of a tree. */
export interface TreeView {
  readonly expanded: ReadonlySet<number>;
  /** Shows only matching nodes, their ancestors, which are expanded automatically, and their descendants. */
  readonly matches?: ((node: TreeNode) => boolean) | undefined;
  /** Shows only branches with a warning or an error, expanded down to it. */
  readonly problemsOnly?: boolean | undefined;
}

/** The visible rows, top to bottom. */
export function visibleRows(tree: Tree, view: TreeView): readonly TreeRow[] {
  const { expanded, matches, problemsOnly = false } = view;
  const rows: TreeRow[] = [];
  const wanted = (node: TreeNode) => !problemsOnly || isProblem(node);
  const hits = matches === undefined ? undefined : hitsBelow(tree, (node) => wanted(node) && matches(node));
  const hit = (node: TreeNode) => hits === undefined || hits.has(node.id);

  function walk(nodes: readonly TreeNode[], guides: readonly boolean[], below: boolean): void {
    const shown = nodes.filter((node) => wanted(node) && (below || hit(node)));
    for (const [index, node] of shown.entries()) {
      const last = index === shown.length - 1;
      const inside = below || matches === undefined || matches(node);
      const children = node.children.filter((child) => wanted(child) && (inside || hit(child)));
      const opens = problemsOnly || (hits !== undefined && children.some((child) => hits.has(child.id)));
      const open = children.length > 0 && (opens || expanded.has(node.id));
      rows.push({
        node,
        depth: guides.length,
        guides,
        last,
        expanded: open,
        expandable: children.length > 0,
        context: !inside,
      });
      if (open) walk(node.children, [...guides, !last], inside);
    }
  }

  walk(tree.roots, [], matches === undefined);
  return rows;
}

/** The leaf nodes that are not okay and that the filter hides, whether or not their parents are expanded. */
export function hiddenNodes(tree: Tree, matches: (node: TreeNode) => boolean): readonly TreeNode[] {
  const found: TreeNode[] = [];
  const visit = (node: TreeNode): void => {
    if (node.level === 'ok' || matches(node)) return;
    if (node.children.length === 0) found.push(node);
    node.children.forEach(visit);
  };
  tree.roots.forEach(visit);
  return found;
}

const isProblem = (node: TreeNode): boolean => node.level === 'warn' || node.level === 'error';

/** The ids of the nodes that match or have a matching descendant. */
function hitsBelow(tree: Tree, matches: (node: TreeNode) => boolean): ReadonlySet<number> {
  const hits = new Set<number>();
  const visit = (node: TreeNode): boolean => {
    const below = node.children.filter(visit).length > 0;
    const hit = below || matches(node);
    if (hit) hits.add(node.id);
    return hit;
  };
  tree.roots.forEach(visit);
  return hits;
}

import type { Tree, TreeNode } from './tree.ts';

/** One line of the tree as it is shown. */
export interface TreeRow {
  readonly node: TreeNode;
  readonly depth: number;
  /** For each level above: whether that branch goes on below this row. As long as `depth`. */
  readonly guides: readonly boolean[];
  /** The last child of its parent that is shown. */
  readonly last: boolean;
  readonly expanded: boolean;
  readonly expandable: boolean;
  /** It does not match itself: it leads to what does. */
  readonly context: boolean;
}

/** A look at a tree. */
export interface TreeView {
  readonly expanded: ReadonlySet<number>;
  /** Keeps the nodes that match, their ancestors, which open by themselves, and what hangs below a match. */
  readonly matches?: ((node: TreeNode) => boolean) | undefined;
  /** Keeps the branches with a warning or an error, and opens them down to it. */
  readonly problemsOnly?: boolean | undefined;
}

/** The rows that are to be seen, top to bottom. */
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

/** The OSDs that are not okay and that `matches` holds back, opened or not. */
export function heldBack(tree: Tree, matches: (node: TreeNode) => boolean): readonly TreeNode[] {
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

/** Ids of the nodes that match or have a match below them. */
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

import type { Look } from '../lib/look.ts';

/** Where a row stands in a tree. */
export interface TreePlace {
  /** For each level above: whether that branch goes on below this row. Empty for a root. */
  readonly guides: readonly boolean[];
  /** The last child of its parent that is shown. */
  readonly last: boolean;
  readonly expandable: boolean;
  readonly expanded: boolean;
}

/** Beyond this depth the guides are drawn as if the row stood here: the name must keep some room. */
const MAX_GUIDES = 12;

/**
 * The painted text before a tree row's name, two columns for each level and two for its own sign: guides down from the
 * parents, then whether it is open, closed or has nothing below it.
 */
export function treePrefix(row: TreePlace, look: Look): string {
  const { glyphs } = look;
  // A root has no line to its left, so the first guide belongs to its children.
  const lines = row.guides
    .slice(1)
    .slice(-MAX_GUIDES)
    .map((goesOn) => (goesOn ? `${glyphs.vertical} ` : '  '))
    .join('');
  const corner =
    row.guides.length === 0 ? '' : `${row.last ? glyphs.lastBranch : glyphs.branch}${glyphs.horizontal}`;
  const sign = row.expandable ? (row.expanded ? glyphs.expanded : glyphs.collapsed) : glyphs.leaf;
  return `${look.paint('rule', `${lines}${corner}`)}${look.paint(row.expandable ? 'accent' : 'rule', sign)} `;
}

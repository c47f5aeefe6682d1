import type { Look } from '../lib/look.ts';

/** The position of a row in a tree. */
export interface TreePosition {
  /** For each level above, true if that branch continues below this row. Empty for a root. */
  readonly guides: readonly boolean[];
  /** True for the last visible child of its parent. */
  readonly last: boolean;
  readonly expandable: boolean;
  readonly expanded: boolean;
}

/** The maximum depth of the guides; deeper rows are not indented further, to leave room for the name. */
const MAX_GUIDES = 12;

/**
 * The painted text before the name of a tree row: two columns of guides per level, then a sign of two columns for
 * expanded, collapsed or leaf.
 */
export function treePrefix(row: TreePosition, look: Look): string {
  const { glyphs } = look;
  // Roots have no guides, so the first level is skipped.
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

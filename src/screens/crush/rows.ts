import { memoize } from '../../lib/memoize.ts';
import type { Tree, TreeNode } from '../../store/answers/tree.ts';
import { hiddenNodes, type TreeRow, visibleRows } from '../../store/answers/treeRows.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import { compileFilter, type FilterColumn } from '../../store/filter/filter.ts';
import { remembered } from '../../store/session/memory.ts';
import type { FilteredRows, Trouble } from '../list/rows.ts';

/** True if a node is open by default: everything above hosts is. */
const opensByDefault = (node: TreeNode): boolean => node.type !== 'HOST' && node.type !== 'OSD';

/** The ids of the open nodes: those open by default, except those that the operator toggled. */
export function openNodes(tree: Tree, toggled: ReadonlySet<number>): ReadonlySet<number> {
  const open = new Set<number>();
  for (const node of tree.byId.values())
    if (node.children.length > 0 && opensByDefault(node) !== toggled.has(node.id)) open.add(node.id);
  return open;
}

const FILTER_COLUMNS: readonly FilterColumn[] = [
  { id: 'name', title: 'NODE', aliases: ['osd', 'host'] },
  { id: 'type', title: 'TYPE' },
  { id: 'status', title: 'STATUS' },
  { id: 'class', title: 'CLASS', aliases: ['device class'] },
];
const cellText = (node: TreeNode) => (column: string) => {
  if (column === 'type') return node.type;
  if (column === 'status') return node.status;
  return column === 'class' ? node.deviceClass : node.name;
};

/** The test of a filter; undefined if it is empty. */
function matching(filter: string): ((node: TreeNode) => boolean) | undefined {
  const compiled = compileFilter(filter, FILTER_COLUMNS);
  return compiled.empty ? undefined : (node) => compiled.matches(cellText(node));
}

interface FilteredTree {
  readonly tree: Tree;
  readonly filter: string;
}

const shown = remembered(() =>
  memoize((input: FilteredTree & { readonly toggled: ReadonlySet<number>; readonly problemsOnly: boolean }) =>
    visibleRows(input.tree, {
      expanded: openNodes(input.tree, input.toggled),
      matches: matching(input.filter),
      problemsOnly: input.problemsOnly,
    }),
  ),
);

function hiddenBy({ tree, filter }: FilteredTree): readonly Trouble[] {
  const matches = matching(filter);
  if (!matches) return [];
  return hiddenNodes(tree, matches).map((node) => ({ level: node.level, word: statusOf(node) }));
}

const hiding = remembered(() => memoize(hiddenBy));

/** The OSDs with problems that the filter hides. */
const hidden = (cockpit: Known & Shown): readonly Trouble[] =>
  cockpit.memory.of(hiding)({
    tree: cockpit.facts.tree(),
    filter: cockpit.view.getState().lists.crush.filter,
  });

/** The filter of the tree's rows. */
export const filteredTree: FilteredRows<TreeRow> = {
  columns: FILTER_COLUMNS,
  isContext: ({ context }) => context,
  hidden,
};

/** The visible rows, top to bottom. */
export function treeRows(cockpit: Known & Shown): readonly TreeRow[] {
  const { toggled, lists } = cockpit.view.getState();
  const { filter, problemsOnly } = lists.crush;
  return cockpit.memory.of(shown)({ tree: cockpit.facts.tree(), toggled, filter, problemsOnly });
}

/** The status of an OSD, such as "UP" or "DOWN in"; for buckets "5/6 up". */
export function statusOf(node: TreeNode): string {
  if (node.type === 'OSD')
    return node.status === 'DOWN' ? `DOWN ${node.osds.downIn > 0 ? 'in' : 'out'}` : node.status;
  return node.osds.total === 0 ? node.status : `${node.osds.up}/${node.osds.total} up`;
}

import type { Binding } from '../../keys/binding.ts';
import type { Tree } from '../../store/answers/tree.ts';
import type { TreeRow } from '../../store/answers/treeRows.ts';
import { toggled } from '../toggled.ts';
import { openNodes } from './rows.ts';

/** The state of a tree that its keys read and change. */
export interface TreeState {
  readonly tree: () => Tree;
  /** Nodes that are open or closed contrary to the default. */
  readonly toggled: () => ReadonlySet<number>;
  readonly setToggled: (toggled: ReadonlySet<number>) => void;
  /** Puts the cursor on a node. */
  readonly goTo: (id: number) => void;
}

/** Opens the closed ones of these nodes, and closes the open ones. */
export const toggleNodes = (state: TreeState, ids: Iterable<number>): void =>
  state.setToggled(toggled(state.toggled(), ids));

/** Closes the node under the cursor, or goes to its parent. */
function close(state: TreeState, { node, expandable, expanded }: TreeRow): void {
  if (expandable && expanded) toggleNodes(state, [node.id]);
  else if (node.parentId !== undefined) state.goTo(node.parentId);
}

/** Opens all nodes; if all are open, returns to the default. */
function toggleAll(state: TreeState): void {
  const tree = state.tree();
  const open = openNodes(tree, state.toggled());
  const closed = [...tree.byId.values()].filter((node) => node.children.length > 0 && !open.has(node.id));
  if (closed.length === 0) state.setToggled(new Set());
  else
    toggleNodes(
      state,
      closed.map(({ id }) => id),
    );
}

interface TreeKeys {
  readonly open: readonly string[];
  readonly toggle?: readonly string[];
  readonly all: readonly string[];
  /** Footer position of the key that opens a node. */
  readonly footer?: number;
}

/** The keys that open and close nodes. */
export const treeBindings = (
  state: TreeState,
  row: TreeRow | undefined,
  { open, toggle, all, footer }: TreeKeys,
): Binding[] => [
  {
    keys: open,
    label: 'open',
    help: 'Open the node',
    ...(footer !== undefined && { footer }),
    run: () => row?.expandable && !row.expanded && toggleNodes(state, [row.node.id]),
  },
  {
    keys: ['left', 'h'],
    label: 'close',
    help: 'Close the node, or go to its parent',
    run: () => row && close(state, row),
  },
  ...(toggle === undefined
    ? []
    : [
        {
          keys: toggle,
          label: 'open/close',
          help: 'Open or close the node',
          run: () => row?.expandable && toggleNodes(state, [row.node.id]),
        },
      ]),
  {
    keys: all,
    label: 'open all',
    help: 'Open all nodes, or go back to racks and hosts',
    run: () => toggleAll(state),
  },
];

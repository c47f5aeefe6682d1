import type { CrushMap } from '../../api/contract/crush.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import { remember } from '../../store/facts/remember.ts';
import { buildTree, type Tree, type TreeNode } from '../../store/facts/tree.ts';
import { type TreeRow, visibleRows } from '../../store/facts/treeRows.ts';
import { compileFilter, type FilterColumn } from '../../store/filter/filter.ts';
import { topScreen, updateScreen } from '../../store/session/screenView.ts';
import { freshList } from '../../store/session/view.ts';
import type { ScreenView } from '../../store/session/viewState.ts';
import { type CrushDifference, difference } from './difference.ts';
import { applyEdits, type CrushDraft, type CrushEdit } from './draft.ts';

/** The own state of the screen. */
export interface EditState {
  /** Each step as it was taken, and is taken back: moving three nodes at once is one. */
  readonly steps: readonly (readonly CrushEdit[])[];
  readonly marked: ReadonlySet<number>;
  /** Nodes whose state differs from the default, which is open above the hosts. */
  readonly toggled: ReadonlySet<number>;
}

/** A row of the tree as it would be. */
export interface EditRow {
  readonly row: TreeRow;
  /** The differences from the current map, in words; empty where there are none. */
  readonly change: string;
  readonly marked: boolean;
}

/** The current map, the map as it would be, and their differences. */
export interface EditedMap {
  readonly before: CrushMap;
  readonly draft: CrushDraft;
  readonly tree: Tree;
  readonly changes: readonly CrushDifference[];
}

const UNTOUCHED: EditState = { steps: [], marked: new Set(), toggled: new Set() };
const NO_MAP: CrushMap = { nodes: [] };

const isState = (state: unknown): state is EditState =>
  typeof state === 'object' && state !== null && 'steps' in state;

/** No steps where the screen was not touched, or is another one. */
export const stateOf = (screen: ScreenView | undefined): EditState =>
  isState(screen?.state) ? screen.state : UNTOUCHED;

/** The screen on top, whichever it is. */
export const screenNow = (cockpit: Shown): ScreenView | undefined => topScreen(cockpit.view.getState());

/** Changes what the topmost screen keeps; what is not named stays. */
export function changeState(cockpit: Shown, change: (state: EditState) => Partial<EditState>): void {
  updateScreen(cockpit.view, (screen) => {
    const state = stateOf(screen);
    return { ...screen, state: { ...state, ...change(state) } };
  });
}

const worked = remember(({ before, steps }: { before: CrushMap; steps: EditState['steps'] }): EditedMap => {
  const draft = applyEdits(before, steps.flat());
  return { before, draft, tree: buildTree(draft.map), changes: difference(before, draft.map) };
});

/** The map of the last answer, with the steps taken on it. */
export function edited(cockpit: Known, screen: ScreenView | undefined): EditedMap {
  const data = screen && (cockpit.screens.slot(screen).data as CrushMap | undefined);
  return worked({ before: data ?? NO_MAP, steps: stateOf(screen).steps });
}

const opensByDefault = (node: TreeNode): boolean => node.type !== 'HOST' && node.type !== 'OSD';

/** The nodes that are open. */
export function openNodes(tree: Tree, toggled: ReadonlySet<number>): ReadonlySet<number> {
  const open = new Set<number>();
  for (const node of tree.byId.values())
    if (node.children.length > 0 && opensByDefault(node) !== toggled.has(node.id)) open.add(node.id);
  return open;
}

/** The columns that its filter looks in. */
export const FILTER_COLUMNS: readonly FilterColumn[] = [
  { id: 'name', title: 'NODE', aliases: ['osd', 'host'] },
  { id: 'type', title: 'TYPE' },
  { id: 'class', title: 'CLASS', aliases: ['device class'] },
  { id: 'change', title: 'CHANGE' },
];

const shown = remember(
  (input: {
    tree: Tree;
    changes: readonly CrushDifference[];
    toggled: ReadonlySet<number>;
    marked: ReadonlySet<number>;
    filter: string;
    problemsOnly: boolean;
  }): readonly EditRow[] => {
    const marks = Map.groupBy(input.changes, ({ id }) => id);
    const changeOf = (id: number) => (marks.get(id) ?? []).map(({ mark }) => mark).join(', ');
    const filter = compileFilter(input.filter, FILTER_COLUMNS);
    const cell = (node: TreeNode) => (column: string) => {
      if (column === 'type') return node.type;
      if (column === 'change') return changeOf(node.id);
      return column === 'class' ? node.deviceClass : node.name;
    };
    const rows = visibleRows(input.tree, {
      expanded: openNodes(input.tree, input.toggled),
      matches: filter.empty ? undefined : (node) => filter.matches(cell(node)),
      problemsOnly: input.problemsOnly,
    });
    return rows.map((row) => ({
      row,
      change: changeOf(row.node.id),
      marked: input.marked.has(row.node.id),
    }));
  },
);

/** The rows to be seen, top to bottom. */
export function editRows(cockpit: Known & Shown): readonly EditRow[] {
  const screen = screenNow(cockpit);
  const { tree, changes } = edited(cockpit, screen);
  const { toggled, marked } = stateOf(screen);
  const { filter, problemsOnly } = screen?.list ?? freshList;
  return shown({ tree, changes, toggled, marked, filter, problemsOnly });
}

/** Takes steps, all or none. Answers why not, where the map does not allow one. */
export function takeSteps(cockpit: Known & Shown, edits: readonly CrushEdit[]): string | undefined {
  const screen = screenNow(cockpit);
  const { before } = edited(cockpit, screen);
  const all = [...stateOf(screen).steps, edits];
  const { failed } = applyEdits(before, all.flat());
  const refused = failed.find(({ edit }) => edits.includes(edit));
  if (refused) return refused.why;
  changeState(cockpit, () => ({ steps: all, marked: new Set() }));
  return undefined;
}

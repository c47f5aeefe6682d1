import type { CrushMap } from '../../api/contract/crush.ts';
import { memoize } from '../../lib/memoize.ts';
import { buildTree, type Tree, type TreeNode } from '../../store/answers/tree.ts';
import { type TreeRow, visibleRows } from '../../store/answers/treeRows.ts';
import { resources } from '../../store/cache/resources.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import { compileFilter, type FilterColumn } from '../../store/filter/filter.ts';
import { remembered } from '../../store/session/memory.ts';
import { topScreen, updateScreen } from '../../store/session/screenView.ts';
import { freshList } from '../../store/session/view.ts';
import type { ScreenView } from '../../store/session/viewState.ts';
import { screenSource, screenState } from '../source.ts';
import { type CrushDifference, difference } from './difference.ts';
import { applyEdits, type CrushDraft, type CrushEdit } from './draft.ts';
import { openNodes } from './rows.ts';

/** The state of the screen. */
export interface EditState {
  /** The steps that `u` undoes one by one; moving three nodes at once is a single step. */
  readonly steps: readonly (readonly CrushEdit[])[];
  readonly marked: ReadonlySet<number>;
  /** Nodes that are open or closed contrary to the default. */
  readonly toggled: ReadonlySet<number>;
}

/** A row of the edited tree. */
export interface EditRow {
  readonly row: TreeRow;
  /** The node's differences from the current map, in words; empty if there are none. */
  readonly change: string;
  readonly marked: boolean;
}

/** The current map, the edited one, and their differences. */
export interface EditedMap {
  readonly before: CrushMap;
  readonly draft: CrushDraft;
  readonly tree: Tree;
  readonly changes: readonly CrushDifference[];
}

const UNTOUCHED: EditState = { steps: [], marked: new Set(), toggled: new Set() };
const NO_MAP: CrushMap = { nodes: [] };

/** The state of a screen; empty if it was not changed yet or is another screen. */
export const stateOf = screenState('crush-edit', UNTOUCHED);

/** The top screen, of any kind. */
export const screenNow = (cockpit: Shown): ScreenView | undefined => topScreen(cockpit.view.getState());

/** Changes parts of the top screen's state. */
export function changeState(cockpit: Shown, change: (state: EditState) => Partial<EditState>): void {
  updateScreen(cockpit.view, (screen) => {
    const state = stateOf(screen);
    return { ...screen, state: { ...state, ...change(state) } };
  });
}

interface MapWithSteps {
  readonly before: CrushMap;
  readonly steps: EditState['steps'];
}

function editMap({ before, steps }: MapWithSteps): EditedMap {
  const draft = applyEdits(before, steps.flat());
  return { before, draft, tree: buildTree(draft.map), changes: difference(before, draft.map) };
}

const editing = remembered(() => memoize(editMap));

/** The data of the screen: the CRUSH map that is edited. */
export const mapToEdit = screenSource('crush-edit', {
  reads: () => ({ map: resources.crush }),
  derive: ({ map }) => map,
});

/** The last map that was read, with the steps applied. */
export function edited(cockpit: Known & Shown, screen: ScreenView | undefined): EditedMap {
  const before = mapToEdit.of(cockpit, screen) ?? NO_MAP;
  return cockpit.memory.of(editing)({ before, steps: stateOf(screen).steps });
}

/** The columns that a filter can search. */
export const FILTER_COLUMNS: readonly FilterColumn[] = [
  { id: 'name', title: 'NODE', aliases: ['osd', 'host'] },
  { id: 'type', title: 'TYPE' },
  { id: 'class', title: 'CLASS', aliases: ['device class'] },
  { id: 'change', title: 'CHANGE' },
];

interface ShownTree extends Pick<EditState, 'toggled' | 'marked'> {
  readonly tree: Tree;
  readonly changes: readonly CrushDifference[];
  readonly filter: string;
  readonly problemsOnly: boolean;
}

function shownRows(input: ShownTree): readonly EditRow[] {
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
}

const showing = remembered(() => memoize(shownRows));

/** The visible rows, top to bottom. */
export function editRows(cockpit: Known & Shown): readonly EditRow[] {
  const screen = screenNow(cockpit);
  const { tree, changes } = edited(cockpit, screen);
  const { toggled, marked } = stateOf(screen);
  const { filter, problemsOnly } = screen?.list ?? freshList;
  return cockpit.memory.of(showing)({ tree, changes, toggled, marked, filter, problemsOnly });
}

/** Takes some steps, all or none. Returns the reason if one of them is not possible. */
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

import type { Binding } from '../../keys/binding.ts';
import type { Action, Description } from '../../store/action/action.ts';
import type { TreeNode } from '../../store/answers/tree.ts';
import type { Acts, Cockpit, Known, Shown } from '../../store/cockpit.ts';
import { say, showDescription } from '../../store/session/view.ts';
import type { ScreenView } from '../../store/session/viewState.ts';
import { leaveScreen } from '../leaving.ts';
import { screenList } from '../list/handle.ts';
import { noRow } from '../list/underCursor.ts';
import { toggled } from '../toggled.ts';
import { canHold, type CrushEdit } from './draft.ts';
import { addPlan, askToLeave, classPlan, renamePlan, requestPlan, reweightPlan } from './editForms.ts';
import { changeState, type EditRow, edited, screenNow, stateOf, takeSteps } from './editState.ts';
import { openNodes } from './rows.ts';
import { toggleNodes, treeBindings, type TreeState } from './treeKeys.ts';

const treeState = (cockpit: Known & Shown): TreeState => ({
  tree: () => edited(cockpit, screenNow(cockpit)).tree,
  toggled: () => stateOf(screenNow(cockpit)).toggled,
  setToggled: (toggled) => changeState(cockpit, () => ({ toggled })),
  goTo: (id) => screenList.change(cockpit, { cursor: String(id) }),
});

/** Takes steps; if that is not possible, says why. */
function tryEdits(cockpit: Known & Shown, edits: readonly CrushEdit[]): boolean {
  const why = takeSteps(cockpit, edits);
  if (why !== undefined) say(cockpit.view, 'warn', why);
  return why === undefined;
}

/** Moves the marked nodes into the bucket under the cursor, or beside it if it cannot hold them. */
function moveMarked(cockpit: Known & Shown, node: TreeNode): void {
  const { marked } = stateOf(screenNow(cockpit));
  const nodes = edited(cockpit, screenNow(cockpit)).tree.byId;
  const fits = [...marked].every((id) => canHold(node.type, nodes.get(id)?.type));
  const to = fits ? node.id : node.parentId;
  const steps = [...marked].map((id) => ({ kind: 'move' as const, id, to }));
  if (!tryEdits(cockpit, steps)) return;
  const state = treeState(cockpit);
  if (to !== undefined && !openNodes(state.tree(), state.toggled()).has(to)) toggleNodes(state, [to]);
}

/** Removes an empty bucket, or takes an OSD out of the hierarchy. */
const remove = (cockpit: Known & Shown, { id, type }: TreeNode): boolean =>
  tryEdits(cockpit, [type === 'OSD' ? { kind: 'move', id, to: undefined } : { kind: 'remove', id }]);

/** Shows all changes in words. */
function showChanges(cockpit: Cockpit): void {
  const describe = (): Description => {
    const { changes, draft } = edited(cockpit, screenNow(cockpit));
    return {
      title: 'Changes to the CRUSH map',
      facts: [['changes', String(changes.length)]],
      text: [
        ...(changes.length === 0 ? ['None yet.'] : changes.map(({ words }) => words)),
        ...draft.failed.map(({ why }) => ({ text: `no longer fits: ${why}`, role: 'warn' as const })),
      ],
    };
  };
  showDescription(cockpit.view, describe, () => editActions(cockpit));
}

/** The action that requests the change as a whole. */
export const editActions = (cockpit: Known & Shown): Action[] => [
  {
    id: 'request',
    keys: ['r'],
    label: 'request',
    help: 'Request the changed CRUSH map',
    tier: 'destructive',
    refused: edited(cockpit, screenNow(cockpit)).changes.length === 0 ? 'nothing is changed yet' : undefined,
    plan: () => requestPlan(cockpit),
  },
];

/** The keys that move and remove nodes and undo changes. */
export function moveBindings(cockpit: Cockpit, node: TreeNode | undefined): Binding[] {
  const { marked, steps } = stateOf(screenNow(cockpit));
  const nothing = () => noRow(node);
  return [
    {
      keys: ['space'],
      label: 'mark',
      help: 'Mark the node for moving, or unmark it',
      footer: 3,
      disabled: nothing,
      run: () => node && changeState(cockpit, (state) => ({ marked: toggled(state.marked, [node.id]) })),
    },
    {
      keys: ['p'],
      label: 'put',
      help: 'Move what is marked into the bucket under the cursor',
      footer: 4,
      disabled: () => nothing() ?? (marked.size === 0 ? 'mark nodes with Space first' : undefined),
      run: () => node && moveMarked(cockpit, node),
    },
    {
      keys: ['D'],
      label: 'remove',
      help: 'Remove an empty bucket, or take an OSD out of the hierarchy',
      footer: 7,
      disabled: nothing,
      run: () => node && remove(cockpit, node),
    },
    {
      keys: ['u'],
      label: 'undo',
      help: 'Undo the last change',
      footer: 5,
      disabled: () => (steps.length === 0 ? 'nothing is changed yet' : undefined),
      run: () => changeState(cockpit, (state) => ({ steps: state.steps.slice(0, -1) })),
    },
    {
      keys: ['v'],
      label: 'changes',
      help: 'All changes in words',
      footer: 5,
      run: () => showChanges(cockpit),
    },
  ];
}

/** The changes of the node under the cursor that a form asks about. They are kept here until all are requested. */
export function nodeActions(cockpit: Known & Shown, node: TreeNode | undefined): Action[] {
  const nothing = noRow(node);
  const onlyOsd = nothing ?? (node?.type === 'OSD' ? undefined : 'only OSDs have that');
  const onlyBucket = nothing ?? (node?.type === 'OSD' ? 'an OSD cannot be renamed' : undefined);
  // Nothing is sent, so read-only mode permits them.
  const tier = 'read';
  return [
    {
      id: 'add',
      keys: ['n'],
      label: 'add',
      help: 'Add a bucket below the one under the cursor',
      tier,
      plan: () => addPlan(cockpit, node?.type === 'OSD' ? undefined : node),
    },
    {
      id: 'rename',
      keys: ['e'],
      label: 'rename',
      help: 'Rename the bucket',
      tier,
      refused: onlyBucket,
      plan: () => renamePlan(cockpit, node!),
    },
    {
      id: 'reweight',
      keys: ['w'],
      label: 'reweight',
      help: 'Change the reweight of the OSD',
      tier,
      refused: onlyOsd,
      plan: () => reweightPlan(cockpit, node!),
    },
    {
      id: 'class',
      keys: ['c'],
      label: 'class',
      help: 'Change the device class of the OSD',
      tier,
      refused: onlyOsd,
      plan: () => classPlan(cockpit, node!),
    },
  ];
}

/** The keys that open and close nodes. */
export const foldBindings = (cockpit: Known & Shown, row: EditRow['row'] | undefined): Binding[] =>
  treeBindings(treeState(cockpit), row, { open: ['right', 'l', '+', 'enter'], all: ['X', '*'] });

/** Asks before unsent changes are lost; undefined if there are none. */
export function askingToLeave(
  cockpit: Known & Shown,
  screen: ScreenView,
): ((leave: () => void) => void) | undefined {
  const { steps } = stateOf(screen);
  if (steps.length === 0) return undefined;
  return (leave) => askToLeave(cockpit, edited(cockpit, screen).changes.length || steps.length, leave);
}

/** A key that says that it leaves, while there are changes. With a filter, Esc is left out because it clears the filter. */
export function leaveBindings(cockpit: Shown & Acts): Binding[] {
  const screen = screenNow(cockpit);
  if (stateOf(screen).steps.length === 0) return [];
  return [
    {
      keys: screen?.list.filter === '' ? ['esc', 'q'] : ['q'],
      label: 'leave',
      help: 'Leave; asks first, because the changes are not requested yet',
      footer: 2,
      run: () => leaveScreen(cockpit),
    },
  ];
}

import type { Known, Shown } from '../../store/cockpit.ts';
import { showJson } from '../../store/session/view.ts';
import { listBody } from '../list/body.ts';
import { screenList } from '../list/handle.ts';
import { cursorBindings, describeBinding } from '../list/keys.ts';
import { titleDetail } from '../list/title.ts';
import { type Screen } from '../screen.ts';
import { screenWaiting } from '../waiting.ts';
import { describeNode } from './describe.ts';
import { requestOf } from './draft.ts';
import {
  askingToLeave,
  editActions,
  foldBindings,
  leaveBindings,
  moveBindings,
  nodeActions,
} from './editKeys.ts';
import { currentRow, editList, cachedRows } from './editRows.ts';
import { edited, mapToEdit, screenNow, stateOf } from './editState.ts';

/** The part of the title about pending changes: "3 changes, 2 marked". */
function pendingText(cockpit: Known & Shown): string {
  const { paint } = cockpit.look;
  const screen = screenNow(cockpit);
  const { changes, draft } = edited(cockpit, screen);
  const { size } = stateOf(screen).marked;
  return [
    ...(changes.length > 0 ? [paint('warn', `${changes.length} changed, r requests them`)] : []),
    ...(draft.failed.length > 0 ? [paint('error', `${draft.failed.length} no longer fit, see v`)] : []),
    ...(size > 0 ? [paint('accent', `${size} marked, p moves`)] : []),
  ].join(paint('dim', ', '));
}

/** Shows the map as it would be sent. */
function showMap(cockpit: Known & Shown): void {
  const { draft } = edited(cockpit, screenNow(cockpit));
  showJson(cockpit.view, { title: 'CRUSH map as it would be requested', value: requestOf(draft.map) });
}

const nodeOf = (cockpit: Known & Shown, id: string) =>
  edited(cockpit, screenNow(cockpit)).tree.byId.get(Number(id));

const LIST = { handle: screenList, empty: 'The CRUSH map has no nodes. Press n to add a root.' };

/** The edited CRUSH tree: nodes are moved, added, renamed and reweighted, then the change is requested as a whole. */
const crushEdit: Screen = {
  id: mapToEdit.id,
  names: ['crush-edit'],
  needs: [],
  group: 'Placement',
  title: 'Edit the CRUSH map',
  help: 'Move, add, rename and reweight nodes of the CRUSH map, then request all changes at once',
  operations: ['getCrushMap', 'changeCrushMap'],
  reads: mapToEdit.reads,
  derive: mapToEdit.derive,
  body: (cockpit, drawing, screen) =>
    mapToEdit.of(cockpit, screen) === undefined
      ? screenWaiting(cockpit, screen, drawing.box)
      : listBody(cockpit, LIST, cachedRows(cockpit), drawing),
  status(cockpit, screen) {
    const isKnown = mapToEdit.of(cockpit, screen) !== undefined;
    const detail = titleDetail(cockpit, cachedRows(cockpit).shown, isKnown);
    return [detail, pendingText(cockpit)].filter(Boolean).join('  ');
  },
  bindings(cockpit) {
    const row = currentRow(cockpit);
    return [
      ...moveBindings(cockpit, row?.row.node),
      ...foldBindings(cockpit, row?.row),
      ...cursorBindings(cockpit, screenList, () => cachedRows(cockpit).shown.ids),
      describeBinding(
        cockpit,
        () => (row === undefined ? undefined : String(row.row.node.id)),
        (id) => {
          const node = nodeOf(cockpit, id);
          return node && describeNode(node);
        },
      ),
      { keys: ['y'], label: 'raw', help: 'The map as it would be sent', run: () => showMap(cockpit) },
      ...leaveBindings(cockpit),
    ];
  },
  actions: (cockpit) => [...editActions(cockpit), ...nodeActions(cockpit, currentRow(cockpit)?.row.node)],
  unsent: askingToLeave,
  list: editList,
};

export const crushEditScreens: readonly Screen[] = [crushEdit];

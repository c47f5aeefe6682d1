import type { Binding } from '../../keys/binding.ts';
import { activeView } from '../../screens/activeView.ts';
import { panes } from '../../screens/panes.ts';
import { screenOf } from '../../screens/screens.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import { topScreen } from '../../store/session/screenView.ts';
import { listOf } from '../frame/filter.ts';
import { areaOf } from '../frame/layout.ts';
import { isWide, previewRoom, type PreviewRoom, WIDE } from '../frame/previewRoom.ts';

const NO_ROOM = `it takes ${WIDE.columns} columns or ${WIDE.rows} rows; d describes the row`;

/** The reason why the current view has no preview, if there is one. */
function refusal(cockpit: Known & Shown): string | undefined {
  if (!activeView(cockpit).describes) return 'nothing here has a preview';
  return isWide(cockpit) ? undefined : NO_ROOM;
}

/** Switches the preview of the current list. On the deck, switching it on zooms the pane to make room. */
function show(cockpit: Shown, preview: boolean): void {
  listOf(cockpit).change(cockpit, { preview });
  if (preview && !topScreen(cockpit.view.getState())) cockpit.view.setState({ zoomed: true });
}

/** The room for the page next to the current screen or zoomed pane. */
function roomOf(cockpit: Known & Shown): PreviewRoom {
  const state = cockpit.view.getState();
  const area = areaOf(state.size);
  const screen = topScreen(state);
  return screen
    ? previewRoom(cockpit, screen.list, area, screenOf(screen), screen)
    : previewRoom(cockpit, state.lists[state.focus], area, panes[state.focus], undefined);
}

/** True if the current list has a visible page. */
function isShown(cockpit: Known & Shown): boolean {
  const state = cockpit.view.getState();
  if (!state.zoomed && topScreen(state) === undefined) return false;
  const { columns, rows } = roomOf(cockpit);
  return columns > 0 || rows > 0;
}

/** The key that shows or hides the preview of the selected row. */
export const previewBinding = (cockpit: Known & Shown): Binding => ({
  keys: ['_'],
  label: 'preview',
  help: 'Show the page of the row under the cursor beside the list or below it, as there is room, or not',
  footer: 16,
  disabled: () => refusal(cockpit),
  run: () => show(cockpit, !isShown(cockpit)),
});

/** Handles `:preview [on|off]`; without an argument it toggles. Returns the reason if there is no preview. */
export function setPreview(cockpit: Known & Shown, argument: string): string | undefined {
  if (!['', 'on', 'off'].includes(argument)) return 'Type :preview on or :preview off.';
  const refused = refusal(cockpit);
  if (refused !== undefined) return `No preview: ${refused}.`;
  show(cockpit, argument === '' ? !isShown(cockpit) : argument === 'on');
  return undefined;
}

import { type ListHandle, paneList, screenList } from '../../screens/list/handle.ts';
import type { Shown } from '../../store/cockpit.ts';
import { PANE_FACTS } from '../../store/session/panes.ts';
import { topScreen } from '../../store/session/screenView.ts';
import { updateLogs } from '../../store/session/view.ts';
import type { ListState } from '../../store/session/viewState.ts';

const view = (cockpit: Shown) => cockpit.view.getState();

/** The list of the screen on top, or of the focused pane. */
export const listOf = (cockpit: Shown): ListHandle =>
  topScreen(view(cockpit)) ? screenList : paneList(view(cockpit).focus);

/** True if the keys act on the log. */
export const isLog = (cockpit: Shown) =>
  !topScreen(view(cockpit)) && PANE_FACTS[view(cockpit).focus].showsLog === true;

/** The filter of the active list or log. */
export const filterOf = (cockpit: Shown): string =>
  isLog(cockpit) ? view(cockpit).logs.filter : listOf(cockpit).get(cockpit).filter;

/**
 * Sets the filter of the active list or log. While the operator types it, each letter searches from the list's state before
 * the prompt opened, not from the row that the previous letter led to.
 */
export function setFilter(cockpit: Shown, filter: string): void {
  if (isLog(cockpit)) return updateLogs(cockpit.view, { filter });
  const prompt = view(cockpit).overlays.at(-1);
  const original = prompt?.kind === 'prompt' ? prompt.list : undefined;
  listOf(cockpit).change(cockpit, { ...original, filter, visit: false });
}

/** Discards what was typed into the filter prompt and restores the list's earlier state. */
export function resetFilter(cockpit: Shown, filter: string, list: ListState | undefined): void {
  if (list) listOf(cockpit).change(cockpit, list);
  else setFilter(cockpit, filter);
}

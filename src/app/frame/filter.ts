import { type ListPlace, paneList, screenList } from '../../screens/list/place.ts';
import type { Shown } from '../../store/cockpit.ts';
import { topScreen } from '../../store/session/screenView.ts';
import { updateLogs } from '../../store/session/view.ts';
import type { ListState } from '../../store/session/viewState.ts';

const view = (cockpit: Shown) => cockpit.view.getState();

/** The list of the screen on top, or of the focused pane. */
export const listOf = (cockpit: Shown): ListPlace =>
  topScreen(view(cockpit)) ? screenList : paneList(view(cockpit).focus);

/** Tells whether the log is what the keys act on. */
export const isLog = (cockpit: Shown) => !topScreen(view(cockpit)) && view(cockpit).focus === 'logs';

/** The filter of the list or log that is shown. */
export const filterOf = (cockpit: Shown): string =>
  isLog(cockpit) ? view(cockpit).logs.filter : listOf(cockpit).get(cockpit).filter;

/**
 * Sets the filter of what is shown, as it was typed: the log's, a screen's or a pane's. While it is typed, the cursor is
 * looked for from where it was before the first letter, and not from where each letter took it.
 */
export function setFilter(cockpit: Shown, filter: string): void {
  if (isLog(cockpit)) return updateLogs(cockpit.view, { filter });
  const prompt = view(cockpit).overlays.at(-1);
  const before = prompt?.kind === 'prompt' ? prompt.list : undefined;
  listOf(cockpit).change(cockpit, { ...before, filter, visit: false });
}

/** Takes what was typed into the filter's prompt back: all is looked at as before. */
export function resetFilter(cockpit: Shown, filter: string, list: ListState | undefined): void {
  if (list) listOf(cockpit).change(cockpit, list);
  else setFilter(cockpit, filter);
}

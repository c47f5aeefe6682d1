import { roughAge } from '../lib/format.ts';
import { visible, wrap } from '../lib/text.ts';
import type { Pane } from '../screens/pane.ts';
import { cadenceOf } from '../store/cadence.ts';
import type { Cockpit } from '../store/cockpit.ts';
import { type Slot, STALE_INTERVALS } from '../store/slot.ts';

/** How old data is, as exactly as it helps to know and as the link bears. */
export const coarseAge = ({ link }: Cockpit, seconds: number): string =>
  roughAge(seconds, cadenceOf(link.store.getState()).ageStep);

/** What stands at the right edge of a pane's title: why it fails, whether it is stale, how old its data is. */
export const paneAge = (cockpit: Cockpit, { dated }: Pane): readonly string[] =>
  dated === undefined ? [] : slotAge(cockpit, cockpit.data.getState().slots[dated]);

/** The same for any data. */
export function slotAge(cockpit: Cockpit, slot: Slot<unknown>): readonly string[] {
  const { look, view } = cockpit;
  const { now } = view.getState();
  if (slot.at === undefined) return slot.error ? [look.paint('error', 'no answer')] : [];
  const ms = Math.max(0, now - slot.at);
  const stale = slot.everyMs !== undefined && ms > STALE_INTERVALS * slot.everyMs;
  const old = coarseAge(cockpit, ms / 1000);
  // The age matters most; the reason gives way where there is no room for it.
  const shown = stale ? look.paint('error', `STALE ${old}`) : look.paint('dim', old);
  return slot.error
    ? [shown, look.paint('error', 'failing'), look.paint('error', visible(slot.error.message))]
    : [shown];
}

/** Why a pane that has data cannot get newer data, in full; the title has no room for it. */
export function failureLines(cockpit: Cockpit, pane: Pane, columns: number): string[] {
  const slot = pane.dated === undefined ? undefined : cockpit.data.getState().slots[pane.dated];
  if (slot?.error === undefined || slot.data === undefined) return [];
  return wrap(`Failing: ${visible(slot.error.message, cockpit.look.unicode)}`, Math.max(10, columns - 2)).map(
    (line) => cockpit.look.paint('error', ` ${line}`),
  );
}

/** What a folded pane says; before the first answer it knows nothing, and says that. */
export function summaryOf(cockpit: Cockpit, pane: Pane): string {
  const slot = pane.dated === undefined ? undefined : cockpit.data.getState().slots[pane.dated];
  if (slot && slot.data === undefined)
    return cockpit.look.paint('dim', slot.error ? 'no answer yet' : 'waiting');
  return pane.summary(cockpit);
}

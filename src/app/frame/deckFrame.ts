import { roughAge } from '../../lib/format.ts';
import { atMost, cut, visible, wrap } from '../../lib/text.ts';
import type { Pane } from '../../screens/pane.ts';
import type { Box } from '../../screens/view.ts';
import { nextTry } from '../../screens/waiting.ts';
import { ageMs, isMissing, isNotOffered, isStale, type Slot } from '../../store/cache/slot.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import { cadenceOf } from '../../store/link/cadence.ts';
import { PANE_FACTS } from '../../store/session/panes.ts';

/** The age of data, rounded more coarsely on a slow link so that it changes less often. */
export const coarseAge = ({ link }: Shown, seconds: number): string =>
  roughAge(seconds, cadenceOf(link.store.getState()).ageStep);

/** The texts at the right edge of a pane's title: age and staleness of its data, and the error of the last read. */
export function paneAge(cockpit: Known & Shown, { dated, outdatedBy }: Pane): readonly string[] {
  const seconds = outdatedBy?.(cockpit);
  if (seconds !== undefined) return [staleText(cockpit, coarseAge(cockpit, seconds))];
  return dated === undefined ? [] : slotAge(cockpit, cockpit.cache.slot(dated));
}

const staleText = ({ look }: Shown, age: string): string => look.paint('error', `STALE ${age}`);

/** The same texts for any slot. */
export function slotAge(cockpit: Shown, slot: Slot<unknown>): readonly string[] {
  const { look, view } = cockpit;
  const { now } = view.getState();
  if (isMissing(slot)) return [look.paint('warn', isNotOffered(slot) ? 'not offered' : 'does not exist')];
  const ms = ageMs(slot, now);
  if (ms === undefined) return slot.error ? [look.paint('error', 'no answer')] : [];
  const old = coarseAge(cockpit, ms / 1000);
  // The age comes first; the reason is dropped if there is no room for it.
  const shown = isStale(slot, now) ? staleText(cockpit, old) : look.paint('dim', old);
  return slot.error
    ? [shown, look.paint('error', 'failing'), look.paint('error', visible(slot.error.message, look.unicode))]
    : [shown];
}

/** The error of the last read and the time of the next try, in `height` lines at most. Empty if there is no old data. */
export function failureLines(cockpit: Shown, slot: Slot<unknown>, { width, height }: Box): string[] {
  if (slot.error === undefined || slot.data === undefined) return [];
  const { look } = cockpit;
  const columns = Math.max(10, width - 2);
  const why = visible(slot.error.message, look.unicode);
  const lines = wrap(`Failing, ${nextTry(cockpit, slot)}: ${why}`, columns);
  return atMost(lines, height).map((line) =>
    look.paint('error', ` ${cut(line, columns, look.glyphs.ellipsis)}`),
  );
}

/** The largest share of a pane's height that the error may take on the deck. */
const REASON_SHARE = 1 / 4;

/**
 * The lines with the reason why a pane's data is not being updated. A zoomed pane shows the reason in full, on the deck only
 * one pane shows it.
 */
export function paneFailure(
  cockpit: Known & Shown,
  { id, dated }: Pane,
  { width, height, zoomed }: Box & { readonly zoomed: boolean },
): string[] {
  if (dated === undefined || height < 1 || (!zoomed && !PANE_FACTS[id].saysWhyItFails)) return [];
  const most = zoomed ? height : Math.max(1, Math.floor(height * REASON_SHARE));
  return failureLines(cockpit, cockpit.cache.slot(dated), { width, height: most });
}

/** The summary in the title of a collapsed pane; before the first answer it says that it is waiting. */
export function summaryOf(cockpit: Known & Shown, pane: Pane): string {
  const slot = pane.dated === undefined ? undefined : cockpit.cache.slot(pane.dated);
  if (slot && slot.data === undefined)
    return cockpit.look.paint('dim', slot.error ? 'no answer yet' : 'waiting');
  return pane.summary(cockpit);
}

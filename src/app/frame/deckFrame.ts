import { roughAge } from '../../lib/format.ts';
import { atMost, cut, visible, wrap } from '../../lib/text.ts';
import type { Pane } from '../../screens/pane.ts';
import { nextTry } from '../../screens/waiting.ts';
import { ageMs, isMissing, isNotOffered, isStale, type Slot } from '../../store/cache/slot.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import { cadenceOf } from '../../store/link/cadence.ts';
import type { Rect } from './layout.ts';

type Box = Pick<Rect, 'width' | 'height'>;

/** The age of data, no more exact than is useful and the link can take. */
export const coarseAge = ({ link }: Shown, seconds: number): string =>
  roughAge(seconds, cadenceOf(link.store.getState()).ageStep);

/** The text at the right edge of a pane's title: why it fails, whether it is stale, how old its data is. */
export const paneAge = (cockpit: Known & Shown, { dated }: Pane): readonly string[] =>
  dated === undefined ? [] : slotAge(cockpit, cockpit.cache.slot(dated));

/** The same for any data. */
export function slotAge(cockpit: Shown, slot: Slot<unknown>): readonly string[] {
  const { look, view } = cockpit;
  const { now } = view.getState();
  if (isMissing(slot)) return [look.paint('warn', isNotOffered(slot) ? 'not offered' : 'does not exist')];
  const ms = ageMs(slot, now);
  if (ms === undefined) return slot.error ? [look.paint('error', 'no answer')] : [];
  const old = coarseAge(cockpit, ms / 1000);
  // The age matters most; the reason gives way where there is no room for it.
  const shown = isStale(slot, now) ? look.paint('error', `STALE ${old}`) : look.paint('dim', old);
  return slot.error
    ? [shown, look.paint('error', 'failing'), look.paint('error', visible(slot.error.message, look.unicode))]
    : [shown];
}

/** Why there is no newer data and when the next try is, in so many lines at most; the title has no room for it. */
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

/** A part of the pane that the reason may take where it is not all that there is to see. */
const REASON_SHARE = 1 / 4;

/**
 * Why a pane that has data cannot get newer data: in full where the pane fills the screen. On the deck the first pane
 * says it for all.
 */
export function paneFailure(
  cockpit: Known & Shown,
  { id, dated }: Pane,
  { width, height, zoomed }: Box & { readonly zoomed: boolean },
): string[] {
  if (dated === undefined || height < 1 || (!zoomed && id !== 'health')) return [];
  const most = zoomed ? height : Math.max(1, Math.floor(height * REASON_SHARE));
  return failureLines(cockpit, cockpit.cache.slot(dated), { width, height: most });
}

/** The line of a folded pane; before the first answer it knows nothing, and says that. */
export function summaryOf(cockpit: Known & Shown, pane: Pane): string {
  const slot = pane.dated === undefined ? undefined : cockpit.cache.slot(pane.dated);
  if (slot && slot.data === undefined)
    return cockpit.look.paint('dim', slot.error ? 'no answer yet' : 'waiting');
  return pane.summary(cockpit);
}

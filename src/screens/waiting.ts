import { duration } from '../lib/format.ts';
import { visible, wrap } from '../lib/text.ts';
import { RETURN_MS } from '../store/cache/loop.ts';
import type { Resource } from '../store/cache/resource.ts';
import { isMissing, isNotOffered, type Slot } from '../store/cache/slot.ts';
import type { Known, Shown } from '../store/cockpit.ts';
import type { ScreenView } from '../store/session/viewState.ts';
import type { Box } from './view.ts';

/** The time of the next try after a failed read: "next try in 12s". */
export function nextTry({ view }: Shown, { nextAt = 0 }: Slot<unknown>): string {
  const { now, paused } = view.getState();
  if (paused) return 'polling is paused';
  const seconds = Math.ceil((nextAt - now) / 1000);
  return seconds > 0 ? `next try in ${seconds}s` : 'trying now';
}

function slotLines(cockpit: Shown, slot: Slot<unknown>, columns: number): string[] {
  const { look } = cockpit;
  if (isMissing(slot)) return missingLines(cockpit, slot, columns);
  if (!slot.error) return [look.paint('dim', ' Waiting for the first answer.')];
  const why = `No answer yet: ${visible(slot.error.message, look.unicode)}`;
  return [
    ...wrap(why, Math.max(10, columns - 2)).map((line) => look.paint('warn', ` ${line}`)),
    look.paint('dim', ` ${capitalized(nextTry(cockpit, slot))}.`),
  ];
}

/** Says that what the screen is about does not exist, in the service's words. */
function missingLines({ look }: Shown, slot: Slot<unknown>, columns: number): string[] {
  const why = capitalized(visible(slot.error?.message ?? '', look.unicode));
  const next = `${isNotOffered(slot) ? '' : 'It does not exist. '}It is checked every ${duration(RETURN_MS / 1000)}; Ctrl-R checks now.`;
  const wrapped = (text: string) => wrap(text, Math.max(10, columns - 2));
  return [
    ...wrapped(why).map((line) => look.paint('warn', ` ${line}`)),
    ...wrapped(next).map((line) => look.paint('dim', ` ${line}`)),
  ];
}

const capitalized = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** The text of a pane before its first answer: that it waits, or why the read failed and when it is tried again. */
export const waitingLines = (cockpit: Known & Shown, resource: Resource, { width, height }: Box): string[] =>
  slotLines(cockpit, cockpit.cache.slot(resource), width).slice(0, height);

/** The same text for a screen. */
export const screenWaiting = (cockpit: Known & Shown, screen: ScreenView, { width, height }: Box): string[] =>
  slotLines(cockpit, cockpit.screens.slot(screen), width).slice(0, height);

import type { Clock } from '../../lib/clock.ts';
import { resources } from '../../store/cache/resources.ts';
import type { Slot } from '../../store/cache/slot.ts';
import { type CacheState, slotIn } from '../../store/cache/state.ts';
import type { KeyHistory } from '../../store/session/keyHistory.ts';
import { topScreen } from '../../store/session/screenView.ts';
import type { ViewStore } from '../../store/session/viewState.ts';

/**
 * Answers that come within so many milliseconds are drawn in one frame on the deck, on a fast link, too. At the start
 * nearly all come in a tenth of a second, and the frames of each, one after the other, held up a key. A screen reads
 * little, and is drawn at once.
 */
const GATHER_MS = 20;
/** A routine change is drawn with the next turn of the screen's clock; this is longer than that takes to come. */
const ROUTINE_MS = 2_200;
/** Who has pressed a key so long ago, in milliseconds, waits for nothing that it did. */
const TOUCHED_MS = 5000;

const healthIn = (state: CacheState) => slotIn(state, resources.status).data?.storeStatus?.health;

const ALWAYS_URGENT: ReadonlySet<string> = new Set([resources.health.key, resources.flags.key]);

/** Tells whether an answer tells more than other numbers: that something is known, failing or wrong. */
function isUrgent(key: string, now: Slot<unknown>, before: Slot<unknown> | undefined): boolean {
  if (now === before) return false;
  if (now.error !== before?.error) return true;
  if (now.data === before?.data) return false;
  return before?.data === undefined || ALWAYS_URGENT.has(key);
}

/**
 * The time that a change waits for others to be drawn with, in milliseconds. Most answers bring a rate or a use
 * that has moved: while nobody touches the keys, a frame for each costs as much as the clock does.
 */
export const redrawDelay =
  (clock: Clock, keys: KeyHistory, view: ViewStore) =>
  (now: CacheState, before: CacheState): number => {
    const gatherMs = topScreen(view.getState()) ? 0 : GATHER_MS;
    if (clock.now() - (keys.lastAt ?? Number.NEGATIVE_INFINITY) < TOUCHED_MS) return gatherMs;
    const urgent =
      now.paused !== before.paused ||
      healthIn(now) !== healthIn(before) ||
      Object.entries(now.slots).some(([key, slot]) => isUrgent(key, slot, before.slots[key]));
    return urgent ? gatherMs : ROUTINE_MS;
  };

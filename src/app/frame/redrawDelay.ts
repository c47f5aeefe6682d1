import type { Clock } from '../../lib/clock.ts';
import { resources } from '../../store/cache/resources.ts';
import type { Slot } from '../../store/cache/slot.ts';
import { type CacheState, slotIn } from '../../store/cache/state.ts';
import type { KeyHistory } from '../../store/session/keyHistory.ts';
import { topScreen } from '../../store/session/screenView.ts';
import type { ViewStore } from '../../store/session/viewState.ts';

/**
 * Answers that arrive within this many milliseconds are drawn in one frame on the deck, even on a fast link. At the start
 * nearly all of them arrive within a tenth of a second, and one frame each delayed key presses. A screen reads few
 * resources and is drawn at once.
 */
const GATHER_MS = 20;
/** The delay of a routine change: longer than the interval of the screen's clock, whose next tick draws it. */
const ROUTINE_MS = 2_200;
/** For this long after a key press, in milliseconds, every change is drawn without the routine delay. */
const TOUCHED_MS = 5000;

const healthIn = (state: CacheState) => slotIn(state, resources.status).data?.storeStatus?.health;

/** The checks and mutes of the health; its evidence is measured values, which change with every read of a busy cluster. */
const checksIn = (state: CacheState) => {
  const { status, checks, mutes } = slotIn(state, resources.health).data ?? {};
  return [status, checks, mutes];
};

/** The answers whose changes are drawn at once. Unchanged parts of an answer keep their reference. */
const newsIn = (state: CacheState): readonly unknown[] => [
  state.paused,
  healthIn(state),
  ...checksIn(state),
  slotIn(state, resources.flags).data,
];

/** True if a resource has its first data, or a new or cleared error. */
const isFirst = (now: Slot<unknown>, before: Slot<unknown> | undefined): boolean =>
  now !== before && (now.error !== before?.error || (now.data !== undefined && before?.data === undefined));

/** True if answers bring more than changed numbers. */
function isUrgent(now: CacheState, before: CacheState): boolean {
  const news = newsIn(before);
  return (
    newsIn(now).some((value, index) => value !== news[index]) ||
    Object.entries(now.slots).some(([key, slot]) => isFirst(slot, before.slots[key]))
  );
}

/**
 * The time that a change waits so that others can share its frame, in milliseconds. Most answers only change a rate or a
 * usage figure; while nobody presses keys, a frame for each would cost as much as the clock does.
 */
export const redrawDelay =
  (clock: Clock, keys: KeyHistory, view: ViewStore) =>
  (now: CacheState, before: CacheState): number => {
    const gatherMs = topScreen(view.getState()) ? 0 : GATHER_MS;
    if (clock.now() - (keys.lastAt ?? Number.NEGATIVE_INFINITY) < TOUCHED_MS) return gatherMs;
    return isUrgent(now, before) ? gatherMs : ROUTINE_MS;
  };

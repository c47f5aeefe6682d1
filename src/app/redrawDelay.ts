import type { Clock } from '../lib/clock.ts';
import type { Deck } from '../store/deck.ts';
import type { KeyTrail } from '../store/keyTrail.ts';
import type { ResourceId } from '../store/resources.ts';

/**
 * Answers of the deck that come within so many milliseconds are drawn in one frame, on a fast link, too. At the start
 * nearly all come in a tenth of a second, and the frames of each, one after the other, held up a key.
 */
const GATHER_MS = 20;
/** A routine change is drawn with the next turn of the screen's clock; this is longer than that takes to come. */
const ROUTINE_MS = 1200;
/** Who has pressed a key so long ago, in milliseconds, waits for nothing that it did. */
const TOUCHED_MS = 5000;

const healthIn = ({ status }: Deck['slots']) => status.data?.storeStatus?.health;

/** Whether an answer tells more than other numbers: that something is known or failing, or how the cluster is. */
function isUrgent(id: ResourceId, { slots: now }: Deck, { slots: before }: Deck): boolean {
  if (now[id] === before[id]) return false;
  if (now[id].error !== before[id].error) return true;
  if (now[id].data === before[id].data) return false;
  if (before[id].data === undefined || id === 'health' || id === 'flags') return true;
  return id === 'status' && healthIn(now) !== healthIn(before);
}

/**
 * How long a change of the deck waits for others to be drawn with, in milliseconds. Most answers bring a rate or a use
 * that has moved: while nobody touches the keys, a frame for each costs as much as the clock does.
 */
export const redrawDelay =
  (clock: Clock, keys: KeyTrail) =>
  (now: Deck, before: Deck): number => {
    if (clock.now() - (keys.lastAt ?? Number.NEGATIVE_INFINITY) < TOUCHED_MS) return GATHER_MS;
    const ids = Object.keys(now.slots) as ResourceId[];
    const urgent = now.paused !== before.paused || ids.some((id) => isUrgent(id, now, before));
    return urgent ? GATHER_MS : ROUTINE_MS;
  };

import type { DeckStore } from './deck.ts';

/**
 * Calls back when the service answers again: something that could not be read has been read. What else failed is worth
 * a try then, however long its wait has grown. Returns how to end it.
 */
export function onRecovery(store: DeckStore, run: () => void): () => void {
  return store.subscribe(({ slots }, { slots: before }) => {
    const ids = Object.keys(slots) as (keyof typeof slots)[];
    if (slots !== before && ids.some((id) => before[id].failures > 0 && slots[id].failures === 0)) run();
  });
}

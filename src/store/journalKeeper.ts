import { createStore, type StoreApi } from 'zustand/vanilla';
import type { DeckStore, Slots } from './deck.ts';
import { emptyJournal, type Journal, observeStatus } from './journal.ts';
import { observeCrush } from './osdLives.ts';

/** Keeps a journal of everything that the deck learns, from now until it is disposed. */
export function keepJournal(deck: DeckStore): { readonly journal: StoreApi<Journal> } & Disposable {
  const journal = createStore<Journal>(() => emptyJournal);

  // Told by the time of the read: that an answer is unchanged is news as well, it tells a stalled recovery.
  function observe({ status, crush }: Slots, before?: Slots): void {
    if (status.data !== undefined && status.at !== undefined && status.at !== before?.status.at) {
      journal.setState(observeStatus(journal.getState(), status.data, status.at), true);
    }
    if (crush.data !== undefined && crush.at !== undefined && crush.at !== before?.crush.at) {
      journal.setState(observeCrush(journal.getState(), crush.data, crush.at), true);
    }
  }

  observe(deck.getState().slots);
  const stop = deck.subscribe((now, before) => observe(now.slots, before.slots));
  return { journal, [Symbol.dispose]: stop };
}

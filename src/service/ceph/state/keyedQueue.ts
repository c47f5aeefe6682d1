/** Work that runs one after the other for each key. */
export interface KeyedQueue<Key> {
  run<R>(key: Key, work: () => Promise<R>): Promise<R>;
  /** Resolves when all work so far has ended, successfully or not. */
  settled(): Promise<void>;
}

/** Creates a queue that holds nothing but pending work. */
export function keyedQueue<Key>(): KeyedQueue<Key> {
  const pending = new Map<Key, Promise<unknown>>();
  return {
    run(key, work) {
      const turn = (pending.get(key) ?? Promise.resolve()).then(work, work);
      pending.set(key, turn);
      const clear = () => {
        if (pending.get(key) === turn) pending.delete(key);
      };
      turn.then(clear, clear);
      return turn;
    },
    async settled() {
      await Promise.allSettled(pending.values());
    },
  };
}

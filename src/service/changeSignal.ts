/** A change that callers can wait for, all of them at once. */
export class ChangeSignal {
  readonly #waiting = new Set<() => void>();

  /** Resolves at the next `notify`, or when the signal is aborted. */
  wait(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        this.#waiting.delete(done);
        signal.removeEventListener('abort', done);
        resolve();
      };
      if (signal.aborted) return resolve();
      this.#waiting.add(done);
      signal.addEventListener('abort', done);
    });
  }

  /** Wakes all waiters. */
  notify(): void {
    for (const done of this.#waiting) done();
  }
}

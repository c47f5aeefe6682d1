/** Those who wait for news. */
export class News {
  readonly #waiting = new Set<() => void>();

  /** Resolves at the next `tell`, or when the signal is aborted. */
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

  tell(): void {
    for (const done of this.#waiting) done();
  }
}

import type { CommandIo } from './io.ts';

/** The maximum number of lines that wait for a slow reader: some 10 MB at a hundred bytes each. */
const MAX_WAITING = 100_000;

/** Writes lines that may arrive faster than they are read; surplus lines are dropped and their number is reported. */
export class LineWriter {
  readonly #io: CommandIo;
  #waiting: string[] = [];
  #leftOut = 0;
  #writing: Promise<void> | undefined;

  constructor(io: CommandIo) {
    this.#io = io;
  }

  write(line: string): void {
    if (this.#waiting.length < MAX_WAITING) this.#waiting.push(line);
    else this.#leftOut++;
    this.#writing ??= this.#drain();
  }

  /** Resolves when everything has been written. */
  async close(): Promise<void> {
    await this.#writing;
  }

  async #drain(): Promise<void> {
    try {
      while (this.#waiting.length > 0) {
        const lines = this.#waiting;
        this.#waiting = [];
        if (this.#leftOut > 0)
          lines.push(`(${this.#leftOut} lines left out: the reader is slower than the log)`);
        this.#leftOut = 0;
        await this.#io.out(`${lines.join('\n')}\n`);
      }
    } finally {
      // Synchronously after the last check, so that the next `write` starts a new drain.
      this.#writing = undefined;
    }
  }
}

/** Separates the keys in a bundle; it is removed from the keys themselves. */
const SEPARATOR = '\x01';
/** The number of keys in a bundle. */
const BUNDLE = 500;

const keyOf = (line: string): string => line.replaceAll(SEPARATOR, '');

/**
 * The keys of the newest lines of a log, to detect repeats. Repeats occur only where lines are read again: after a
 * disconnect and in a page. After as many consecutive new lines as are remembered, the log is trusted not to repeat
 * lines: keys are then not looked up, and are joined into bundles, because thousands of small strings per second would
 * dominate the garbage collector's work.
 */
export class SeenLines {
  readonly #remembered: number;
  #keys: Set<string> | undefined = new Set();
  /** The previous generation of keys. */
  #keysBefore = new Set<string>();
  #newInARow = 0;
  /** While the log is trusted: the bundled keys, oldest first, and the keys that do not fill a bundle yet. */
  #bundles: string[] = [];
  #loose: string[] = [];

  /** @param remembered the minimum number of newest lines that are recognized as repeats */
  constructor(remembered: number) {
    this.#remembered = remembered;
  }

  /** Ends the trust: repeated lines may follow. */
  expectRepeats(): void {
    this.#newInARow = 0;
    if (this.#keys !== undefined) return;
    this.#keysBefore = new Set([
      ...this.#bundles.flatMap((bundle) => bundle.split(SEPARATOR)),
      ...this.#loose,
    ]);
    this.#keys = new Set();
    this.#bundles = [];
    this.#loose = [];
  }

  has(line: string): boolean {
    return this.#isKnown(keyOf(line));
  }

  /** Adds a line; returns false if it is a repeat. */
  add(line: string): boolean {
    const key = keyOf(line);
    if (this.#keys === undefined) {
      this.#bundle(key);
      return true;
    }
    if (this.#isKnown(key)) {
      this.#newInARow = 0;
      return false;
    }
    this.#keys.add(key);
    if (++this.#newInARow >= this.#remembered) this.#trust();
    else if (this.#keys.size >= this.#remembered) {
      this.#keysBefore = this.#keys;
      this.#keys = new Set();
    }
    return true;
  }

  #isKnown(key: string): boolean {
    return this.#keys?.has(key) === true || this.#keysBefore.has(key);
  }

  #trust(): void {
    for (const key of [...this.#keysBefore, ...(this.#keys ?? [])]) this.#bundle(key);
    this.#keysBefore = new Set();
    this.#keys = undefined;
  }

  #bundle(key: string): void {
    this.#loose.push(key);
    if (this.#loose.length < BUNDLE) return;
    this.#bundles.push(this.#loose.join(SEPARATOR));
    this.#loose = [];
    if ((this.#bundles.length - 1) * BUNDLE >= this.#remembered) this.#bundles.shift();
  }
}

/** Between the keys of a bundle, which hold none. */
const BREAK = '\x01';
const BUNDLE = 500;

const keyOf = (line: string): string => line.replaceAll(BREAK, '');

/**
 * The newest lines of a log by their keys, to tell repeats. Repeats come where lines are read again: after a break and
 * in a page. A log that has brought as many new lines in a row as are remembered is believed: their keys are kept in
 * bundles then and not looked up, for thousands of small texts a second would be most of what the program's memory is
 * cleaned of.
 */
export class SeenLines {
  readonly #remembered: number;
  #keys: Set<string> | undefined = new Set();
  /** The lines seen before that. */
  #keysBefore = new Set<string>();
  #newInARow = 0;
  /** While the log is believed: the keys, oldest first, and those that fill no bundle yet. */
  #bundles: string[] = [];
  #loose: string[] = [];

  /** @param remembered how many lines are told from new ones, at least */
  constructor(remembered: number) {
    this.#remembered = remembered;
  }

  /** Lines may follow that were there before. */
  expectRepeats(): void {
    this.#newInARow = 0;
    if (this.#keys !== undefined) return;
    this.#keysBefore = new Set([...this.#bundles.flatMap((bundle) => bundle.split(BREAK)), ...this.#loose]);
    this.#keys = new Set();
    this.#bundles = [];
    this.#loose = [];
  }

  has(line: string): boolean {
    return this.#knows(keyOf(line));
  }

  /** Takes a line in; false where it is a repeat. */
  add(line: string): boolean {
    const key = keyOf(line);
    if (this.#keys === undefined) {
      this.#bundle(key);
      return true;
    }
    if (this.#knows(key)) {
      this.#newInARow = 0;
      return false;
    }
    this.#keys.add(key);
    if (++this.#newInARow >= this.#remembered) this.#believe();
    else if (this.#keys.size >= this.#remembered) {
      this.#keysBefore = this.#keys;
      this.#keys = new Set();
    }
    return true;
  }

  #knows(key: string): boolean {
    return this.#keys?.has(key) === true || this.#keysBefore.has(key);
  }

  #believe(): void {
    for (const key of [...this.#keysBefore, ...(this.#keys ?? [])]) this.#bundle(key);
    this.#keysBefore = new Set();
    this.#keys = undefined;
  }

  #bundle(key: string): void {
    this.#loose.push(key);
    if (this.#loose.length < BUNDLE) return;
    this.#bundles.push(this.#loose.join(BREAK));
    this.#loose = [];
    if ((this.#bundles.length - 1) * BUNDLE >= this.#remembered) this.#bundles.shift();
  }
}

/**
 * A cache with text keys, limited by the total length of its keys. It has two generations: a full young generation becomes
 * the old one, and entries that are used again move back to the young one. So a full cache drops only entries that were not
 * used lately, and a lookup costs no more than with a Map.
 *
 * @template Value
 */
export class GenerationCache {
  #young = new Map();
  #old = new Map();
  #characters = 0;
  #limit;

  /** @param {number} limit the maximum number of characters in a generation */
  constructor(limit) {
    this.#limit = limit;
  }

  /**
   * @param {string} text
   * @returns {Value | undefined}
   */
  get(text) {
    const value = this.#young.get(text);
    if (value !== undefined) return value;
    const older = this.#old.get(text);
    if (older !== undefined) this.set(text, older);
    return older;
  }

  /**
   * @param {string} text
   * @param {Value} value
   */
  set(text, value) {
    this.#characters += text.length;
    if (this.#characters > this.#limit) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#characters = text.length;
    }
    this.#young.set(text, value);
  }

  /**
   * @param {string} text
   * @param {(text: string) => Value} make
   * @returns {Value} the cached value, created now if there is none
   */
  getOrMake(text, make) {
    const kept = this.get(text);
    if (kept !== undefined) return kept;
    const made = make(text);
    this.set(text, made);
    return made;
  }
}

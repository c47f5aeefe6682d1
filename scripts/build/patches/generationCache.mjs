/**
 * A cache from text to anything, bounded by the length of the texts that it holds. It keeps two generations:
 * when the young one is full it becomes the old one, and what is still asked for moves back into the young one.
 * So a full cache forgets what was not used lately, not everything, and a lookup costs no more than a Map's.
 *
 * @template Value
 */
export class GenerationCache {
  #young = new Map();
  #old = new Map();
  #characters = 0;
  #limit;

  /** @param {number} limit how many characters a generation may hold */
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
   * @returns {Value} what is kept for the text, made now where nothing is
   */
  getOrMake(text, make) {
    const kept = this.get(text);
    if (kept !== undefined) return kept;
    const made = make(text);
    this.set(text, made);
    return made;
  }
}

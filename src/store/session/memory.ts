/** A slot of `Memory` with its initial value. The object itself is the key. */
export interface Remembered<T> {
  readonly begin: () => T;
}

/** Declares a value that a part of the console keeps between two renderings; `begin` creates its initial value. */
export const remembered = <T>(begin: () => T): Remembered<T> => ({ begin });

/**
 * The values that parts of one console keep between renderings, instead of in module variables, which would outlive it.
 */
export class Memory {
  readonly #values = new Map<object, unknown>();

  /** The value of a slot, created on first access. */
  of<T>(slot: Remembered<T>): T {
    if (!this.#values.has(slot)) this.#values.set(slot, slot.begin());
    // The value was created by `slot.begin`, so it has this type.
    return this.#values.get(slot) as T;
  }
}

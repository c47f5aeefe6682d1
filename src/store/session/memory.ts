/** A thing that one part of the console remembers, with how it begins. The object itself is its name. */
export interface Remembered<T> {
  readonly begin: () => T;
}

/** Declares what a part of the console remembers between two drawings; `Memory` holds it. */
export const remembered = <T>(begin: () => T): Remembered<T> => ({ begin });

/** All that the parts of one console remember. It lives as long as the console: nothing outlasts it in a module. */
export class Memory {
  readonly #values = new Map<object, unknown>();

  /** The value of this thing, made when it is asked for first. */
  of<T>(thing: Remembered<T>): T {
    if (!this.#values.has(thing)) this.#values.set(thing, thing.begin());
    // What stands under a thing was begun by it.
    return this.#values.get(thing) as T;
  }
}

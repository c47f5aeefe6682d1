/** Readers for answers whose shape the interface leaves open: they take what fits and nothing else. */

/** An object of which nothing else is known. */
export type UntypedObject = Readonly<Record<string, unknown>>;

/** The value if it is an object and no array, else undefined. */
export const fields = (value: unknown): UntypedObject | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as UntypedObject) : undefined;

/** The value if it is an array, else an empty one. */
export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The value if it is a finite number, else undefined. */
export const number = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

export const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** The sum of the known numbers; undefined when none is known. */
export function sum(values: Iterable<unknown>): number | undefined {
  let total: number | undefined;
  for (const value of values) {
    const known = number(value);
    if (known !== undefined) total = (total ?? 0) + known;
  }
  return total;
}

/** A part of a whole, 0 to 1; undefined where either is not known or the whole is nothing. */
export const share = (part: number | undefined, whole: number | undefined): number | undefined =>
  part === undefined || whole === undefined || whole <= 0 ? undefined : part / whole;

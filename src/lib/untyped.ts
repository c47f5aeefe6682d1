// Readers for answers whose shape the interface does not define: each returns the value only if it has the expected type.

/** An object with unknown fields. */
export type UntypedObject = Readonly<Record<string, unknown>>;

/** True for an object that is not an array. */
export const isFields = (value: unknown): value is UntypedObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value if it is an object and not an array, else undefined. */
export const fields = (value: unknown): UntypedObject | undefined => (isFields(value) ? value : undefined);

/** The value if it is an object and not an array, else an empty one. */
export const orEmpty = (value: unknown): UntypedObject => (isFields(value) ? value : {});

/** The value if it is an array, else an empty one. */
export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The value if it is a finite number, else undefined. */
export const number = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

/** The number in a field that some services name in snake case, as given, and others in camel case. */
export const numberIn = (object: UntypedObject | undefined, name: string): number | undefined =>
  number(object?.[name]) ??
  number(object?.[name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())]);

export const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** The sum of the finite numbers among the values; undefined if there are none. */
export function sum(values: Iterable<unknown>): number | undefined {
  let total: number | undefined;
  for (const value of values) {
    const known = number(value);
    if (known !== undefined) total = (total ?? 0) + known;
  }
  return total;
}

/** A part as a share of a whole (0 to 1); undefined if either is unknown or the whole is not positive. */
export const share = (part: number | undefined, whole: number | undefined): number | undefined =>
  part === undefined || whole === undefined || whole <= 0 ? undefined : part / whole;

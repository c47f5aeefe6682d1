import { suggestion } from '../lib/nearest.ts';

/** One key of a table of the configuration file: what it may hold, and the words for that. */
export interface ConfigField<T> {
  /** Completes "must be …". */
  readonly expected: string;
  /** A value as it would stand in the file. */
  readonly example: string;
  readonly help: string;
  accepts(value: unknown): value is T;
}

/** The keys of one table of the file. */
export type ConfigFields = Readonly<Record<string, ConfigField<unknown>>>;
type ValueOf<F> = F extends ConfigField<infer T> ? T : never;
/** The values of a table with these fields; every key may be absent. */
export type ConfigValues<F extends ConfigFields> = { readonly [K in keyof F]?: ValueOf<F[K]> };

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isWhole = (value: unknown): value is number => Number.isInteger(value);

/** An empty text counts as a mistake. */
export const text = (help: string, example: string): ConfigField<string> => ({
  expected: 'a text in quotes',
  example: JSON.stringify(example),
  help,
  accepts: isText,
});

/** At least one text, none of them empty. */
export const texts = (help: string, example: readonly string[]): ConfigField<string[]> => ({
  expected: 'a list of texts',
  example: `[${example.map((item) => JSON.stringify(item)).join(', ')}]`,
  help,
  accepts: (value): value is string[] => Array.isArray(value) && value.length > 0 && value.every(isText),
});

export const yesNo = (help: string): ConfigField<boolean> => ({
  expected: 'true or false, without quotes',
  example: 'true',
  help,
  accepts: (value): value is boolean => typeof value === 'boolean',
});

/** Both bounds are allowed values. */
export const count = (help: string, least: number, most: number): ConfigField<number> => ({
  expected: `a whole number from ${least} to ${most}`,
  example: String(least),
  help,
  accepts: (value): value is number => isWhole(value) && value >= least && value <= most,
});

export const ids = (help: string): ConfigField<number[]> => ({
  expected: 'a list of whole numbers from 0',
  example: '[1, 2]',
  help,
  accepts: (value): value is number[] =>
    Array.isArray(value) && value.every((item) => isWhole(item) && item >= 0),
});

/** The first of the words stands in the example. */
export const oneOf = <const W extends string>(help: string, words: readonly W[]): ConfigField<W> => ({
  expected: `one of ${words.map((item) => JSON.stringify(item)).join(', ')}`,
  example: JSON.stringify(words[0]),
  help: `${help}: ${words.join(', ')}`,
  accepts: (value): value is W => words.some((item) => item === value),
});

/** Reports a fault at a path of the file; never returns. */
export type Fault = (path: readonly string[], problem: string) => never;

/** True for a parsed value that is a table, and not a list or a date. */
export const isTable = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);

/** Checks a parsed table against its fields: an unknown key or a value of the wrong kind is a fault. */
export function readFields<const F extends ConfigFields>(
  table: unknown,
  fields: F,
  path: readonly string[],
  fault: Fault,
): ConfigValues<F> {
  if (!isTable(table))
    return fault(path, `${JSON.stringify(path.join('.'))} must be a table: [${path.join('.')}]`);
  for (const [key, value] of Object.entries(table)) {
    const field = Object.hasOwn(fields, key) ? fields[key] : undefined;
    const known = Object.keys(fields);
    if (field === undefined) {
      const near = suggestion(key, known) || `; known here: ${known.join(', ')}`;
      return fault([...path, key], `unknown key ${JSON.stringify(key)}${near}`);
    }
    if (!field.accepts(value)) {
      // The value itself is not repeated: it may be a secret that was put on the wrong line.
      return fault([...path, key], `${key} must be ${field.expected}, as in ${key} = ${field.example}`);
    }
  }
  return table as ConfigValues<F>;
}

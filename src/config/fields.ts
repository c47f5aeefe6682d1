import { suggestion } from '../lib/nearest.ts';
import { isFields } from '../lib/untyped.ts';

/** A key of a table in the configuration file: its accepted values and their description. */
export interface ConfigField<T> {
  /** Completes "must be …". */
  readonly expected: string;
  /** A value in TOML syntax. */
  readonly example: string;
  readonly help: string;
  accepts(value: unknown): value is T;
}

/** The keys of one table in the file. */
export type ConfigFields = Readonly<Record<string, ConfigField<unknown>>>;
type FieldValue<F> = F extends ConfigField<infer T> ? T : never;
/** The values of a table with these fields; all keys are optional. */
export type ConfigValues<F extends ConfigFields> = { readonly [K in keyof F]?: FieldValue<F[K]> };

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isWhole = (value: unknown): value is number => Number.isInteger(value);

/** A field with a non-empty text. */
export const text = (help: string, example: string): ConfigField<string> => ({
  expected: 'a text in quotes',
  example: JSON.stringify(example),
  help,
  accepts: isText,
});

/** A field with a list of at least one text, none of them empty. */
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

/** A field with a whole number; both bounds are allowed values. */
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

/** A field with one of several words; the first is the example. */
export const oneOf = <const W extends string>(help: string, words: readonly W[]): ConfigField<W> => ({
  expected: `one of ${words.map((item) => JSON.stringify(item)).join(', ')}`,
  example: JSON.stringify(words[0]),
  help: `${help}: ${words.join(', ')}`,
  accepts: (value): value is W => words.some((item) => item === value),
});

/** Throws an error about the value at a path of the file. */
export type Fault = (path: readonly string[], problem: string) => never;

/** True if a parsed value is a table, not a list or a date. */
export const isTable = (value: unknown): value is Record<string, unknown> =>
  isFields(value) && !(value instanceof Date);

/** Checks a parsed table against its fields; unknown keys and values that are not accepted are errors. */
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
      // The message does not repeat the value, which may be a misplaced secret.
      return fault([...path, key], `${key} must be ${field.expected}, as in ${key} = ${field.example}`);
    }
  }
  return table as ConfigValues<F>;
}

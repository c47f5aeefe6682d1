import { parseArgs } from 'node:util';
import { suggestion } from '../lib/nearest.ts';

/** One option of a command; its parsing, its errors and its help derive from this. */
export interface Option {
  /** What the value is called in the help, as `FILE`; an option without one is a switch. */
  readonly value?: string;
  /** The value may be left out, as in `--demo`. */
  readonly optional?: true;
  /** May be given more than once; all values count. */
  readonly multiple?: true;
  readonly short?: string;
  /** Another spelling. */
  readonly alias?: string;
  /** The words that the value may be; of a value that is a number, those that stand for one, from the least on. */
  readonly words?: readonly string[];
  /** Bounds of a value that is a whole number. */
  readonly range?: readonly [least: number, most: number];
  readonly help: string;
}

/** The options of a command by their long names. */
export type Options = Readonly<Record<string, Option>>;

type ValueOf<O extends Option> = O extends { readonly value: string }
  ? O extends { readonly optional: true }
    ? string | true
    : O extends { readonly range: readonly [number, number] }
      ? number
      : O extends { readonly words: readonly (infer W)[] }
        ? W
        : string
  : true;

/** The values of the options that were given. */
export type OptionValues<T extends Options> = {
  -readonly [K in keyof T]?: T[K] extends { readonly multiple: true } ? ValueOf<T[K]>[] : ValueOf<T[K]>;
};

/** A command line that cannot be understood, in one line that says what would be right. Exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** How an option is written, as `--lines N`. */
export function spelling(name: string, option: Option): string {
  if (option.value === undefined) return `--${name}`;
  return option.optional ? `--${name}[=${option.value}]` : `--${name} ${option.value}`;
}

/** A whole number, or the word for it; of a word its beginning is enough, where that is one's only. */
function checkedNumber(
  name: string,
  { range: [least, most], words = [] }: Option & Required<Pick<Option, 'range'>>,
  value: string,
): number {
  const number = Number(value);
  if (/^-?\d+$/.test(value) && number >= least && number <= most) return number;
  const meant = words.filter((word) => word.startsWith(value));
  if (meant.length === 1) return least + words.findIndex((word) => word.startsWith(value));
  const or = words.length === 0 ? '' : ` or ${words.join(', ')}`;
  throw new UsageError(
    `--${name} must be a whole number from ${least} to ${most}${or}; it is ${JSON.stringify(value)}${suggestion(value, words)}`,
  );
}

function checked(name: string, option: Option, value: string): string | number {
  const { range } = option;
  if (range !== undefined) return checkedNumber(name, { ...option, range }, value);
  if (option.words !== undefined && !option.words.includes(value)) {
    const near = suggestion(value, option.words);
    throw new UsageError(
      `--${name} must be one of ${option.words.join(', ')}; it is ${JSON.stringify(value)}${near}`,
    );
  }
  return value;
}

function readValue(name: string, option: Option, value: string | undefined): string | number | true {
  if (option.value === undefined) {
    if (value !== undefined) throw new UsageError(`--${name} takes no value`);
    return true;
  }
  if (value === undefined || value === '') {
    if (option.optional) return true;
    throw new UsageError(`--${name} needs a value: ${spelling(name, option)}`);
  }
  return checked(name, option, value);
}

/** The options as parseArgs wants them, by each of their spellings. */
function parseArgsOptions(byName: ReadonlyMap<string, { readonly option: Option }>) {
  const entries = [...byName].map(([spelt, { option }]) => {
    // An optional value is given with an equals sign only, so that what follows is never taken for it.
    const type = option.value === undefined || option.optional ? ('boolean' as const) : ('string' as const);
    return [spelt, { type, ...(option.short !== undefined && { short: option.short }) }] as const;
  });
  return Object.fromEntries(entries);
}

/** What the arguments of one command say. */
export interface ReadArguments<T extends Options> {
  readonly values: OptionValues<T>;
  /** What is no option. */
  readonly operands: readonly string[];
  /** Options that the command itself does not know, with their values. */
  readonly parameters: readonly (readonly [name: string, value: string])[];
}

/**
 * Reads the arguments of one command.
 * @param help the command line that lists the options, for the error about an unknown one
 * @param open whether unknown options are kept as parameters, each with a value, instead of being refused
 * @throws UsageError
 */
export function readOptions<const T extends Options>(
  argv: readonly string[],
  options: T,
  help: string,
  open = false,
): ReadArguments<T> {
  const byName = new Map(
    Object.entries<Option>(options).flatMap(([name, option]) =>
      [name, option.alias ?? name].map((spelt) => [spelt, { name, option }] as const),
    ),
  );
  const config = parseArgsOptions(byName);
  const { tokens } = parseArgs({ args: [...argv], options: config, strict: false, tokens: true });
  const values: Record<string, unknown> = {};
  const operands: string[] = [];
  const parameters: (readonly [string, string])[] = [];
  let taken = -1;
  for (const token of tokens) {
    if (token.kind === 'positional' && token.index !== taken) operands.push(token.value);
    if (token.kind !== 'option' || token.index === taken) continue;
    const found = byName.get(token.name);
    const next = argv[token.index + 1];
    // Behind a value that was forgotten stands the next option.
    const follows = next?.startsWith('--') ? undefined : next;
    if (found !== undefined) {
      const value = token.inlineValue || found.option.value === undefined ? token.value : follows;
      const read = readValue(found.name, found.option, found.option.optional ? token.value : value);
      const before = (values[found.name] as unknown[] | undefined) ?? [];
      values[found.name] = found.option.multiple ? [...before, read] : read;
    } else if (open && token.rawName.startsWith('--')) {
      const value = token.inlineValue ? token.value : follows;
      if (value === undefined) throw new UsageError(`${token.rawName} needs a value`);
      if (!token.inlineValue) taken = token.index + 1;
      parameters.push([token.name, value]);
    } else {
      const near = suggestion(token.name, byName.keys()).replace('"', '"--');
      throw new UsageError(`unknown option ${token.rawName}${near}; ${help} lists the options`);
    }
  }
  return { values: values as OptionValues<T>, operands, parameters };
}

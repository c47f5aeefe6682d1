import { suggestion } from '../lib/nearest.ts';

/** An option of a command; parsing, errors and help derive from it. */
export interface CliOption {
  /** The name of the value in the help, such as `FILE`; an option without one is a switch. */
  readonly value?: string;
  /** The value may be omitted, as in `--demo`. */
  readonly optional?: true;
  /** May be given more than once; all values count. */
  readonly multiple?: true;
  readonly short?: string;
  /** Another spelling. */
  readonly alias?: string;
  /** The allowed values; for a number, words that stand for the numbers from the lower bound up. */
  readonly words?: readonly string[];
  /** The bounds of a whole number. */
  readonly range?: readonly [least: number, most: number];
  readonly help: string;
}

/** The options of a command by their long names. */
export type Options = Readonly<Record<string, CliOption>>;

type OptionValue<O extends CliOption> = O extends { readonly value: string }
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
  -readonly [K in keyof T]?: T[K] extends { readonly multiple: true }
    ? OptionValue<T[K]>[]
    : OptionValue<T[K]>;
};

/** An invalid command line, with a one-line message that says what is expected. Exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** An option as written in the help, such as `--lines N`. */
export function spelling(name: string, option: CliOption): string {
  if (option.value === undefined) return `--${name}`;
  return option.optional ? `--${name}[=${option.value}]` : `--${name} ${option.value}`;
}

/** A whole number, or a word that stands for one; an unambiguous prefix of the word is enough. */
function checkedNumber(
  name: string,
  { range: [least, most], words = [] }: CliOption & Required<Pick<CliOption, 'range'>>,
  value: string,
): number {
  const number = Number(value);
  if (/^-?\d+$/.test(value) && number >= least && number <= most) return number;
  const matches = words.filter((word) => word.startsWith(value));
  if (matches.length === 1) return least + words.findIndex((word) => word.startsWith(value));
  const or = words.length === 0 ? '' : ` or ${words.join(', ')}`;
  throw new UsageError(
    `--${name} must be a whole number from ${least} to ${most}${or}; it is ${JSON.stringify(value)}${suggestion(value, words)}`,
  );
}

function checked(name: string, option: CliOption, value: string): string | number {
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

/** Checks the value of an option and converts it. @throws UsageError */
export function readValue(
  name: string,
  option: CliOption,
  value: string | undefined,
): string | number | true {
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

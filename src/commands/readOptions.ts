import { suggestion } from '../lib/nearest.ts';
import { readValue, UsageError, type CliOption, type Options, type OptionValues } from './options.ts';

/** An option on the command line. */
interface WrittenOption {
  /** The option with its dashes, such as `--lines` or `-n`. */
  readonly spelling: string;
  /** The value in the same argument: after an equals sign, or directly after a short option. */
  readonly attached?: string;
}

/** The options in one argument: a long one, or several letters, where the first that takes a value gets the rest. */
function* optionsIn(argument: string, takesValue: (spelling: string) => boolean): Generator<WrittenOption> {
  if (argument.startsWith('--')) {
    const [spelling = '', ...attached] = argument.split('=');
    yield attached.length === 0 ? { spelling } : { spelling, attached: attached.join('=') };
    return;
  }
  for (let rest = argument.slice(1); rest !== ''; rest = rest.slice(1)) {
    const spelling = `-${rest[0]}`;
    const attached = rest.slice(1);
    if (attached !== '' && takesValue(spelling)) {
      yield { spelling, attached };
      return;
    }
    yield { spelling };
  }
}

/** Options by each of their spellings, with the key of their value. */
function bySpelling(
  options: Options,
): ReadonlyMap<string, { readonly name: string; readonly option: CliOption }> {
  const all = Object.entries(options).flatMap(([name, option]) =>
    [`--${name}`, option.alias && `--${option.alias}`, option.short && `-${option.short}`]
      .filter((spelling) => spelling !== undefined)
      .map((spelling) => [spelling, { name, option }] as const),
  );
  return new Map(all);
}

/** True if the next argument is the option's value. An optional value can only follow an equals sign. */
const takesNext = ({ value, optional }: CliOption) => value !== undefined && optional !== true;

/** The parsed arguments of one command. */
export interface ReadArguments<T extends Options> {
  readonly values: OptionValues<T>;
  /** The arguments that are not options. */
  readonly operands: readonly string[];
  /** Unknown options with their values, if the command accepts them. */
  readonly parameters: readonly (readonly [name: string, value: string])[];
}

function unknownOption(spelling: string, known: readonly string[], help: string): UsageError {
  const names = known.filter((one) => one.startsWith('--')).map((one) => one.slice(2));
  const near = suggestion(spelling.replace(/^-+/, ''), names).replace('"', '"--');
  return new UsageError(`unknown option ${spelling}${near}; ${help} lists the options`);
}

/**
 * Parses the arguments of one command, as `parseArgs` of node:util would. Loading that takes a millisecond, and the console
 * has only four until its first byte.
 * @param help the command line that lists the options, for the error about an unknown one
 * @param open true keeps unknown options as parameters, each with a value, instead of refusing them
 * @throws UsageError
 */
export function readOptions<const T extends Options>(
  argv: readonly string[],
  options: T,
  help: string,
  open = false,
): ReadArguments<T> {
  const known = bySpelling(options);
  const values: Record<string, unknown> = {};
  const operands: string[] = [];
  const parameters: (readonly [string, string])[] = [];
  const rest = [...argv];
  // If a value was forgotten, the next argument is another option, not the value.
  const nextValue = () => (rest[0]?.startsWith('--') ? undefined : rest.shift());
  const takesValue = (spelling: string) => {
    const found = known.get(spelling);
    return found !== undefined && takesNext(found.option);
  };
  const take = ({ spelling, attached }: WrittenOption) => {
    const found = known.get(spelling);
    if (found !== undefined) {
      const { name, option } = found;
      const read = readValue(name, option, attached ?? (takesNext(option) ? nextValue() : undefined));
      values[name] = option.multiple ? [...((values[name] as unknown[] | undefined) ?? []), read] : read;
    } else if (open && spelling.startsWith('--')) {
      const value = attached ?? nextValue();
      if (value === undefined) throw new UsageError(`${spelling} needs a value`);
      parameters.push([spelling.slice(2), value]);
    } else {
      throw unknownOption(spelling, [...known.keys()], help);
    }
  };
  for (let argument = rest.shift(); argument !== undefined; argument = rest.shift()) {
    if (argument === '--') operands.push(...rest.splice(0));
    else if (argument === '-' || !argument.startsWith('-')) operands.push(argument);
    else for (const written of optionsIn(argument, takesValue)) take(written);
  }
  return { values: values as OptionValues<T>, operands, parameters };
}

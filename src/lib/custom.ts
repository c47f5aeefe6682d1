/** An action that the operator has configured: a program that runs on this machine. */
export interface CustomAction {
  readonly name: string;
  readonly key: string;
  /** The name, as typed on the `:` line, of the pane or screen that offers it; `everywhere` for all of them. */
  readonly scope: string;
  /** The program and its arguments, one per entry; `{field}` is replaced by that field of the selected row. */
  readonly command: readonly string[];
  readonly tier: 'reversible' | 'disruptive' | 'destructive';
}

/** A sequence of keys that the operator has bound to one key. */
export interface CustomMacro {
  readonly name: string;
  readonly key: string;
  /** Key names, and words to be typed letter by letter. */
  readonly press: readonly string[];
}

/** Keys, aliases, actions and macros that the operator has configured. */
export interface Custom {
  /** Command lines of the `:` prompt by alias. */
  readonly aliases: ReadonlyMap<string, string>;
  /** Keys by the name of the binding that they run. */
  readonly keys: ReadonlyMap<string, readonly string[]>;
  readonly actions: readonly CustomAction[];
  readonly macros: readonly CustomMacro[];
}

/** Nothing configured. */
export const NO_CUSTOM: Custom = { aliases: new Map(), keys: new Map(), actions: [], macros: [] };

/**
 * Substitutes the fields of a row into a command. No shell is involved: each entry stays a single argument, whatever
 * the field contains.
 * @returns the arguments, or the reason why the command cannot run
 */
export function filledCommand(
  command: readonly string[],
  fields: Readonly<Record<string, unknown>>,
): { readonly argv: readonly string[] } | { readonly problem: string } {
  const missing = new Set<string>();
  const argv = command.map((part) =>
    part.replace(/\{([\w.-]+)\}/g, (_, name: string) => {
      const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
      if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
        return String(value);
      missing.add(name);
      return '';
    }),
  );
  if (missing.size > 0) return { problem: `the selection has no ${[...missing].join(' and no ')}` };
  // A name that a server chose must not be taken for an option by a local program.
  const forged = argv.findIndex((part, index) => part.startsWith('-') && !command[index]?.startsWith('-'));
  if (forged >= 0) return { problem: `${command[forged]} would begin with a dash` };
  if (argv.some((part) => part.includes('\0')))
    return { problem: 'a field contains a NUL byte, which an argument cannot' };
  return { argv };
}

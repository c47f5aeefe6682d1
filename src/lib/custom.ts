/** An action of the operator's own: a program that runs on this machine. */
export interface CustomAction {
  readonly name: string;
  readonly key: string;
  /** The pane or the screen where it is offered, by its name on the `:` line; `everywhere` for all. */
  readonly scope: string;
  /** The program and its arguments, each an argument of its own; `{field}` stands for a field of the selected row. */
  readonly command: readonly string[];
  readonly tier: 'reversible' | 'disruptive' | 'destructive';
}

/** Keys of the operator's own that are pressed one after the other by one key. */
export interface CustomMacro {
  readonly name: string;
  readonly key: string;
  /** Names of keys, and words that are typed letter by letter. */
  readonly press: readonly string[];
}

/** Keys, aliases, actions and macros that the operator has configured. */
export interface Custom {
  /** Lines of the `:` prompt by the names that stand for them. */
  readonly aliases: ReadonlyMap<string, string>;
  /** Keys by the name of the binding that they are to run. */
  readonly keys: ReadonlyMap<string, readonly string[]>;
  readonly actions: readonly CustomAction[];
  readonly macros: readonly CustomMacro[];
}

/** No keys, aliases, actions or macros beyond the program's own. */
export const NO_CUSTOM: Custom = { aliases: new Map(), keys: new Map(), actions: [], macros: [] };

/**
 * A command with the fields of a row put in. No shell reads it: each entry stays one argument, whatever the field
 * holds.
 * @returns the arguments, or why there are none
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
  // What a server called something must not become an option of a program that runs here.
  const forged = argv.findIndex((part, index) => part.startsWith('-') && !command[index]?.startsWith('-'));
  if (forged >= 0) return { problem: `${command[forged]} would begin with a dash` };
  if (argv.some((part) => part.includes('\0')))
    return { problem: 'a field holds a character that no argument can' };
  return { argv };
}

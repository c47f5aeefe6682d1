import { contract } from '../api/contract/index.ts';
import type { Operation } from '../api/operation.ts';
import { parametersOf } from './operations.ts';
import type { CliOption } from './options.ts';
import { commandTable, type Shell, SHELLS, SUBJECTS } from './table.ts';

/** Completions of a word on the command line, depending on the words before it. */
interface WordTables {
  /** After `storedeck`, and after each command: the words that may follow. */
  readonly after: ReadonlyMap<string, readonly string[]>;
  /** After `storedeck call OPERATION`. */
  readonly parameters: ReadonlyMap<string, readonly string[]>;
  /** After an option: the values that it accepts. */
  readonly values: ReadonlyMap<string, readonly string[]>;
  /** Options whose value is the name of a file. */
  readonly files: readonly string[];
}

const longOption = (name: string) => `--${name}`;

/** The completions, derived from the same tables as parsing and help. */
function words(): WordTables {
  const entries = Object.entries(commandTable);
  const options = entries.flatMap(([, entry]) => Object.entries<CliOption>(entry.options));
  const after = new Map<string, string[]>();
  for (const [name, entry] of entries) {
    after.set(name === 'console' ? '' : name, [...Object.keys(entry.options).map(longOption), '--help']);
  }
  after.get('')?.push(...entries.map(([name]) => name).filter((name) => name !== 'console'));
  after.get('call')?.push(...Object.keys(contract));
  after.get('changes')?.push('approve', 'reject');
  after.get('completion')?.push(...SHELLS);
  after.get('help')?.push(...entries.map(([name]) => name), ...SUBJECTS);
  const parameters = Object.entries<Operation>(contract).map(
    ([id, operation]) => [id, [...parametersOf(operation).keys()].map(longOption)] as const,
  );
  return {
    after,
    parameters: new Map(parameters.filter(([, names]) => names.length > 0)),
    values: new Map(
      options.flatMap(([name, { words: known }]) => (known ? [[longOption(name), known]] : [])),
    ),
    files: [
      ...new Set(options.filter(([, { value }]) => value === 'FILE').map(([name]) => longOption(name))),
    ],
  };
}

const cases = (entries: ReadonlyMap<string, readonly string[]>, line: (list: string) => string): string =>
  [...entries]
    .map(([name, list]) => `    ${name === '' ? "''" : name}) ${line(list.join(' '))} ;;`)
    .join('\n');

function bash({ after, parameters, values, files }: WordTables): string {
  return `# bash completion of storedeck
_storedeck() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} command='' offered=''
  [[ \${COMP_WORDS[1]} != -* && $COMP_CWORD -gt 1 ]] && command=\${COMP_WORDS[1]}
  case $previous in
    ${files.join('|')}) COMPREPLY=($(compgen -f -- "$current")); return ;;
${cases(values, (list) => `COMPREPLY=($(compgen -W '${list}' -- "$current")); return`)}
  esac
  case $command in
${cases(after, (list) => `offered='${list}'`)}
  esac
  [[ $command == call && $COMP_CWORD -gt 2 ]] && case \${COMP_WORDS[2]} in
${cases(parameters, (list) => `offered+=' ${list}'`)}
  esac
  COMPREPLY=($(compgen -W "$offered" -- "$current"))
}
complete -F _storedeck storedeck
`;
}

/** The script for zsh, which can run bash's completion functions. */
const zsh = (all: WordTables): string => `#compdef storedeck
autoload -U +X bashcompinit && bashcompinit
${bash(all)}`;

function fish({ after, parameters, values, files }: WordTables): string {
  const plain = (list: readonly string[]) => list.filter((word) => !word.startsWith('--')).join(' ');
  const lines: string[] = ['# fish completion of storedeck', 'complete -c storedeck -f'];
  const add = (condition: string, list: readonly string[]) => {
    if (plain(list) !== '') lines.push(`complete -c storedeck -n '${condition}' -a '${plain(list)}'`);
    for (const option of list.filter((word) => word.startsWith('--'))) {
      const known = values.get(option);
      const value = known ? ` -x -a '${known.join(' ')}'` : files.includes(option) ? ' -r -F' : '';
      lines.push(`complete -c storedeck -n '${condition}' -l ${option.slice(2)}${value}`);
    }
  };
  for (const [name, list] of after) {
    add(name === '' ? '__fish_use_subcommand' : `__fish_seen_subcommand_from ${name}`, list);
  }
  for (const [id, list] of parameters) add(`__fish_seen_subcommand_from ${id}`, list);
  return `${lines.join('\n')}\n`;
}

const WRITERS = { bash, zsh, fish } as const satisfies Record<Shell, (all: WordTables) => string>;

/** The completion script of a shell. */
export const completionScript = (shell: Shell): string => WRITERS[shell](words());

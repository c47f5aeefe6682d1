import type { ClusterChoice, ConsoleOptions, SimulationOptions } from '../config/commandLine.ts';
import { suggestion } from '../lib/nearest.ts';
import type { simulationOptions, targetOptions } from './optionGroups.ts';
import { UsageError, type Options, type OptionValues } from './options.ts';
import { readOptions } from './readOptions.ts';
import { commandTable, type CommandName, type HelpTopic, type Shell, SHELLS, SUBJECTS } from './table.ts';

/** Paths of the PEM files with a certificate and its key. */
export interface TlsFiles {
  readonly cert: string;
  readonly key: string;
}

/** Arguments of `serve`; the help states the default of an absent one. */
export interface ServeArguments {
  readonly engine: 'sim' | 'ceph';
  /** `HOST:PORT` or `unix:PATH`. */
  readonly listen?: string;
  readonly tokenFile?: string;
  readonly tls?: TlsFiles;
  /** Socket for decisions on changes of the CRUSH map. */
  readonly control?: string;
  /** Directory for the data that the engine keeps on this machine. */
  readonly data?: string;
  /** True if changes are written to disk before they are answered. */
  readonly sync: boolean;
  readonly simulation: SimulationOptions & { readonly scenario?: string };
  readonly ceph: {
    readonly via?: string;
    readonly sshConfig?: string;
    readonly conf?: string;
    readonly name?: string;
    readonly s3?: string;
  };
}

/** Arguments of `status` and `why`. */
export interface StatusArguments extends ClusterChoice {
  readonly json: boolean;
}

export interface CallArguments extends ClusterChoice {
  /** Absent with `list`. */
  readonly operation?: string;
  readonly list: boolean;
  /** The body as JSON, or `-` for standard input. */
  readonly json?: string;
  /** The file to save a download to. */
  readonly output?: string;
  /** Parameters of the operation, in the order given. */
  readonly parameters: readonly (readonly [name: string, value: string])[];
}

export interface LogsArguments extends ClusterChoice {
  readonly follow: boolean;
  readonly services: readonly string[];
  /** The least urgent syslog priority to show. */
  readonly priority?: number;
  readonly lines: number;
  readonly utc: boolean;
}

export interface ChangesArguments {
  /** Undefined lists the requests. */
  readonly decision?: { readonly verb: 'approve' | 'reject'; readonly id: number };
  readonly control?: string;
  readonly json: boolean;
}

/** A parsed command line. */
export type CliCommand =
  | ({ readonly command: 'console' } & ConsoleOptions)
  | ({ readonly command: 'serve' } & ServeArguments)
  | ({ readonly command: 'status' } & StatusArguments)
  | ({ readonly command: 'why' } & StatusArguments)
  | ({ readonly command: 'call' } & CallArguments)
  | ({ readonly command: 'logs' } & LogsArguments)
  | ({ readonly command: 'changes' } & ChangesArguments)
  | ({ readonly command: 'doctor' } & ConsoleOptions)
  | { readonly command: 'completion'; readonly shell: Shell }
  | { readonly command: 'version' }
  | { readonly command: 'help'; readonly topic?: HelpTopic };

/** An object without its undefined values, as `exactOptionalPropertyTypes` requires. */
type Given<T> = { [K in keyof T]: Exclude<T[K], undefined> };
const given = <T extends object>(values: T): Partial<Given<T>> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<Given<T>>;

function clusterChoice(values: OptionValues<typeof targetOptions>): ClusterChoice {
  const { demo, url, via, context, readonly: readOnly } = values;
  const [tokenFile, sshConfig] = [values['token-file'], values['ssh-config']];
  const [cephConf, cephUser] = [values['ceph-conf'], values['ceph-user']];
  const target = given({ demo, url, via, context, readOnly, tokenFile, sshConfig, cephConf, cephUser });
  return { target, ...given({ configFile: values.config }) };
}

const simulation = ({ scale, seed }: OptionValues<typeof simulationOptions>): SimulationOptions =>
  given({ scale, seed });

const helpLine = (name: CommandName) =>
  name === 'console' ? 'storedeck --help' : `storedeck ${name} --help`;

/** Reads the options of a command that takes no operands. */
function readOptionsOnly<const T extends Options>(
  name: CommandName,
  options: T,
  argv: readonly string[],
): OptionValues<T> {
  const { values, operands } = readOptions(argv, options, helpLine(name));
  const [word] = operands;
  if (word === undefined) return values;
  const scenario = argv[argv.indexOf(word) - 1] === '--demo' ? ` (did you mean --demo=${word}?)` : '';
  throw new UsageError(`unexpected argument ${JSON.stringify(word)}${scenario}; see ${helpLine(name)}`);
}

/** Reads the arguments of the console and of the doctor, which are the same: the cluster and the screen options. */
function readConsole(command: 'console' | 'doctor', argv: readonly string[]): CliCommand {
  const values = readOptionsOnly(command, commandTable[command].options, argv);
  const { ascii, unicode, theme, utc, bell, mouse, cursor } = values;
  const [on, off] = [values.slow, values['no-slow']];
  if (ascii && unicode) throw new UsageError('give only one of --ascii and --unicode');
  if (on && off) throw new UsageError('give only one of --slow and --no-slow');
  const slow = on ?? (off && (false as const));
  const characters = ascii ? ('ascii' as const) : unicode && ('unicode' as const);
  const colour = values['no-colour'] && (false as const);
  const screen = given({ characters, colour, theme, utc, bell, mouse, cursor, slow });
  return { command, ...clusterChoice(values), simulation: simulation(values), screen };
}

function readTls(cert: string | undefined, key: string | undefined): TlsFiles | undefined {
  if (cert !== undefined && key !== undefined) return { cert, key };
  if (cert !== undefined || key !== undefined) throw new UsageError('--tls-cert and --tls-key go together');
  return undefined;
}

function readServe(argv: readonly string[]): CliCommand {
  const values = readOptionsOnly('serve', commandTable.serve.options, argv);
  const { engine = 'sim', listen, scenario, data, via, conf, name, s3, control } = values;
  const foreign =
    engine === 'sim'
      ? (['via', 'ssh-config', 'conf', 'name', 's3'] as const)
      : (['scale', 'seed', 'scenario'] as const);
  const wrong = foreign.find((option) => values[option] !== undefined);
  if (wrong !== undefined) {
    throw new UsageError(`--${wrong} belongs to --engine ${engine === 'sim' ? 'ceph' : 'sim'}`);
  }
  const sync = values['no-sync'] !== true;
  if (!sync && (engine === 'ceph' || data === undefined))
    throw new UsageError('--no-sync goes with --data and --engine sim');
  const tls = readTls(values['tls-cert'], values['tls-key']);
  return {
    command: 'serve',
    engine,
    sync,
    ...given({ listen, tokenFile: values['token-file'], tls, control, data }),
    simulation: { ...simulation(values), ...given({ scenario }) },
    ceph: given({ via, sshConfig: values['ssh-config'], conf, name, s3 }),
  };
}

function readReport(command: 'status' | 'why', argv: readonly string[]): CliCommand {
  const values = readOptionsOnly(command, commandTable[command].options, argv);
  return { command, ...clusterChoice(values), json: values.json === true };
}

/** The default number of past log lines to show. */
const LOG_LINES = 100;

function readLogs(argv: readonly string[]): CliCommand {
  const values = readOptionsOnly('logs', commandTable.logs.options, argv);
  const { follow, service, priority, lines, utc } = values;
  return {
    command: 'logs',
    ...clusterChoice(values),
    follow: follow === true,
    services: service ?? [],
    ...given({ priority }),
    lines: lines ?? LOG_LINES,
    utc: utc === true,
  };
}

function readCall(argv: readonly string[]): CliCommand {
  const help = helpLine('call');
  const { values, operands, parameters } = readOptions(argv, commandTable.call.options, help, true);
  const [operation, extra] = operands;
  if (extra !== undefined) throw new UsageError(`unexpected argument ${JSON.stringify(extra)}; see ${help}`);
  const list = values.list === true;
  if (operation === undefined && !list) {
    throw new UsageError('call needs an operation; storedeck call --list lists them');
  }
  const { json, output } = values;
  return {
    command: 'call',
    ...clusterChoice(values),
    ...given({ operation, json, output }),
    list,
    parameters,
  };
}

function readChanges(argv: readonly string[]): CliCommand {
  const help = helpLine('changes');
  const { values, operands } = readOptions(argv, commandTable.changes.options, help);
  const more = { ...given({ control: values.control }), json: values.json === true };
  const [verb, id, extra] = operands;
  if (verb === undefined) return { command: 'changes', ...more };
  if ((verb !== 'approve' && verb !== 'reject') || !/^\d{1,15}$/.test(id ?? '') || extra !== undefined)
    throw new UsageError(`changes takes nothing, or approve ID, or reject ID; see ${help}`);
  return { command: 'changes', decision: { verb, id: Number(id) }, ...more };
}

function readCompletion(argv: readonly string[]): CliCommand {
  const [shell] = argv;
  const known = SHELLS.find((name) => name === shell);
  if (known === undefined) throw new UsageError(`completion needs one of ${SHELLS.join(', ')}`);
  return { command: 'completion', shell: known };
}

const isCommand = (word: string): word is CommandName => Object.hasOwn(commandTable, word);

function readHelp(argv: readonly string[]): CliCommand {
  const topic = argv.find((argument) => !argument.startsWith('-'));
  if (topic === undefined) return { command: 'help' };
  const subject = SUBJECTS.find((name) => name === topic);
  if (subject !== undefined) return { command: 'help', topic: subject };
  if (isCommand(topic)) return { command: 'help', topic };
  throw unknownCommand(topic);
}

function unknownCommand(word: string): UsageError {
  const near = suggestion(word, Object.keys(commandTable));
  return new UsageError(
    `unknown command ${JSON.stringify(word)}${near}; storedeck --help lists the commands`,
  );
}

function readCommand(name: CommandName, argv: readonly string[]): CliCommand {
  switch (name) {
    case 'console':
    case 'doctor':
      return readConsole(name, argv);
    case 'serve':
      return readServe(argv);
    case 'status':
    case 'why':
      return readReport(name, argv);
    case 'logs':
      return readLogs(argv);
    case 'call':
      return readCall(argv);
    case 'changes':
      return readChanges(argv);
    case 'completion':
      return readCompletion(argv);
    case 'version':
      return { command: 'version' };
    case 'help':
      return readHelp(argv);
  }
}

/**
 * Parses the command line, without the program's own name.
 * @throws UsageError with a one-line message that says what is expected
 */
export function readArguments(argv: readonly string[]): CliCommand {
  const [first = ''] = argv;
  const named = first !== '' && !first.startsWith('-');
  if (named && !isCommand(first)) throw unknownCommand(first);
  const name = named ? (first as CommandName) : 'console';
  const rest = named ? argv.slice(1) : argv;
  const wants = (...spellings: string[]) => rest.some((argument) => spellings.includes(argument));
  if (wants('--help', '-h'))
    return named && name !== 'help' ? { command: 'help', topic: name } : { command: 'help' };
  if (wants('--version', '-V')) return { command: 'version' };
  return readCommand(name, rest);
}

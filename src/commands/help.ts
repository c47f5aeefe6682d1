import type { ConfigFields } from '../config/fields.ts';
import {
  actionFields,
  macroFields,
  contextFields,
  logFields,
  screenFields,
  serviceFields,
  topFields,
  viaFields,
} from '../config/schema.ts';
import { spelling, type CliOption, type Options } from './options.ts';
import { commandTable, type CommandName, type HelpTopic } from './table.ts';

function optionLine(name: string, option: CliOption): readonly [string, string] {
  const short = option.short === undefined ? '    ' : `-${option.short}, `;
  return [short + spelling(name, option), option.help];
}

/** Lines in two aligned columns: the spelling and its description. */
function columns(rows: readonly (readonly [left: string, right: string])[]): string[] {
  const indent = Math.max(...rows.map(([left]) => left.length)) + 2;
  return rows.map(([left, right]) => `  ${left.padEnd(indent)}${right}`);
}

function optionLines(options: Options): string[] {
  const rows = Object.entries(options).map(([name, option]) => optionLine(name, option));
  return columns([...rows, ['-h, --help', 'this text']]);
}

function programHelp(): string[] {
  const commands = Object.entries(commandTable).filter(([name]) => name !== 'console');
  return [
    'storedeck: the console of a distributed storage cluster',
    '',
    'Usage: storedeck [OPTIONS]',
    '       storedeck COMMAND [OPTIONS]',
    '',
    'Commands:',
    ...columns(commands.map(([name, { summary }]) => [name, summary])),
    '',
    'Options of the console:',
    ...optionLines(commandTable.console.options),
    '',
    commandTable.console.notes,
  ];
}

function commandHelp(name: Exclude<CommandName, 'console'>): string[] {
  const entry = commandTable[name];
  const operands = entry.operands === '' ? '' : ` ${entry.operands}`;
  return [
    `storedeck ${name}: ${entry.summary}`,
    '',
    `Usage: storedeck ${name} [OPTIONS]${operands}`,
    '',
    'Options:',
    ...optionLines(entry.options),
    ...('notes' in entry ? ['', entry.notes] : []),
  ];
}

/** The keys of a configuration table, each after a comment with its purpose. */
function keyLines(fields: ConfigFields): string[] {
  return Object.entries(fields).flatMap(([key, { example, help }]) => [`# ${help}`, `${key} = ${example}`]);
}

const { 'current-context': currentContext } = topFields;

/** The keys of a context that do not depend on how its cluster is reached. */
const commonFields = Object.fromEntries(
  Object.entries(contextFields).filter(([key]) => !(key in serviceFields) && !(key in viaFields)),
);

/** An example configuration file with every possible key. */
export function configHelp(): string {
  const lines = [
    '# ~/.config/storedeck/config.toml, or the file named by --config or STOREDECK_CONFIG',
    ...keyLines({ 'current-context': currentContext }),
    '',
    '# one section for each management service; of the three sources of a token, one',
    `[contexts.${JSON.parse(currentContext.example) as string}]`,
    ...keyLines(serviceFields),
    ...keyLines(commonFields),
    '',
    '# or, with nothing installed there, for each Ceph cluster that a command leads to',
    '[contexts.lab]',
    ...keyLines(viaFields),
    '',
    '[screen]',
    ...keyLines(screenFields),
    '',
    '# other keys for what the console does; the help of each screen (?) names both',
    '[keys]',
    'next-error = "ctrl-e"',
    '',
    '# words of your own for commands of the : line',
    '[aliases]',
    'down = "osd status:down"',
    '',
    '# programs of your own: confirmed like any action, never run through a shell',
    '[[actions]]',
    ...keyLines(actionFields),
    '',
    '# keys of your own that press others; a dialog that asks stops them',
    '[[macros]]',
    ...keyLines(macroFields),
    '',
    '[logs]',
    ...keyLines(logFields),
  ];
  return `${lines.join('\n')}\n`;
}

/** The list of the scenarios, a line each. The simulation is loaded for it alone. */
export async function scenarioHelp(): Promise<string> {
  const { SCENARIO_NAMES, scenarioOf } = await import('../service/sim/scenarios.ts');
  const lines = [
    'Scenarios of the simulated cluster, as in storedeck --demo=host-down:',
    '',
    ...columns(SCENARIO_NAMES.map((name) => [name, scenarioOf(name).summary])),
  ];
  return `${lines.join('\n')}\n`;
}

/** The help text of the program, of one command or of the configuration file. */
export function helpText(topic: Exclude<HelpTopic, 'scenarios'> = 'console'): string {
  if (topic === 'config') return configHelp();
  return `${(topic === 'console' ? programHelp() : commandHelp(topic)).join('\n')}\n`;
}

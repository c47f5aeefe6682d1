import { nearest } from '../../lib/nearest.ts';
import { PRIORITY_WORDS } from '../../lib/priority.ts';
import { openMap } from '../../screens/disks/map/withMap.ts';
import { leaveForCluster, confirmLeavingAll } from '../../screens/leaving.ts';
import { openPane, openScreen } from '../../screens/screen.ts';
import { openTransfers } from '../../screens/transfers.ts';
import type { Cockpit, Shown } from '../../store/cockpit.ts';
import { PANE_FACTS, PANES } from '../../store/session/panes.ts';
import { pushOverlay, say, toggleUtc, updateLogs } from '../../store/session/view.ts';
import type { Command, CommandLine } from './command.ts';
import { maintenanceCommands } from './maintenance.ts';
import { muteCommands } from './mutes.ts';
import { screenCommands } from './screens.ts';
import { goCommand, toolCommands } from './tools.ts';

const paneCommands: readonly Command[] = PANES.map((pane) => ({
  names: PANE_FACTS[pane].names,
  usage: '[FILTER]',
  help: `${PANE_FACTS[pane].title}, in full${PANE_FACTS[pane].unfiltered?.text ? '' : '; a filter may follow'}`,
  run: (cockpit, argument) => openPane(cockpit, pane, argument),
}));

/** Quits at once, or asks first, as `q` does, while files are being transferred. */
function leaveProgram({ view, transfers, quit }: Cockpit): void {
  if (transfers.store.getState().running.length > 0) pushOverlay(view, { kind: 'quit' });
  else quit();
}

const LEVELS: readonly string[] = PRIORITY_WORDS;

const viewCommands: readonly Command[] = [
  {
    names: ['level'],
    usage: 'LEVEL',
    help: 'Show log lines of this level and above',
    complete: () => LEVELS,
    run: (cockpit, argument) => {
      const level = LEVELS.indexOf(argument);
      if (level < 0) return `Name a level: ${LEVELS.join(' ')}`;
      return updateLogs(cockpit.view, { level });
    },
  },
  {
    names: ['map'],
    usage: '',
    help: 'Map of all OSDs by host and rack, in full',
    run: (cockpit) => openMap(cockpit),
  },
  {
    names: ['deck'],
    usage: '',
    help: 'All panes',
    run: (cockpit) =>
      confirmLeavingAll(cockpit, () => cockpit.view.setState({ zoomed: false, overlays: [] })),
  },
  {
    names: ['api', 'interface'],
    usage: '[SEARCH]',
    help: 'Every operation of the interface, to search and call',
    run: (cockpit, argument) => pushOverlay(cockpit.view, { kind: 'explorer', search: argument, cursor: 0 }),
  },
  {
    names: ['transfers'],
    usage: '',
    help: 'Files being transferred to or from the cluster; stops one',
    run: (cockpit) => openTransfers(cockpit),
  },
  {
    names: ['ctx', 'context'],
    usage: '[NAME]',
    help: 'Another cluster of the configuration; without a name, all of them with their health',
    complete: (cockpit) => cockpit.fleet.store.getState().members.map(({ context }) => context.name),
    run: (cockpit, name) => (name === '' ? openScreen(cockpit, 'contexts') : leaveForCluster(cockpit, name)),
  },
  {
    names: ['readonly'],
    usage: '',
    help: 'Refuse everything that changes the cluster',
    run: (cockpit) => void cockpit.setReadOnly(true),
  },
  {
    names: ['readwrite'],
    usage: 'CLUSTER',
    help: 'Allow changes again; needs the name of the cluster, so that it is not the wrong one',
    run: (cockpit, argument) => {
      if (cockpit.view.getState().macro.playing) return 'No macro allows changes: type it by hand.';
      return argument === cockpit.context.name
        ? cockpit.setReadOnly(false)
        : `Type the name of this cluster after it: :readwrite ${cockpit.context.name}`;
    },
  },
  {
    names: ['utc'],
    usage: '',
    help: 'Switch between UTC and local time',
    run: (cockpit) => toggleUtc(cockpit.view),
  },
  {
    names: ['help'],
    usage: '',
    help: 'Keys and commands',
    run: (cockpit) => pushOverlay(cockpit.view, { kind: 'help', search: '', cursor: 0 }),
  },
  {
    names: ['q', 'quit'],
    usage: '',
    help: 'Leave',
    run: (cockpit) => confirmLeavingAll(cockpit, () => leaveProgram(cockpit)),
  },
];

export const commands: readonly Command[] = [
  ...paneCommands,
  ...screenCommands,
  ...maintenanceCommands,
  ...muteCommands,
  ...viewCommands,
  goCommand(() => commandLine),
  ...toolCommands,
];

const split = (line: string): readonly [name: string, argument: string] => {
  const [name = '', ...rest] = line.trim().split(/\s+/);
  return [name, rest.join(' ')];
};

/** The line with a leading alias expanded; a built-in command of the same name takes precedence. */
function expanded({ custom }: Shown, line: string): string {
  const [name, argument] = split(line);
  const alias = custom.aliases.get(name);
  if (alias === undefined || commands.some((command) => command.names.includes(name))) return line;
  return `${alias} ${argument}`.trimEnd();
}

/** A suggestion for an unknown command: one that takes the word as its argument, one with a similar name, or those about it. */
function suggestionFor(cockpit: Cockpit, word: string): string {
  const accepting = commands.filter(({ complete }) => complete?.(cockpit, '').includes(word));
  const [close] =
    accepting.length > 0
      ? accepting.map(({ names: [name] }) => `${name} ${word}`)
      : [
          nearest(
            word,
            commands.flatMap(({ names }) => names),
          ),
        ];
  if (close !== undefined) return `Did you mean ${close}?`;
  const about = commands.filter(({ help }) =>
    wordsOf(help).some((one) => one.startsWith(word.toLowerCase())),
  );
  return about.length === 0
    ? 'Press ? for all, Ctrl-P to search for it.'
    : `About it: ${about
        .slice(0, MAX_ABOUT)
        .map(({ names: [name] }) => `:${name}`)
        .join(', ')}; ? searches all.`;
}

/** The most commands that are suggested because their help has the word. */
const MAX_ABOUT = 3;
const wordsOf = (help: string): readonly string[] => help.toLowerCase().split(/\W+/);

const commandOf = (name: string): Command | undefined =>
  commands.find((candidate) => candidate.names.includes(name));

/** Says why a line failed, and puts it into the prompt again to be corrected. A macro ends there: its keys would be typed. */
function fail(cockpit: Cockpit, value: string, problem: string): void {
  const { view } = cockpit;
  const { kept, playing } = view.getState().macro;
  if (playing) view.setState({ macro: { kept } });
  pushOverlay(view, { kind: 'prompt', purpose: 'command', value, before: '' });
  readCompletions(cockpit, value);
  say(view, 'warn', problem);
}

/**
 * Runs a line of the prompt. If it is wrong, it is put into the prompt again with a notice that says why, so that it can be
 * corrected, or its argument added.
 */
export function runCommand(cockpit: Cockpit, line: string): void {
  const [name, argument] = split(expanded(cockpit, line));
  if (name === '') return;
  const { view } = cockpit;
  // A mistyped line is remembered, too.
  view.setState((state) => ({
    commands: [line.trim(), ...state.commands.filter((old) => old !== line.trim())].slice(0, 100),
  }));
  const command = commandOf(name);
  if (!command) {
    fail(cockpit, line.trim(), `There is no command ${name}. ${suggestionFor(cockpit, name)}`);
    return;
  }
  const { notice } = view.getState();
  const problem = command.run(cockpit, argument);
  // An earlier notice may no longer be true.
  if (typeof problem !== 'string')
    return view.setState((state) => (notice && state.notice === notice ? { notice: undefined } : state));
  // There is nothing to correct in a command without arguments.
  if (command.usage === '' && argument === '') say(view, 'warn', problem);
  else fail(cockpit, argument === '' ? `${name} ` : line.trim(), problem);
}

/** The name and the argument of a line, of which the end is still being typed. */
function typedIn(line: string): { readonly name: string; readonly argument?: string } {
  const [, name = '', argument] = /^\s*(\S*)(?:\s+(.*))?$/s.exec(line) ?? [];
  return { name, ...(argument !== undefined && { argument }) };
}

/** Completions of a line: command names and aliases first; after a space the arguments of that command. */
export function completions(cockpit: Cockpit, line: string): readonly string[] {
  const { name, argument } = typedIn(line);
  if (argument === undefined)
    return [
      ...commands.flatMap(({ names }) => names.filter((candidate) => candidate.startsWith(name))),
      ...[...cockpit.custom.aliases.keys()].filter((alias) => alias.startsWith(name)),
    ];
  const words = commandOf(name)?.complete?.(cockpit, argument) ?? [];
  return words.filter((word) => word.startsWith(argument)).map((word) => `${name} ${word}`);
}

/** Reads what the completions of a line need. */
export function readCompletions(cockpit: Cockpit, line: string): void {
  const { name, argument } = typedIn(line);
  if (argument !== undefined) commandOf(name)?.load?.(cockpit, argument);
}

export const commandLine: CommandLine = { commands, run: runCommand };

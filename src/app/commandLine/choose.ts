import type { Cockpit } from '../../store/cockpit.ts';
import { pushOverlay } from '../../store/session/view.ts';
import type { Command, CommandLine } from './command.ts';

/** Puts a command that requires an argument into the prompt. */
export function askForArgument(cockpit: Cockpit, { names: [name = ''], load }: Command): void {
  pushOverlay(cockpit.view, { kind: 'prompt', purpose: 'command', value: `${name} `, before: '' });
  load?.(cockpit, '');
}

/** Runs a command chosen from a list, or asks for its argument if it requires one. */
export function chooseCommand(cockpit: Cockpit, { run }: Pick<CommandLine, 'run'>, command: Command): void {
  const { names, usage } = command;
  if (usage === '' || usage.startsWith('[')) run(cockpit, names[0] ?? '');
  else askForArgument(cockpit, command);
}

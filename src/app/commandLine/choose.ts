import type { Cockpit } from '../../store/cockpit.ts';
import { pushOverlay } from '../../store/session/view.ts';
import type { Command, CommandLine } from './command.ts';

/** Runs a command that was chosen from a list, or has it wait in the prompt for the argument that it needs. */
export function chooseCommand(
  cockpit: Cockpit,
  { run }: Pick<CommandLine, 'run'>,
  { names: [name = ''], usage }: Command,
): void {
  if (usage === '' || usage.startsWith('[')) run(cockpit, name);
  else pushOverlay(cockpit.view, { kind: 'prompt', purpose: 'command', value: `${name} `, before: '' });
}

import type { Cockpit } from '../../store/cockpit.ts';
import { pushOverlay } from '../../store/session/view.ts';
import type { Command, CommandLine } from './command.ts';

/** Runs a command chosen from a list, or opens the prompt with it if it requires an argument. */
export function chooseCommand(
  cockpit: Cockpit,
  { run }: Pick<CommandLine, 'run'>,
  { names: [name = ''], usage }: Command,
): void {
  if (usage === '' || usage.startsWith('[')) run(cockpit, name);
  else pushOverlay(cockpit.view, { kind: 'prompt', purpose: 'command', value: `${name} `, before: '' });
}

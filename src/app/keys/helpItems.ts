import type { Layer } from '../../keys/binding.ts';
import { type HelpEntry, helpEntries, searchHelp } from '../../keys/help.ts';
import type { Cockpit } from '../../store/cockpit.ts';
import type { Command } from '../commandLine/command.ts';
import { commandLine, commands } from '../commandLine/commands.ts';

/** A command as a help entry; choosing it runs it, or opens the prompt if it needs an argument. */
function commandEntry(cockpit: Cockpit, command: Command): HelpEntry {
  const { names, usage, help } = command;
  const [name = '', ...others] = names;
  return {
    layer: 'Commands',
    keys: `:${name} ${usage}`.trimEnd(),
    text: `${help}${others.length > 0 ? ` (also :${others.join(' :')})` : ''}`,
    binding: { keys: [], label: name, help, run: () => commandLine.run(cockpit, name) },
  };
}

/** The help entries that match the search: active keys and commands. */
export const helpItems = (cockpit: Cockpit, layers: readonly Layer[], search: string): HelpEntry[] =>
  searchHelp(
    [
      ...helpEntries(layers, cockpit.look.unicode),
      ...commands.map((command) => commandEntry(cockpit, command)),
    ],
    search,
  );

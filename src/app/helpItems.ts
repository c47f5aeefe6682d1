import type { Layer } from '../keys/binding.ts';
import { type HelpEntry, helpEntries, searchHelp } from '../keys/help.ts';
import type { Cockpit } from '../store/cockpit.ts';
import { pushOverlay } from '../store/view.ts';
import { type Command, commands } from './commands.ts';

/** A command as a line of the help: chosen there it runs, or waits in the prompt for its argument. */
function commandEntry(cockpit: Cockpit, { names, usage, help, run }: Command): HelpEntry {
  const [name = '', ...others] = names;
  const optional = usage === '' || usage.startsWith('[');
  return {
    layer: 'Commands',
    keys: `:${name} ${usage}`.trimEnd(),
    text: `${help}${others.length > 0 ? ` (also :${others.join(' :')})` : ''}`,
    binding: {
      keys: [],
      label: name,
      help,
      run: () => {
        if (optional) run(cockpit, '');
        else pushOverlay(cockpit.view, { kind: 'prompt', purpose: 'command', value: `${name} `, before: '' });
      },
    },
  };
}

/** What the help lists: the keys in force and the commands, as far as they match the search. */
export const helpItems = (cockpit: Cockpit, layers: readonly Layer[], search: string): HelpEntry[] =>
  searchHelp(
    [
      ...helpEntries(layers, cockpit.look.unicode),
      ...commands.map((command) => commandEntry(cockpit, command)),
    ],
    search,
  );

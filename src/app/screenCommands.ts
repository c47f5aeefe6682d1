import { screens } from '../screens/areas/index.ts';
import { openScreen, type Screen } from '../screens/screen.ts';
import type { Command } from './commands.ts';

/** The command that opens a screen: its name, then what it is about. */
const commandOf = ({ id, names, needs, help }: Screen): Command => ({
  names,
  usage: needs.map((need) => need.toUpperCase()).join(' '),
  help,
  run(cockpit, argument) {
    const words = argument === '' ? [] : argument.split(/\s+/);
    if (words.length < needs.length) return `Say which ${needs.slice(words.length).join(' and ')} after it.`;
    openScreen(cockpit, id, Object.fromEntries(needs.map((need, index) => [need, words[index] ?? ''])));
    return undefined;
  },
});

export const screenCommands: readonly Command[] = screens
  .filter(({ names }) => names.length > 0)
  .map(commandOf);

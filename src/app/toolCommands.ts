import { parseSpan, showSince } from '../screens/logFilters.ts';
import type { Command } from './commands.ts';
import { chooseColumns } from './columnMenu.ts';
import { goTo } from './goKeys.ts';
import { dumpScreen, EXPORT_FORMATS, exportTable, openCopy } from './takeOut.ts';

/** Commands that show what is there in another way, or take it out. */
export const toolCommands: readonly Command[] = [
  {
    names: ['since'],
    usage: '[SPAN]',
    help: 'Show the log of the last 90s, 10m, 2h or 7d; without a span all lines held',
    complete: () => ['1m', '5m', '15m', '30m', '1h', '6h', '24h', '7d'],
    run: (cockpit, argument) => {
      const span = parseSpan(argument);
      if (argument !== '' && span === undefined) return 'Type a span such as 90s, 10m, 2h or 7d.';
      showSince(cockpit, span);
      cockpit.view.setState({ focus: 'logs' });
      return undefined;
    },
  },
  {
    names: ['go'],
    usage: '[TEXT]',
    help: 'Go to anything that is loaded, to a screen or a command',
    run: goTo,
  },
  {
    names: ['cols', 'columns'],
    usage: '',
    help: 'Choose the columns of the table that is shown; the choice is kept',
    run: chooseColumns,
  },
  {
    names: ['copy'],
    usage: '',
    help: "Copy a cell, the row or all rows to the terminal's clipboard",
    run: openCopy,
  },
  {
    names: ['export'],
    usage: 'FORMAT [FILE]',
    help: 'Write what is shown to a file, as csv, json or text',
    complete: () => EXPORT_FORMATS,
    run: exportTable,
  },
  {
    names: ['dump'],
    usage: '[FILE]',
    help: 'Write the screen as it stands to a file',
    run: dumpScreen,
  },
];

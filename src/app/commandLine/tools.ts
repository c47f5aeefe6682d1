import { age } from '../../lib/format.ts';
import { parseSpan, secondsSince } from '../../lib/span.ts';
import { isTheme, THEME_NAMES } from '../../lib/themes.ts';
import { showSince } from '../../screens/log/filters.ts';
import type { Cockpit, Shown } from '../../store/cockpit.ts';
import { SLOW_CHOICES, type SlowChoice } from '../../store/link/link.ts';
import { say } from '../../store/session/view.ts';
import { undoLast } from '../actions/undo.ts';
import { dumpScreen, EXPORT_FORMATS, exportTable, openCopy } from '../export.ts';
import { chooseColumns } from '../overlays/columnMenu.ts';
import { setPreview } from '../overlays/preview.ts';
import { updateIntervalText } from '../terminal/pacedLink.ts';
import type { Command, CommandLine } from './command.ts';
import { goTo } from './goTo.ts';
import { columnIds, sortTable } from './sort.ts';

const isChoice = (word: string): word is SlowChoice => (SLOW_CHOICES as readonly string[]).includes(word);

/** Sets the slow-link mode; without an argument it only shows the current one. */
function slowCommand({ link, view }: Shown, word: string): string | undefined {
  if (word !== '' && !isChoice(word)) return `Type on, off or auto after it, not ${word}.`;
  if (isChoice(word)) link.choose(word);
  const state = link.store.getState();
  const { choice, roundTripMs } = state;
  const trip = roundTripMs === undefined ? 'not measured yet' : `${roundTripMs} ms`;
  say(
    view,
    'info',
    `slow ${choice}: updates are drawn ${updateIntervalText(state)}; round trip to the terminal ${trip}.`,
  );
  return undefined;
}

/** The word that goes back to the theme that the program was started with. */
const DEFAULT = 'default';

/** Chooses a theme; without an argument it only shows the current one. */
function themeCommand({ view, look }: Shown, word: string): string | undefined {
  const isKnown = word === '' || word === DEFAULT || isTheme(word);
  if (!isKnown) return `There is no theme ${word}; choose one of: ${THEME_NAMES.join(', ')}, or ${DEFAULT}.`;
  if (word !== '') view.setState({ theme: isTheme(word) ? word : undefined });
  const { theme = DEFAULT } = view.getState();
  const colours =
    look.depth === 'none' ? ' This terminal shows no colours, so all themes look the same.' : '';
  say(view, 'info', `The theme is ${theme}.${colours}`);
  return undefined;
}

/** The time for which the answer is shown, in milliseconds. */
const SHOWN_MS = 30_000;

/** Shows the faults injected into the simulated cluster and how long ago: the solution of a drill. */
function reveal({ context, clock, view, reveal: readInjected }: Cockpit): string | undefined {
  if (!context.demo) return 'Only a simulated cluster has something to reveal: storedeck --demo=drill';
  void readInjected().then((injected) => {
    const texts = injected.map(({ summary, at }) => `${age((clock.now() - at) / 1000)} ago: ${summary}`);
    say(
      view,
      'info',
      texts.length === 0 ? 'No fault was injected into this cluster yet.' : texts.join('; '),
      SHOWN_MS,
    );
  });
  return undefined;
}

/** The command that goes to anything: rows, screens, or a command. */
export const goCommand = (commandLine: () => CommandLine): Command => ({
  names: ['go'],
  usage: '[TEXT]',
  help: 'Go to anything that is loaded, to a screen or a command, or start an action on the selected row',
  run: (cockpit, text) => goTo(cockpit, commandLine(), text),
});

/** Commands that change how data is shown, copy it or export it. */
export const toolCommands: readonly Command[] = [
  {
    names: ['since'],
    usage: '[DURATION|TIME]',
    help: 'Show the log of the last 90s, 10m, 2h or 7d, or since a time of day such as 18:03; alone all buffered lines',
    complete: () => ['1m', '5m', '15m', '30m', '1h', '6h', '24h', '7d'],
    run: (cockpit, argument) => {
      const span =
        parseSpan(argument) ?? secondsSince(argument, cockpit.clock.now(), cockpit.view.getState().utc);
      if (argument !== '' && span === undefined)
        return 'Type a duration such as 90s, 10m, 2h or 7d, or a time of day such as 18:03.';
      showSince(cockpit, span);
      cockpit.view.setState({ focus: 'logs' });
      return undefined;
    },
  },
  {
    names: ['cols', 'columns'],
    usage: '',
    help: 'Choose the columns of the table that is shown; the choice is kept',
    run: chooseColumns,
  },
  {
    names: ['preview'],
    usage: '[on|off]',
    help: 'Show the page of the row under the cursor beside the list or below it, as there is room; the choice is kept',
    complete: () => ['on', 'off'],
    run: setPreview,
  },
  {
    names: ['mouse'],
    usage: '[on|off]',
    help: 'Listen to the mouse: a click chooses, a second one opens, one on a title sorts, the wheel scrolls; Shift still selects text',
    complete: () => ['on', 'off'],
    run: ({ mouse, view }, argument) => {
      if (!['', 'on', 'off'].includes(argument)) return 'Type :mouse on or :mouse off.';
      mouse.set(argument === '' ? !mouse.isOn : argument === 'on');
      return say(view, 'info', `The mouse is ${mouse.isOn ? 'on; Shift selects text' : 'off'}.`);
    },
  },
  {
    names: ['undo'],
    usage: '',
    help: 'Undo the last change made from here: opens the action that reverts it, to be confirmed',
    run: undoLast,
  },
  {
    names: ['sort'],
    usage: '[COLUMN]',
    help: 'Sort the table that is shown by a column; again to reverse the order',
    complete: columnIds,
    run: sortTable,
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
    names: ['slow'],
    usage: '[on|off|auto]',
    help: 'Draw for a slow link: fewer updates, keys at once; auto decides by the round trip to the terminal',
    complete: () => SLOW_CHOICES,
    run: slowCommand,
  },
  {
    names: ['theme'],
    usage: '[NAME]',
    help: 'Choose the colours; the choice is kept for this cluster',
    complete: () => [...THEME_NAMES, DEFAULT],
    run: themeCommand,
  },
  {
    names: ['reveal'],
    usage: '',
    help: 'Show which faults were injected in a drill, and how long ago',
    run: reveal,
  },
  {
    names: ['dump'],
    usage: '[FILE]',
    help: 'Write the current screen to a file',
    run: dumpScreen,
  },
];

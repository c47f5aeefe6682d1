import { openScreen, type Screen } from '../../screens/screen.ts';
import { screens } from '../../screens/screens.ts';
import { updateScreen } from '../../store/session/screenView.ts';
import type { Scope } from '../../store/session/viewState.ts';
import type { Command } from './command.ts';
import { readScopeWords, scopeWords } from './scopeWords.ts';

/** The scope given by the words after a screen's name; the last part of the scope takes all remaining words. */
function scopeOf(names: readonly string[], words: readonly string[]): Scope {
  const last = names.length - 1;
  const values = names.map((_, index) => (index === last ? words.slice(last).join(' ') : words[index]));
  return Object.fromEntries(
    names.flatMap((name, index) => (values[index] ? [[name, values[index]] as const] : [])),
  );
}

/** The command that opens a screen without a scope; its argument is the filter of the list. */
const filteredCommandOf = ({ id, names, help, unfiltered }: Screen): Command => ({
  names,
  usage: unfiltered === undefined ? '[FILTER]' : '',
  help,
  run(cockpit, filter) {
    if (filter !== '' && unfiltered !== undefined) return `:${names[0]} takes no words: ${unfiltered}`;
    openScreen(cockpit, id);
    if (filter !== '') updateScreen(cockpit.view, (now) => ({ ...now, list: { ...now.list, filter } }));
    return undefined;
  },
});

/** The words of a scope that are numbers, with the commands that show them. */
const NUMBERED: Readonly<Record<string, string>> = {
  script: ':scripts',
  service: ':iscsi and :nfs',
  task: ':tasks and :all-tasks',
};

/** The message about a word that must be a number; undefined if all are what they must be. */
function numberMissing(needs: readonly string[], words: readonly string[]): string | undefined {
  const index = needs.findIndex((need, at) => need in NUMBERED && !/^\d+$/.test(words[at] ?? ''));
  const need = needs[index];
  return need && `Give the number of the ${need}, not ${words[index]}; see ${NUMBERED[need]}`;
}

/** The command that opens a screen; its arguments are the screen's scope. */
const scopedCommandOf = ({ id, names, needs, optional = [], help }: Screen): Command => ({
  names,
  usage: [
    ...needs.map((need) => need.toUpperCase()),
    ...optional.map((word) => `[${word.toUpperCase()}]`),
  ].join(' '),
  help,
  complete: (cockpit, typed) => scopeWords(cockpit, needs, typed),
  load: (cockpit, typed) => readScopeWords(cockpit, needs, typed),
  run(cockpit, argument) {
    const words = argument === '' ? [] : argument.split(/\s+/);
    if (words.length < needs.length) {
      const missing = needs.slice(words.length);
      const line = [...words, ...missing.map((need) => need.toUpperCase())].join(' ');
      return `Say which ${missing.join(' and ')}: :${names[0]} ${line}`;
    }
    const problem = numberMissing(needs, words);
    if (problem !== undefined) return problem;
    return openScreen(cockpit, id, scopeOf([...needs, ...optional], words));
  },
});

/** One command for each screen that has a name. */
export const screenCommands: readonly Command[] = screens
  .filter(({ names }) => names.length > 0)
  .map((screen) =>
    screen.needs.length + (screen.optional?.length ?? 0) > 0
      ? scopedCommandOf(screen)
      : filteredCommandOf(screen),
  );

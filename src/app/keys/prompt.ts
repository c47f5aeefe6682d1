import type { Binding, Layer } from '../../keys/binding.ts';
import type { EditedLine } from '../../lib/lineEdit.ts';
import { visible } from '../../lib/text.ts';
import type { Cockpit, Shown } from '../../store/cockpit.ts';
import { changeTop, popOverlay } from '../../store/session/view.ts';
import type { Overlay } from '../../store/session/viewState.ts';
import { completions, readCompletions, runCommand } from '../commandLine/commands.ts';
import { resetFilter, setFilter } from '../frame/filter.ts';
import { textKeys } from './text.ts';

/** The overlay of the `:` line or of a filter. */
export type Prompt = Extract<Overlay, { kind: 'prompt' }>;

/** Closes a prompt and discards what was typed; a filter gets its earlier value back. */
export function cancelPrompt(cockpit: Shown, { purpose, before, list }: Prompt): void {
  if (purpose === 'filter') resetFilter(cockpit, before, list);
  popOverlay(cockpit.view);
}

/** The prompt's text as an editable line. */
export const lineOf = ({ value, selected = false }: Prompt): EditedLine => ({ text: value, selected });

/** Completions of the line; while Tab cycles through them, those of the part that was typed. */
const candidates = (cockpit: Cockpit, { purpose, value, completing = value }: Prompt): readonly string[] =>
  purpose === 'filter' || completing === '' ? [] : completions(cockpit, completing);

/** More completions than the footer has room for; a large cluster has thousands. */
const MAX_SHOWN = 40;

/** The completions as text for the footer, without the words already in the line; empty if there is no choice. */
export function candidatesText(cockpit: Cockpit, prompt: Prompt): string {
  const all = candidates(cockpit, prompt);
  if (all.length === 0 || (all.length === 1 && all[0] === prompt.value)) return '';
  const { paint, unicode } = cockpit.look;
  const typedWords = (prompt.completing ?? prompt.value).trimStart().split(/\s+/).length - 1;
  const rest = (line: string) => visible(line.split(' ').slice(typedWords).join(' '), unicode);
  const from = all.indexOf(prompt.value) < MAX_SHOWN ? 0 : all.indexOf(prompt.value);
  return all
    .slice(from, from + MAX_SHOWN)
    .map((line) => paint(line === prompt.value ? 'strong' : 'dim', rest(line)))
    .join('  ');
}

/** Puts the next or previous completion into the line, wrapping around. */
function complete(cockpit: Cockpit, prompt: Prompt, by: 1 | -1): void {
  const all = candidates(cockpit, prompt);
  const at = prompt.completing === undefined ? (by === 1 ? -1 : 0) : all.indexOf(prompt.value);
  const value = all.at((at + by) % Math.max(1, all.length));
  if (value === undefined) return;
  const completing = prompt.completing ?? prompt.value;
  changeTop(cockpit.view, 'prompt', (overlay) => ({ ...overlay, value, completing }));
}

function commandBindings(cockpit: Cockpit, prompt: Prompt, write: (value: string) => void): Binding[] {
  const { commands } = cockpit.view.getState();
  const at = commands.indexOf(prompt.value.trim());
  return [
    {
      keys: ['tab'],
      label: 'complete',
      help: 'Complete the command; press again for the next match',
      footer: 3,
      run: () => complete(cockpit, prompt, 1),
    },
    {
      keys: ['shift-tab'],
      label: 'complete back',
      help: 'The previous one',
      run: () => complete(cockpit, prompt, -1),
    },
    {
      keys: ['up'],
      label: 'older',
      help: 'The previous command',
      footer: 4,
      run: () => write(commands[at + 1] ?? prompt.value),
    },
    { keys: ['down'], label: 'newer', help: 'The next command', run: () => write(commands[at - 1] ?? '') },
    // After a line that failed, as after any that was run before and stands there unchanged.
    ...(at < 0
      ? []
      : [{ keys: [':'], label: 'another', help: 'Begin another command', run: () => write('') }]),
  ];
}

/** The keys of the prompt in the footer, for a filter or a command. */
export function promptLayer(cockpit: Cockpit, prompt: Prompt): Layer {
  const isFilter = prompt.purpose === 'filter';
  const write = (value: string) => {
    changeTop(cockpit.view, 'prompt', ({ kind, purpose, before, list }) => ({
      kind,
      purpose,
      before,
      list,
      value,
    }));
    if (isFilter) setFilter(cockpit, value);
    else readCompletions(cockpit, value);
  };
  const cancel = () => cancelPrompt(cockpit, prompt);
  const { erasing, ...typing } = textKeys(lineOf(prompt), write, cancel);
  return {
    title: isFilter ? 'Filter' : 'Command',
    modal: true,
    bindings: [
      {
        keys: ['enter'],
        label: isFilter ? 'keep' : 'run',
        help: isFilter ? 'Keep the filter' : 'Run the command',
        footer: 1,
        run: () => {
          popOverlay(cockpit.view);
          if (!isFilter) runCommand(cockpit, prompt.value);
        },
      },
      { keys: ['esc'], label: 'cancel', help: 'Leave it as it was', footer: 2, run: cancel },
      ...(prompt.selected
        ? [
            {
              keys: ['end', 'right'],
              label: 'go on with it',
              help: 'Go on with the text as it is',
              footer: 3,
              run: () => write(prompt.value),
            },
          ]
        : []),
      ...erasing,
      ...(isFilter ? [] : commandBindings(cockpit, prompt, write)),
    ],
    ...typing,
  };
}

import type { Binding } from '../../keys/binding.ts';
import { isKey } from '../../keys/keymap.ts';
import { plural } from '../../lib/words.ts';
import type { Shown } from '../../store/cockpit.ts';
import type { Macro } from '../../store/session/macro.ts';
import { say } from '../../store/session/view.ts';

/** The name of the binding that starts and ends a recording; it is never part of one. */
const RECORD = 'record-macro';
/** The maximum number of recorded keys; then the recording ends with a notice, in case the operator forgot it. */
const MAX_KEYS = 200;

const macroOf = ({ view }: Shown): Macro => view.getState().macro;
const change = ({ view }: Shown, macro: Macro) => view.setState({ macro });

/** True if the top overlay asks for a decision. Macros stop there: decisions are made by hand. */
export function asksForDecision({ view }: Shown): boolean {
  const top = view.getState().overlays.at(-1);
  return top?.kind === 'action' || top?.kind === 'quit' || (top?.kind === 'menu' && top.asks === true);
}

function endRecording(cockpit: Shown, why = ''): void {
  const { kept, recording = [] } = macroOf(cockpit);
  change(cockpit, { kept: recording.length > 0 ? recording : kept });
  const count =
    recording.length === 0 ? 'Nothing was recorded' : `Recorded ${plural(recording.length, 'key')}`;
  say(cockpit.view, 'info', `${count}.${why}`);
}

/** Adds a key that had an effect to a recording under way. */
export function recordKey(cockpit: Shown, press: string, { name }: Partial<Pick<Binding, 'name'>>): void {
  const { kept, recording } = macroOf(cockpit);
  if (!recording || name === RECORD) return;
  change(cockpit, { kept, recording: [...recording, press] });
  if (asksForDecision(cockpit)) endRecording(cockpit, ' Recording stops at a dialog.');
  else if (recording.length + 1 >= MAX_KEYS) endRecording(cockpit, ` A macro has at most ${MAX_KEYS} keys.`);
}

/** The footer text while a recording is under way, else an empty string. */
export function recordingText({ view, look }: Shown): string {
  const { recording } = view.getState().macro;
  return recording === undefined
    ? ''
    : `${look.paint('warn', `recording, ${plural(recording.length, 'key')}`)}  `;
}

const play = (cockpit: Shown, keys: readonly string[]) =>
  change(cockpit, { kept: macroOf(cockpit).kept, playing: keys });

/** The reason why no macro can be played now, if there is one. */
function busy(cockpit: Shown): string | undefined {
  const { recording, playing } = macroOf(cockpit);
  if (recording) return 'a macro is being recorded';
  return playing && 'a macro is being played';
}

/** The keys that record a macro and play it. */
export const macroBindings = (cockpit: Shown): Binding[] => [
  {
    keys: [','],
    name: RECORD,
    label: macroOf(cockpit).recording ? 'end recording' : 'record',
    help: 'Record the keys that follow as a macro; the same key ends it',
    disabled: () => macroOf(cockpit).playing && busy(cockpit),
    run() {
      const { kept, recording } = macroOf(cockpit);
      if (recording) endRecording(cockpit);
      else change(cockpit, { kept, recording: [] });
    },
  },
  {
    keys: ['.'],
    name: 'play-macro',
    label: 'play',
    help: 'Press the recorded keys again, up to a dialog, or a key that does nothing; any key stops it',
    disabled: () =>
      busy(cockpit) ?? (macroOf(cockpit).kept.length === 0 ? 'nothing was recorded' : undefined),
    run: () => play(cockpit, macroOf(cockpit).kept),
  },
];

/** The names of the presses that type a text. */
export const pressesTyping = (text: string): readonly string[] =>
  Array.from(text, (character) => (character === ' ' ? 'space' : character));

/** The presses of a configured macro: each word is a key name or a text to type. */
const pressesIn = (press: readonly string[]): readonly string[] =>
  press.flatMap((word) => (isKey(word) ? [word] : pressesTyping(word)));

/** The operator's own macros. */
export const customMacros = (cockpit: Shown): Binding[] =>
  cockpit.custom.macros.map(({ name, key, press }) => ({
    keys: [key],
    label: name,
    help: `${name} (your own): ${press.join(' ')}`,
    disabled: () => busy(cockpit),
    run: () => play(cockpit, pressesIn(press)),
  }));

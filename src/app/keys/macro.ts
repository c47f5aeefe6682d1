import type { Binding } from '../../keys/binding.ts';
import { isKey } from '../../keys/keymap.ts';
import { plural } from '../../lib/words.ts';
import type { Shown } from '../../store/cockpit.ts';
import type { Macro } from '../../store/session/macro.ts';
import { say } from '../../store/session/view.ts';

/** Name of the binding that begins a recording and ends it: the one key that is never part of it. */
const RECORD = 'record-macro';
/** As many keys are recorded at most: whoever forgot to end it is told. */
const MOST = 200;

const macroOf = ({ view }: Shown): Macro => view.getState().macro;
const change = ({ view }: Shown, macro: Macro) => view.setState({ macro });

/** Tells whether what lies on top asks for a decision, which is made by hand: a macro ends there. */
export function asksByHand({ view }: Shown): boolean {
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

/** Records a key that had a use. */
export function recordKey(cockpit: Shown, press: string, { name }: Partial<Pick<Binding, 'name'>>): void {
  const { kept, recording } = macroOf(cockpit);
  if (!recording || name === RECORD) return;
  change(cockpit, { kept, recording: [...recording, press] });
  if (asksByHand(cockpit)) endRecording(cockpit, ' A macro ends where something is asked.');
  else if (recording.length + 1 >= MOST) endRecording(cockpit, ' A macro has no more.');
}

/** The words on a recording that is under way; nothing without one. */
export function recordingText({ view, look }: Shown): string {
  const { recording } = view.getState().macro;
  return recording === undefined
    ? ''
    : `${look.paint('warn', `recording, ${plural(recording.length, 'key')}`)}  `;
}

const play = (cockpit: Shown, keys: readonly string[]) =>
  change(cockpit, { kept: macroOf(cockpit).kept, playing: keys });

/** Why nothing is played while something else is under way. */
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
    help: 'Press the recorded keys again, up to a dialog, or a key that has no use; any key stops it',
    disabled: () =>
      busy(cockpit) ?? (macroOf(cockpit).kept.length === 0 ? 'nothing was recorded' : undefined),
    run: () => play(cockpit, macroOf(cockpit).kept),
  },
];

/** The presses that type a text. */
export const typedAs = (text: string): readonly string[] =>
  Array.from(text, (character) => (character === ' ' ? 'space' : character));

/** The presses of a macro as the configuration writes it. */
const pressesIn = (press: readonly string[]): readonly string[] =>
  press.flatMap((word) => (isKey(word) ? [word] : typedAs(word)));

/** The operator's own macros. */
export const customMacros = (cockpit: Shown): Binding[] =>
  cockpit.custom.macros.map(({ name, key, press }) => ({
    keys: [key],
    label: name,
    help: `${name} (your own): ${press.join(' ')}`,
    disabled: () => busy(cockpit),
    run: () => play(cockpit, pressesIn(press)),
  }));

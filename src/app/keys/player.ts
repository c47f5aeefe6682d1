import type { Dispatched } from '../../keys/binding.ts';
import { keyLabel } from '../../keys/names.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import { topScreen } from '../../store/session/screenView.ts';
import { say } from '../../store/session/view.ts';
import { asksForDecision } from './macro.ts';

/** Milliseconds between two keys of a macro, so that what one key opens is laid out before the next. */
const STEP_MS = 50;
/** The longest wait for a screen to load, in milliseconds. */
const LOAD_TIMEOUT_MS = 10_000;

/** True while the current screen has neither data nor an error: keys meant for its rows would find none. */
function isLoading({ view, screens }: Known & Shown): boolean {
  const screen = topScreen(view.getState());
  const slot = screen && screens.slot(screen);
  return slot !== undefined && slot.data === undefined && slot.error === undefined;
}

/** Stops a playing macro with a notice; returns false if none was playing. */
export function stopPlaying({ view }: Shown, why: string): boolean {
  const { kept, playing } = view.getState().macro;
  if (!playing) return false;
  view.setState({ macro: { kept } });
  say(view, 'info', `The macro stopped: ${why}.`);
  return true;
}

/**
 * Presses the next key of the playing macro, if there is one, and schedules the following key. A macro stops at a dialog
 * that asks for a decision, and at a key that is unbound or disabled.
 */
export function playNext(cockpit: Known & Shown, press: (name: string) => Dispatched, waited = 0): void {
  const { view, clock, look } = cockpit;
  const { kept, playing } = view.getState().macro;
  const [name, ...rest] = playing ?? [];
  if (!playing) return;
  if (name === undefined) {
    view.setState({ macro: { kept } });
    return;
  }
  const later = (ms: number) => clock.after(STEP_MS, () => playNext(cockpit, press, ms));
  if (asksForDecision(cockpit)) stopPlaying(cockpit, 'this dialog must be answered by hand');
  else if (isLoading(cockpit) && waited < LOAD_TIMEOUT_MS) later(waited + STEP_MS);
  else if (isLoading(cockpit)) stopPlaying(cockpit, 'the screen was not read in time');
  else {
    view.setState({ macro: { kept, playing: rest } });
    const result = press(name);
    const key = keyLabel(name, look.unicode);
    if (result.kind === 'unbound') stopPlaying(cockpit, `${key} does nothing here`);
    else if (result.kind === 'disabled') stopPlaying(cockpit, `${key}, ${result.reason}`);
    else later(0);
  }
}

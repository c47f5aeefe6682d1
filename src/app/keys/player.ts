import type { Dispatched } from '../../keys/binding.ts';
import { keyLabel } from '../../keys/names.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import { topScreen } from '../../store/session/screenView.ts';
import { say } from '../../store/session/view.ts';
import { asksByHand } from './macro.ts';

/** Milliseconds between two keys of a macro: what one opened is laid out by the next. */
const STEP_MS = 50;
/** A screen is waited for at most so long, in milliseconds. */
const PATIENCE_MS = 10_000;

/** Tells whether the screen in force was not read yet: keys that are meant for its rows would find none. */
function isAwaited({ view, screens }: Known & Shown): boolean {
  const screen = topScreen(view.getState());
  const slot = screen && screens.slot(screen);
  return slot !== undefined && slot.data === undefined && slot.error === undefined;
}

/** Stops what is played, and says why; answers whether something was. */
export function stopPlaying({ view }: Shown, why: string): boolean {
  const { kept, playing } = view.getState().macro;
  if (!playing) return false;
  view.setState({ macro: { kept } });
  say(view, 'info', `The macro stopped: ${why}.`);
  return true;
}

/** Presses the next key of a macro, where one is to be played, and goes on later; it confirms nothing, and stops where a key does nothing. */
export function playOn(cockpit: Known & Shown, press: (name: string) => Dispatched, waited = 0): void {
  const { view, clock, look } = cockpit;
  const { kept, playing } = view.getState().macro;
  const [name, ...rest] = playing ?? [];
  if (!playing) return;
  if (name === undefined) {
    view.setState({ macro: { kept } });
    return;
  }
  const later = (ms: number) => clock.after(STEP_MS, () => playOn(cockpit, press, ms));
  if (asksByHand(cockpit)) stopPlaying(cockpit, 'what is asked here is answered by hand');
  else if (isAwaited(cockpit) && waited < PATIENCE_MS) later(waited + STEP_MS);
  else if (isAwaited(cockpit)) stopPlaying(cockpit, 'the screen was not read in time');
  else {
    view.setState({ macro: { kept, playing: rest } });
    const result = press(name);
    const key = keyLabel(name, look.unicode);
    if (result.kind === 'unbound') stopPlaying(cockpit, `${key} has no use here`);
    else if (result.kind === 'disabled') stopPlaying(cockpit, `${key}, ${result.reason}`);
    else later(0);
  }
}

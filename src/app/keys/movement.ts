import type { Binding } from '../../keys/binding.ts';
import type { Shown } from '../../store/cockpit.ts';
import { popOverlay } from '../../store/session/view.ts';

/** The keys that close what lies on top. */
export const closing = (cockpit: Shown, keys: readonly string[] = ['esc']): Binding => ({
  keys,
  label: 'close',
  help: 'Close this',
  footer: 0,
  run: () => popOverlay(cockpit.view),
});

/** Moving up and down by steps; letters move as well where none are typed. */
export function movement(by: (steps: number) => void, page: number, letters: boolean): Binding[] {
  const keys = (name: string, letter: string) => (letters ? [name, letter] : [name]);
  return [
    { keys: keys('down', 'j'), label: 'down', help: 'Down', run: () => by(1) },
    { keys: keys('up', 'k'), label: 'up', help: 'Up', run: () => by(-1) },
    { keys: keys('pagedown', 'space'), label: 'page down', help: 'One page down', run: () => by(page) },
    { keys: keys('pageup', 'b'), label: 'page up', help: 'One page up', run: () => by(-page) },
    { keys: keys('home', 'g'), label: 'top', help: 'To the top', run: () => by(-Infinity) },
    { keys: keys('end', 'G'), label: 'bottom', help: 'To the bottom', run: () => by(Infinity) },
  ];
}

/** The nearest index that a list of so many has. */
export const within = (value: number, count: number): number => Math.max(0, Math.min(count - 1, value));

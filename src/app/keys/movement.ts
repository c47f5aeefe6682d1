import type { Binding } from '../../keys/binding.ts';
import type { Shown } from '../../store/cockpit.ts';
import { popOverlay } from '../../store/session/view.ts';

/** The keys that close the top overlay. */
export const closeBinding = (cockpit: Shown, keys: readonly string[] = ['esc']): Binding => ({
  keys,
  label: 'close',
  help: 'Close this',
  footer: 0,
  run: () => popOverlay(cockpit.view),
});

/** The keys that move up and down by steps; with `letters`, also j, k, g, G and the like, for views without text input. */
export function movementBindings(by: (steps: number) => void, page: number, letters: boolean): Binding[] {
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

/** The index limited to a list of `count` items. */
export const clampIndex = (value: number, count: number): number => Math.max(0, Math.min(count - 1, value));

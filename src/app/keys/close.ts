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

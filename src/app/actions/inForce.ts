import type { Binding } from '../../keys/binding.ts';
import { screenOf } from '../../screens/screens.ts';
import { panes } from '../../screens/panes.ts';
import type { Action } from '../../store/action/action.ts';
import type { Cockpit } from '../../store/cockpit.ts';
import { topScreen } from '../../store/session/screenView.ts';

/** What can be done to what the cursor is on: of the screen in force, or else of the focused pane. */
export function actionsInForce(cockpit: Cockpit): readonly Action[] {
  const state = cockpit.view.getState();
  const screen = topScreen(state);
  if (screen) return screenOf(screen).actions?.(cockpit, screen) ?? [];
  return panes[state.focus].actions?.(cockpit) ?? [];
}

/** Opens an action's dialog, or what comes before it. */
export function startAction(cockpit: Cockpit, { begin, plan }: Action): void {
  if (begin) begin();
  else cockpit.propose(plan());
}

/** The binding that opens an action's dialog by its own key. */
export const actionBinding = (cockpit: Cockpit, action: Action): Binding => ({
  keys: action.keys,
  label: action.label,
  help: `${action.help} (${action.tier})`,
  footer: 6,
  disabled: () => action.refused ?? (action.tier === 'read' ? undefined : cockpit.readOnly()),
  run: () => startAction(cockpit, action),
});

import type { Binding } from '../../keys/binding.ts';
import type { Action } from '../../store/action/action.ts';
import type { Acts, Known } from '../../store/cockpit.ts';

/** Opens an action's dialog, or the text editor for an action that starts there. */
export function startAction(cockpit: Acts, action: Action): void {
  if ('edit' in action) action.edit();
  else if ('plan' in action) cockpit.propose(action.plan());
}

/** The reason why an action cannot be started now; undefined if it can. */
export const disabledReason = ({ readOnly }: Known, action: Action): string | undefined =>
  action.refused ?? (action.tier === 'read' ? undefined : readOnly());

/** The binding of an action's own key. */
export const actionBinding = (cockpit: Known & Acts, action: Action): Binding => ({
  keys: action.keys,
  ...(action.name !== undefined && { name: action.name }),
  label: action.label,
  help: `${action.help} (${action.tier})`,
  footer: action.footer ?? 6,
  disabled: () => disabledReason(cockpit, action),
  run: () => startAction(cockpit, action),
});

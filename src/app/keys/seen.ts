import { changedSubjects } from '../../screens/changes.ts';
import { viewInForce } from '../../screens/inForce.ts';
import type { Cockpit } from '../../store/cockpit.ts';
import { markSeen } from '../../store/session/absence.ts';
import type { PaneId } from '../../store/session/panes.ts';

/** Notes after a key that what the cursor is on now was looked at, and the pane that was left by it. */
export function seeAfter(cockpit: Cockpit, focusBefore: PaneId): void {
  const { of } = cockpit.changes();
  if (of.size === 0) return;
  const left = cockpit.view.getState().focus === focusBefore ? [] : changedSubjects(cockpit, focusBefore);
  const under = [...viewInForce(cockpit).subjects()].filter((one) => of.has(one));
  markSeen(cockpit.view, [...left, ...under], cockpit.clock.now());
}

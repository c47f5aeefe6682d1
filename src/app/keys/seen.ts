import { activeView } from '../../screens/activeView.ts';
import { changedSubjects } from '../../screens/changes.ts';
import { panes } from '../../screens/panes.ts';
import type { Cockpit } from '../../store/cockpit.ts';
import { markSeen } from '../../store/session/absence.ts';
import type { PaneId } from '../../store/session/panes.ts';

/** After a key press, marks the changes of the selected row as seen, and those of a pane that lost the focus. */
export function markVisibleChanges(cockpit: Cockpit, focusBefore: PaneId): void {
  const { of } = cockpit.changes();
  if (of.size === 0) return;
  const left =
    cockpit.view.getState().focus === focusBefore ? [] : changedSubjects(cockpit, panes[focusBefore]);
  const under = [...activeView(cockpit).subjects()].filter((one) => of.has(one));
  markSeen(cockpit.view, [...left, ...under], cockpit.clock.now());
}

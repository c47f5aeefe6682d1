import type { PaneId } from '../store/session/panes.ts';
import { crushPane } from './crush/pane.ts';
import { disksPane } from './disks/pane.ts';
import { healthPane } from './health/pane.ts';
import { logsPane } from './log/pane.ts';
import type { Pane } from './pane.ts';
import { placementPane } from './placement/pane.ts';
import { tasksPane } from './tasks/pane.ts';

/** Every pane of the deck; a new one takes a file and a line here. */
export const panes: Readonly<Record<PaneId, Pane>> = {
  health: healthPane,
  placement: placementPane,
  disks: disksPane,
  logs: logsPane,
  crush: crushPane,
  tasks: tasksPane,
};

import type { PaneId } from '../store/view.ts';
import { crushPane } from './crush.ts';
import { disksPane } from './disks.ts';
import { healthPane } from './health.ts';
import { logsPane } from './logs.ts';
import type { Pane } from './pane.ts';
import { placementPane } from './placement.ts';
import { tasksPane } from './tasks.ts';

/** Every pane of the deck; a new one is one file and one line here. */
export const panes: Readonly<Record<PaneId, Pane>> = {
  health: healthPane,
  placement: placementPane,
  disks: disksPane,
  logs: logsPane,
  crush: crushPane,
  tasks: tasksPane,
};

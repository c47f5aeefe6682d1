import type { PaneId } from '../../store/session/view.ts';

/** What the panes are called on the `:` line. */
export const PANE_NAMES: Readonly<Record<PaneId, readonly string[]>> = {
  health: ['health', 'checks'],
  placement: ['pg', 'pgs'],
  disks: ['osd', 'osds', 'disks'],
  logs: ['logs', 'log'],
  crush: ['crush', 'tree'],
  tasks: ['tasks', 'task'],
};

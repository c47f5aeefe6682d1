import { resource } from './resource.ts';
import { RECENT_TASKS } from './table.ts';

/** The resources that the deck is made of, by the names that the console has for it. */
export const resources = {
  status: resource('getClusterStatus'),
  /** The health checks with their detail lines. */
  health: resource('getClusterStatusDetail'),
  disks: resource('listDisks'),
  crush: resource('getCrushMap'),
  rules: resource('listCrushRules'),
  pools: resource('listPools'),
  flags: resource('listFlags'),
  recoverySpeed: resource('getRecoverySpeed'),
  /** The most recent tasks. */
  tasks: resource('listTasks', { query: { limit: RECENT_TASKS, order: 'DESC' } }),
  serverNames: resource('listServerNames'),
};

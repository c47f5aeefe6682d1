import type { OperationId } from '../api/contract/index.ts';
import type { ResourceId } from './resources.ts';

/** The operation that each polled resource is read with. */
export const RESOURCE_OPERATIONS: Readonly<Record<ResourceId, OperationId>> = {
  status: 'getClusterStatus',
  health: 'getClusterStatusDetail',
  disks: 'listDisks',
  crush: 'getCrushMap',
  rules: 'listCrushRules',
  pools: 'listPools',
  flags: 'listFlags',
  recoverySpeed: 'getRecoverySpeed',
  tasks: 'listTasks',
  serverNames: 'listServerNames',
};

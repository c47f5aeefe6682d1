import type { OperationId } from '../../../api/contract/index.ts';
import { mapHandlers, Refusal, type Served } from '../../engine.ts';
import type { Model } from '../model/model.ts';
import { requireQuorum } from '../monitors/quorum.ts';

/** The message to an operator while there is no cluster. */
export const NO_CLUSTER = 'there is no cluster yet: create one, import one or restore a backup';

/** @throws Refusal 409 before the cluster is created */
export function requireCluster({ created }: Model): void {
  if (!created) throw new Refusal(409, NO_CLUSTER);
}

/** Operations that need no cluster, because they concern the management node or the servers. */
const WITHOUT_CLUSTER: ReadonlySet<OperationId> = new Set([
  'followLogs',
  'readLogs',
  'listServerNames',
  'getGraph',
  'listHookPoints',
  'listHooks',
  'createHook',
  'deleteHook',
  'updateHook',
  'executeHook',
  'getScript',
  'deleteScript',
  'updateScript',
  'listScripts',
  'createScript',
  'listTasks',
  'getTask',
  'cancelTask',
  'listNetworks',
  'createNetwork',
  'replaceNetwork',
  'deleteNetwork',
  'listInterfaces',
  'setMainIp',
  'importCluster',
  'restoreBackup',
  'listMonitorCandidates',
  'createCluster',
  'getClusterStatus',
  'getClusterStatusDetail',
  'listDisks',
  'benchmarkDisk',
  'deleteDisk',
  'deleteServerDisk',
  'updateServerDisk',
  'deleteServerNic',
  'rebootAllServers',
  'getConfigBackups',
  'configureBackups',
] satisfies OperationId[]);

/** Operations of WITHOUT_CLUSTER that need a quorum once there is a cluster, because they affect it. */
const WITH_QUORUM: ReadonlySet<OperationId> = new Set([
  'deleteDisk',
  'deleteServerDisk',
  'updateServerDisk',
  'rebootAllServers',
] satisfies OperationId[]);

/**
 * Wraps handlers so that those which need a cluster refuse calls until it exists, and while its monitors have no
 * quorum.
 */
export const gated = (model: Model, handlers: Served): Served =>
  mapHandlers(handlers, (handler, id) => {
    const needsCluster = !WITHOUT_CLUSTER.has(id);
    if (!needsCluster && !WITH_QUORUM.has(id)) return handler;
    return (input, context) => {
      if (needsCluster) requireCluster(model);
      if (model.created) requireQuorum(model);
      return handler(input, context);
    };
  });

import { type Static, Type } from 'typebox';
import { operation, shape } from '../../operation.ts';

/** Long-running work that the cluster does by itself, such as recovery or changing the number of placement groups. */
export const ClusterWork = shape({
  id: Type.String(),
  message: Type.String(),
  progress: Type.Number({ description: '0 to 1; absent if the cluster does not report it' }),
  startedAt: Type.Number({ description: 'Unix timestamp' }),
  finishedAt: Type.Number({ description: 'Unix timestamp; absent while it runs' }),
  secondsLeft: Type.Number({ description: 'estimated by the cluster' }),
  failed: Type.Boolean(),
  reason: Type.String({ description: 'why it failed' }),
});
export type ClusterWork = Static<typeof ClusterWork>;

/** The work of the cluster itself, as opposed to tasks of the management service. */
export const progress = {
  getClusterProgress: operation({
    method: 'GET',
    path: '/extensions/progress',
    summary: 'Work that the cluster does by itself, with its progress',
    tier: 'read',
    reply: shape({
      lastUpdated: Type.Number({ description: 'seconds ago' }),
      work: Type.Array(ClusterWork, { description: 'what is running, then what finished recently' }),
    }),
  }),
} as const;

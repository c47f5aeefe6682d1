import type { LogEvent } from '../../api/contract/logs.ts';
import { readSnapshotLog } from '../../diagnosis/read.ts';
import { WRITE_LATENCY } from '../../diagnosis/snapshot.ts';
import { composed, optionally, resource } from './resource.ts';
import { type PollPace, RECENT_TASKS, USUAL_MS } from './table.ts';

/** Lines of the log are read every five seconds while warnings come, else every half minute: a calm cluster costs next to nothing. */
const LOG_PACE: Pick<PollPace<readonly LogEvent[]>, 'everyMs' | 'intervalAfter'> = {
  everyMs: USUAL_MS,
  intervalAfter: (events) => (events.some(({ p = 7 }) => p <= 4) ? USUAL_MS : 6 * USUAL_MS),
};

/** The graph of the use of the cluster over a month: long enough to tell a trend from a day. */
const USAGE = { graph: 'cluster-usage', startTime: -30 * 86_400, maxDataPoints: 60 } as const;

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
  settings: resource('listSettings'),
  recoverySpeed: resource('getRecoverySpeed'),
  /** The most recent tasks. */
  tasks: resource('listTasks', { query: { limit: RECENT_TASKS, order: 'DESC' } }),
  /** The work of the cluster itself; not every service tells it. */
  progress: optionally(resource('getClusterProgress')),
  serverNames: resource('listServerNames'),
  /** The lines of the log that a diagnosis reads. */
  recentLog: {
    ...composed({
      key: ['recentLog'],
      operations: ['readLogs'],
      read: (api, signal) => readSnapshotLog(api, { signal }),
    }),
    ...LOG_PACE,
  },
  /** The time that writes take; not every service draws it. */
  writeLatency: { ...resource('getGraph', { query: WRITE_LATENCY }), everyMs: 30_000 },
  /** The use of the cluster over a month. */
  usage: { ...resource('getGraph', { query: USAGE }), everyMs: 600_000 },
  backups: { ...resource('getConfigBackups'), everyMs: 60_000 },
};

import { readSnapshotLog, type RecentLog } from '../../diagnosis/read.ts';
import { WRITE_LATENCY } from '../../diagnosis/snapshot.ts';
import { PRIORITY } from '../../lib/priority.ts';
import { composed, optionally, resource } from './resource.ts';
import { type PollPace, RECENT_TASKS, USUAL_MS } from './table.ts';

/**
 * The log is read every five seconds while it has warnings, else every half minute, so that a calm cluster costs next
 * to nothing.
 */
const LOG_PACE: PollPace<RecentLog> = {
  everyMs: USUAL_MS,
  followsHealth: true,
  intervalAfter: ({ events }) =>
    events.some(({ p = Infinity }) => p <= PRIORITY.warning) ? USUAL_MS : 6 * USUAL_MS,
};

/** The graph of cluster usage over a month, long enough to distinguish a trend from daily fluctuation. */
const USAGE = { graph: 'cluster-usage', startTime: -30 * 86_400, maxDataPoints: 60 } as const;

/** The resources that the deck reads, by the console's names for them. */
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
  /** The most recent tasks, newest first. */
  tasks: resource('listTasks', { query: { limit: RECENT_TASKS, order: 'DESC' } }),
  /** The cluster's own background work (Ceph's progress events); not every service reports it. */
  progress: optionally(resource('getClusterProgress')),
  /** The placement groups by OSD; not every service reports them. */
  osdGroups: resource('getOsdGroups'),
  serverNames: resource('listServerNames'),
  /** The log lines that the diagnosis uses. */
  recentLog: {
    ...composed({
      key: ['recentLog'],
      operations: ['readLogs'],
      read: (api, signal, more) =>
        readSnapshotLog(api, more?.now, { signal }, more?.previous as RecentLog | undefined),
    }),
    ...LOG_PACE,
  },
  /** The graph of write latency; not every service has it. */
  writeLatency: { ...resource('getGraph', { query: WRITE_LATENCY }), everyMs: 30_000 },
  /** The graph of cluster usage over a month. */
  usage: { ...resource('getGraph', { query: USAGE }), everyMs: 600_000 },
  backups: resource('getConfigBackups'),
};

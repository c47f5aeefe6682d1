import type { Api } from '../api/client.ts';
import type { LogEvent } from '../api/contract/logs.ts';
import { mayBeChange } from './evidence/changes.ts';
import { mayBeEnd } from './evidence/log.ts';
import { LOG_WINDOW_MS, LONG_WINDOW_MS, WRITE_LATENCY, type ClusterSnapshot } from './snapshot.ts';

/** The operations with which a snapshot is read. */
type SnapshotApi = Pick<
  Api,
  | 'getClusterStatus'
  | 'getClusterStatusDetail'
  | 'listDisks'
  | 'getCrushMap'
  | 'listCrushRules'
  | 'listFlags'
  | 'listPools'
  | 'getRecoverySpeed'
  | 'listTasks'
  | 'getGraph'
  | 'readLogs'
>;

type Options = { readonly signal?: AbortSignal };

/** The number of tasks to read, newest first. */
const MAX_TASKS = 20;
/** The services whose informational lines report changes: the kernels, the cluster log and the management service. */
const CHANGE_SERVICES = ['kernel', 'mon', 'mgmt'];
/**
 * The maximum numbers of lines to read; a mass failure logs thousands of lines per second, of which a few hundred
 * suffice.
 */
const [MAX_WARNINGS, MAX_NOTES] = [1500, 500];

/**
 * Reads the log lines that may be relevant, oldest first: those of the 15 minutes before the newest line, and those about
 * changes and about ends of daemons up to half a day before it, as far as they are among the lines read. A server whose clock is
 * ahead does not make the lines of all others too old: no line counts as newer than `now` (milliseconds since the epoch).
 * @throws ApiError
 */
export async function readSnapshotLog(
  api: Pick<SnapshotApi, 'readLogs'>,
  now = Number.POSITIVE_INFINITY,
  options: Options = {},
): Promise<readonly LogEvent[]> {
  const [warnings, notes] = await Promise.all([
    api.readLogs({ query: { lines: MAX_WARNINGS, priority: [0, 1, 2, 3, 4] } }, options),
    api.readLogs({ query: { lines: MAX_NOTES, priority: [5, 6], service: CHANGE_SERVICES } }, options),
  ]);
  const events = [...warnings, ...notes].toSorted((a, b) => (a.t ?? 0) - (b.t ?? 0));
  const newest = Math.min(events.at(-1)?.t ?? 0, now / 1000);
  return events.filter(({ t = 0, m = '' }) => {
    const age = (newest - t) * 1000;
    return age <= LOG_WINDOW_MS || (age <= LONG_WINDOW_MS && (mayBeChange(m) || mayBeEnd(m)));
  });
}

/**
 * Reads a snapshot. Parts that cannot be read are left out, except for the status, which is required. `now` is in
 * milliseconds since the epoch. @throws ApiError if the status cannot be read
 */
export async function readSnapshot(
  api: SnapshotApi,
  now: number,
  signal?: AbortSignal,
): Promise<ClusterSnapshot> {
  const options: Options = signal === undefined ? {} : { signal };
  const optional = <T>(answer: Promise<T>): Promise<T | undefined> => answer.catch(() => undefined);
  const [status, detail, disks, crush, rules, flags, pools, recovery, tasks, writeLatency, log] =
    await Promise.all([
      api.getClusterStatus({}, options),
      optional(api.getClusterStatusDetail({}, options)),
      optional(api.listDisks({}, options)),
      optional(api.getCrushMap({}, options)),
      optional(api.listCrushRules({}, options)),
      optional(api.listFlags({}, options)),
      optional(api.listPools({}, options)),
      optional(api.getRecoverySpeed({}, options)),
      optional(api.listTasks({ query: { limit: MAX_TASKS, order: 'DESC' } }, options)),
      optional(api.getGraph({ query: WRITE_LATENCY }, options)),
      optional(readSnapshotLog(api, now, options)),
    ]);
  return {
    at: now,
    status,
    detail,
    disks,
    crush,
    rules,
    flags,
    pools,
    recoverySpeed: recovery?.speed,
    tasks: tasks?.data,
    writeLatency,
    log,
  };
}

import type { Api } from '../api/client.ts';
import type { LogEvent } from '../api/contract/logs.ts';
import { LOG_WINDOW_MS, WRITE_LATENCY, type ClusterSnapshot } from './snapshot.ts';

/** The operations that a snapshot is read with. */
type SnapshotApi = Pick<
  Api,
  | 'getClusterStatus'
  | 'getClusterStatusDetail'
  | 'listDisks'
  | 'getCrushMap'
  | 'listFlags'
  | 'listPools'
  | 'getRecoverySpeed'
  | 'getGraph'
  | 'readLogs'
>;

type Options = { readonly signal?: AbortSignal };

/** Services whose ordinary lines tell of changes: the cluster log, the kernels, the management service. */
const TELLING = ['kernel', 'mon', 'mgmt'];
/** Lines that are read: a mass failure writes thousands in a second, and its first hundreds say all. */
const [MOST_WARNINGS, MOST_NOTES] = [1500, 500];

/** Reads the lines of the log that may mean something, oldest first: those that came up to a quarter of an hour before the newest. @throws ApiError */
export async function readSnapshotLog(
  api: Pick<SnapshotApi, 'readLogs'>,
  options: Options = {},
): Promise<readonly LogEvent[]> {
  const [warnings, notes] = await Promise.all([
    api.readLogs({ query: { lines: MOST_WARNINGS, priority: [0, 1, 2, 3, 4] } }, options),
    api.readLogs({ query: { lines: MOST_NOTES, priority: [5, 6], service: TELLING } }, options),
  ]);
  const events = [...warnings, ...notes].toSorted((a, b) => (a.t ?? 0) - (b.t ?? 0));
  const oldest = (events.at(-1)?.t ?? 0) - LOG_WINDOW_MS / 1000;
  return events.filter(({ t = 0 }) => t >= oldest);
}

/**
 * Reads a snapshot; what the service does not answer is left out, but for the status, without which nothing is known.
 * `now` are milliseconds since the epoch. @throws ApiError where the status cannot be read
 */
export async function readSnapshot(
  api: SnapshotApi,
  now: number,
  signal?: AbortSignal,
): Promise<ClusterSnapshot> {
  const options: Options = signal === undefined ? {} : { signal };
  const known = <T>(answer: Promise<T>): Promise<T | undefined> => answer.catch(() => undefined);
  const [status, detail, disks, crush, flags, pools, recovery, writeLatency, log] = await Promise.all([
    api.getClusterStatus({}, options),
    known(api.getClusterStatusDetail({}, options)),
    known(api.listDisks({}, options)),
    known(api.getCrushMap({}, options)),
    known(api.listFlags({}, options)),
    known(api.listPools({}, options)),
    known(api.getRecoverySpeed({}, options)),
    known(api.getGraph({ query: WRITE_LATENCY }, options)),
    known(readSnapshotLog(api, options)),
  ]);
  return {
    at: now,
    status,
    detail,
    disks,
    crush,
    flags,
    pools,
    recoverySpeed: recovery?.speed,
    writeLatency,
    log,
  };
}

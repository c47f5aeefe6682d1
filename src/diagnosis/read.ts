import type { Api } from '../api/client.ts';
import type { LogEvent } from '../api/contract/logs.ts';
import { mayBeChange } from './evidence/changes.ts';
import { mayBeEnd } from './evidence/log.ts';
import { tellingLines } from './evidence/tellingLines.ts';
import {
  LOG_WINDOW_MS,
  LONG_WINDOW_MS,
  MAX_WARNINGS,
  WRITE_LATENCY,
  type ClusterSnapshot,
} from './snapshot.ts';

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

type ReadingOptions = { readonly signal?: AbortSignal };

/** The number of tasks to read, newest first. */
const MAX_TASKS = 20;
/** The services whose informational lines report changes: the kernels, the cluster log and the management service. */
const CHANGE_SERVICES = ['kernel', 'mon', 'mgmt'];
/** The maximum number of other lines to read; a mass failure logs thousands of lines per second, of which a few hundred suffice. */
const MAX_NOTES = 500;

type LogSelection = { readonly lines: number; readonly priority: number[]; readonly service?: string[] };

const WARNINGS: LogSelection = { lines: MAX_WARNINGS, priority: [0, 1, 2, 3, 4] };
const NOTES: LogSelection = { lines: MAX_NOTES, priority: [5, 6], service: CHANGE_SERVICES };

/** The log lines that may be relevant, and where the next reading continues. */
export interface RecentLog {
  /** Oldest first. */
  readonly events: readonly LogEvent[];
  /**
   * The cursor of the line that arrived last, for each query: not that of the newest one, as a server's clock may be ahead, and
   * what a service reads at its start is older than its own first line.
   */
  readonly cursors: readonly (string | undefined)[];
}

const NO_LOG: RecentLog = { events: [], cursors: [] };

/** The maximum age of a line that says how fast lines arrive now, in seconds: three times the pace at which the log is read. */
const RECENT_S = 15;

/**
 * Tells whether all lines that a query returns will be new: it returned as many as it may, and since the last of them as much
 * time has passed as between them.
 */
function isFlooded({ lines }: LogSelection, before: readonly LogEvent[], nowS: number): boolean {
  const [first = 0, last = 0] = [before[0]?.t, before.at(-1)?.t];
  const since = nowS - last;
  return before.length >= lines && since >= last - first && since <= RECENT_S;
}

/**
 * Makes a function that reads the newest lines of a query. Of those that are in the last answer, which may be half a megabyte,
 * only the ones that arrived after them are read, unless these are too many or the service no longer knows the place.
 */
const newestLines =
  ({ readLogs }: Pick<SnapshotApi, 'readLogs'>, known: RecentLog, now: number, options: ReadingOptions) =>
  async (query: LogSelection, index: number) => {
    const before = known.events.filter(({ p = Infinity }) => query.priority.includes(p));
    const read = async () => {
      const lines = await readLogs({ query }, options);
      const from = Math.min(...lines.map(({ t = 0 }) => t));
      const older = tellingLines(before.filter(({ t = 0 }) => t < from));
      return { lines: [...older, ...lines], cursor: lines.at(-1)?.c };
    };
    const cursor = known.cursors[index];
    const newest = before.slice(-query.lines);
    if (cursor === undefined || isFlooded(query, newest, now / 1000)) return await read();
    const added = await readLogs({ query: { ...query, cursor } }, options).catch(() => undefined);
    if (added === undefined || added.length >= query.lines) return await read();
    const all = [...before, ...added];
    const older = tellingLines(all.slice(0, -query.lines));
    return { lines: [...older, ...all.slice(-query.lines)], cursor: added.at(-1)?.c ?? cursor };
  };

/**
 * Reads the log lines that may be relevant: those of the 15 minutes before the newest line, and up to half a day before it those
 * about changes and about ends of daemons, and some of those about what may last for hours, as far as they are among the lines
 * read. A server whose clock is ahead does not make the lines of all others too old: no line counts as newer than `now`
 * (milliseconds since the epoch).
 * @param known the last result, to which only new lines are added
 * @throws ApiError
 */
export async function readSnapshotLog(
  api: Pick<SnapshotApi, 'readLogs'>,
  now = Number.POSITIVE_INFINITY,
  options: ReadingOptions = {},
  known = NO_LOG,
): Promise<RecentLog> {
  const parts = await Promise.all([WARNINGS, NOTES].map(newestLines(api, known, now, options)));
  const lines = parts.flatMap((part) => part.lines).toSorted((a, b) => (a.t ?? 0) - (b.t ?? 0));
  const newest = Math.min(lines.at(-1)?.t ?? 0, now / 1000);
  const telling = new Set(tellingLines(lines));
  const events = lines.filter((line) => {
    const { t = 0, m = '' } = line;
    const age = (newest - t) * 1000;
    const isKept = () => mayBeChange(m) || mayBeEnd(m) || telling.has(line);
    return age <= LOG_WINDOW_MS || (age <= LONG_WINDOW_MS && isKept());
  });
  return { events, cursors: parts.map(({ cursor }) => cursor) };
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
  const options: ReadingOptions = signal === undefined ? {} : { signal };
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
    log: log?.events,
  };
}

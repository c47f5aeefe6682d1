import type { Failure } from '../../api/failure.ts';

/**
 * The state of one resource. When a read fails, the last good data stays: `error` is set besides `data`, and `at` is
 * the time of that data.
 */
export interface Slot<T> {
  readonly data?: T;
  /** The time at which the service last confirmed `data`, in milliseconds since the epoch. */
  readonly at?: number;
  /** The same time in monotonic milliseconds of the clock, for the age of `data` whatever the system clock is set to. */
  readonly readAt?: number;
  /** The duration of the last good read, in milliseconds. */
  readonly tookMs?: number;
  readonly error?: Failure;
  /** The number of consecutive failed reads. */
  readonly failures: number;
  /**
   * The current poll interval in milliseconds, stretched for a slow service. A backoff after failures changes only
   * `nextAt`.
   */
  readonly everyMs?: number;
  /** The time at which the next read is due, in milliseconds since the epoch. */
  readonly nextAt?: number;
}

/** True if a failure says that the requested object does not exist. */
export const isNotFound = (error: Failure): boolean => error.kind === 'rejected' && error.status === 404;

/** True if the service answered that the requested object does not exist, which is not counted as a failed read. */
export const isMissing = ({ error, failures }: Slot<unknown>): boolean =>
  error !== undefined && failures === 0;

/** True if the requested operation is an extension of the interface that the service lacks. */
export const isNotOffered = ({ error }: Slot<unknown>): boolean =>
  error?.kind === 'rejected' && error.notOffered === true;

/** The data, or undefined if a later read failed: for data that is omitted rather than shown outdated. */
export const currentData = <T>({ data, error }: Slot<T>): T | undefined => (error ? undefined : data);

/** Data counts as stale once it is older than three of its intervals. */
const STALE_INTERVALS = 3;

/** The age of the data in milliseconds; undefined before the first good read. */
export const ageMs = (slot: Slot<unknown>, now: number): number | undefined =>
  slot.at === undefined ? undefined : Math.max(0, now - slot.at);

/**
 * True if data is older than `ms` milliseconds or was never read. Data from the future counts as old: the clock was set back
 * since, so that its age is not known.
 */
export const isOlderThan = (at: number | undefined, ms: number, now: number): boolean =>
  at === undefined || at > now || now - at > ms;

/** True if the data is too old to count as the current state; false without data. */
export function isStale(slot: Slot<unknown>, now: number): boolean {
  const age = ageMs(slot, now);
  return age !== undefined && slot.everyMs !== undefined && age > STALE_INTERVALS * slot.everyMs;
}

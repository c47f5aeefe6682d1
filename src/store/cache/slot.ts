import type { Failure } from '../../api/failure.ts';

/**
 * All that is known of one resource. The last good data stays when a later read fails; `error` then stands
 * beside it, and `at` tells how old the data is.
 */
export interface Slot<T> {
  readonly data?: T;
  /** When `data` was last so, as far as the service knows, in milliseconds since the epoch. */
  readonly at?: number;
  /** The time that the last good read took, in milliseconds. */
  readonly tookMs?: number;
  readonly error?: Failure;
  /** Reads that failed in a row. */
  readonly failures: number;
  readonly loading: boolean;
  /** The current interval, stretched for a slow service. What failures add to it shows in `nextAt` alone. */
  readonly everyMs?: number;
  /** When the next read is due, in milliseconds since the epoch. */
  readonly nextAt?: number;
}

/** Tells whether a failure says that what was asked for does not exist. */
export const isNotFound = (error: Failure): boolean => error.kind === 'rejected' && error.status === 404;

/** Tells whether the service answered that what was asked for does not exist: an answer, and no failure to get one. */
export const isMissing = ({ error, failures }: Slot<unknown>): boolean =>
  error !== undefined && failures === 0;

/** Tells whether what was asked for is an extension of the interface that the service lacks. */
export const isNotOffered = ({ error }: Slot<unknown>): boolean =>
  error?.kind === 'rejected' && error.notOffered === true;

/** The data, unless a later read failed: for what is left out rather than shown outdated. */
export const currentData = <T>({ data, error }: Slot<T>): T | undefined => (error ? undefined : data);

/** Data counts as stale once it is older than three of its intervals. */
const STALE_INTERVALS = 3;

/** Milliseconds since the data was confirmed; undefined before the first good read. */
export const ageMs = (slot: Slot<unknown>, now: number): number | undefined =>
  slot.at === undefined ? undefined : Math.max(0, now - slot.at);

/** Tells whether the data is too old to be taken for the present state. Without data there is nothing to be stale. */
export function isStale(slot: Slot<unknown>, now: number): boolean {
  const age = ageMs(slot, now);
  return age !== undefined && slot.everyMs !== undefined && age > STALE_INTERVALS * slot.everyMs;
}

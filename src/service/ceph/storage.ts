import { Refusal, type RefusalStatus } from '../engine.ts';
import type { Helper } from './helperProtocol.ts';
import { cephRefusal, errorName, unconnected } from './refusal.ts';

/** The meanings of a call's errors, by their names in errno.h, mean to the caller of an operation. */
export type Meanings = Readonly<Record<string, { readonly status: RefusalStatus; readonly message: string }>>;

export interface CephCallOptions {
  readonly meanings?: Meanings;
  /** The time to wait, in milliseconds. A call that has begun is not undone when that is over. */
  readonly timeoutMs?: number;
  /** Bytes that the call is about. */
  readonly payload?: Uint8Array;
  /** The words that a refusal has instead of the call. */
  readonly called?: string;
}

/**
 * Calls a part of the helper, such as `images.names`; helper_images.py, helper_files.py and helper_osds.py say
 * which calls there are. Rejects with a Refusal: that of `meanings`, or one with Ceph's own words.
 */
export type StorageCall = <T>(
  name: string,
  args: Readonly<Record<string, unknown>>,
  options?: CephCallOptions,
) => Promise<T>;

const TIMEOUT_MS = 20_000;

/**
 * A call that does not say how long it waits for waits 20 seconds.
 * @param speaker whose words an error has; Ceph's unless given
 */
export function createStorageCall(helper: Helper, speaker?: string): StorageCall {
  return async <T>(
    name: string,
    args: Readonly<Record<string, unknown>>,
    { meanings = {}, timeoutMs = TIMEOUT_MS, payload, called = name }: CephCallOptions = {},
  ) => {
    const reply = await helper.request({ call: name, with: args, ...(payload && { payload }) }, timeoutMs);
    const { rc, outs, data } = reply;
    if (reply.unconnected) throw unconnected(outs, helper);
    if (rc === 0) return (reply.payload ?? data) as T;
    const error = errorName(rc);
    const meaning = meanings[error];
    if (meaning) throw new Refusal(meaning.status, meaning.message);
    if (error === 'ETIMEDOUT') throw late(called, timeoutMs, speaker);
    throw cephRefusal(called, rc, outs, speaker);
  };
}

function late(called: string, timeoutMs: number, speaker?: string): Refusal {
  const check = speaker
    ? 'look at that server'
    : 'check the health of its placement groups and metadata servers';
  return new Refusal(
    503,
    `${speaker ?? 'the cluster'} did not finish \`${called}\` within ${timeoutMs / 1000} s, and may still do so: ${check}`,
  );
}

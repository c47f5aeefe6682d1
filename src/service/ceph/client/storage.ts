import { Refusal, UnknownOutcome, type RefusalStatus } from '../../engine.ts';
import type { Helper } from '../helper/protocol.ts';
import { cephRefusal, errorName, unconnected } from './refusal.ts';

/** The refusals for the errors of a call, by the names of the errors in errno.h. */
export type Meanings = Readonly<Record<string, { readonly status: RefusalStatus; readonly message: string }>>;

export interface CephCallOptions {
  readonly meanings?: Meanings;
  /** The timeout; 20 seconds unless given. A call that has begun may still be completed after it. */
  readonly timeoutMs?: number;
  /** Binary data for the call, such as the content of a file. */
  readonly payload?: Uint8Array;
  /** The name of the call in refusals. */
  readonly called?: string;
}

/**
 * Calls a function in a part of the helper, such as `images.names` (helper_images.py, helper_files.py, helper_osds.py,
 * helper_host.py). Rejects with a Refusal: that of `meanings`, or one with Ceph's message.
 */
export type StorageCall = <T>(
  name: string,
  args: Readonly<Record<string, unknown>>,
  options?: CephCallOptions,
) => Promise<T>;

const TIMEOUT_MS = 20_000;

/** @param speaker the source of error messages; Ceph unless given */
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
    if (error === 'ETIMEDOUT') throw timedOut(called, timeoutMs, speaker);
    throw cephRefusal(called, rc, outs, speaker);
  };
}

function timedOut(called: string, timeoutMs: number, speaker?: string): Refusal {
  const check = speaker
    ? 'check that server'
    : 'check the health of its placement groups and metadata servers';
  return new UnknownOutcome(
    `${speaker ?? 'the cluster'} did not finish \`${called}\` within ${timeoutMs / 1000} s, and may still do so: ${check}`,
  );
}

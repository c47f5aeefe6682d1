import type { Clock } from '../../../../lib/clock.ts';
import { ifRefused, Refusal } from '../../../engine.ts';
import { refusal } from '../../../rules/refused.ts';
import { noBucket } from '../../../rules/s3.ts';
import { createShare } from '../../../share.ts';
import type { BucketStats } from '../buckets.ts';
import { mapConcurrently } from '../mapConcurrently.ts';
import { uidOf, type QuotaInfo, type UserInfo } from '../users.ts';
import type { Gateway } from './gateway.ts';
import { type RefusedSubject } from './refusal.ts';

type AdminQuery = Readonly<Record<string, string>>;
type AdminSubject = Extract<RefusedSubject, { readonly admin: string }>;

/** The quota of a user in total, or of each of the user's buckets. */
export type QuotaKind = 'user' | 'bucket';

/** Users and buckets, through the gateways' admin API (Ceph docs, "Admin Operations"). */
export interface Admin {
  users(): Promise<readonly UserInfo[]>;
  /** @throws Refusal 404 */
  user(uid: string): Promise<UserInfo>;
  buckets(): Promise<readonly BucketStats[]>;
  /** @throws Refusal 404 */
  bucket(name: string): Promise<BucketStats>;
  /** @throws Refusal 404 */
  quota(uid: string, kind: QuotaKind): Promise<QuotaInfo>;
  /** The names of the buckets that a user owns. */
  bucketsOf(uid: string): Promise<readonly string[]>;
  /** Runs an operation that changes something, and clears the cache. */
  change(method: 'PUT' | 'POST' | 'DELETE', subject: AdminSubject, query?: AdminQuery): Promise<void>;
  /** Clears the cache after a change that was made in another way. */
  clearCache(): void;
}

/** A long timeout, because the gateway takes 2 to 3 ms for each bucket, and sends its answer after the last one. */
const BUCKETS_TIMEOUT_MS = 600_000;
/** The number of concurrent requests for users; each reads one user. */
const USER_REQUESTS = 8;
/** The time for which a list is cached, as a multiple of the time that reading it took. */
const PAUSE_FACTOR = 5;

/** @param shareMs the time for which clients share one reading of a list */
export function createAdmin(gateway: Gateway, clock: Clock, shareMs: number): Admin {
  const share = createShare(clock);

  const read = async <T>(subject: AdminSubject, query: AdminQuery = {}, timeoutMs?: number): Promise<T> => {
    const timeout = timeoutMs === undefined ? {} : { timeoutMs };
    const text = await gateway.readText({ method: 'GET', subject, query, ...timeout });
    try {
      return JSON.parse(text) as T;
    } catch {
      throw new Refusal(503, 'the S3 gateway sent invalid JSON: is it a radosgw?');
    }
  };

  const shared = <T>(list: string, load: () => Promise<T>): Promise<T> =>
    share.get(list, (tookMs) => Math.max(shareMs, PAUSE_FACTOR * tookMs), load);

  const user = (uid: string) => read<UserInfo>({ admin: 'user', uid });

  return {
    users: () =>
      shared('users', async () => {
        const uids = await read<string[]>({ admin: 'metadata/user' });
        // A user may have been deleted since the list was made.
        const ifPresent = (uid: string) => user(uid).catch(ifRefused(() => [], 404));
        const users = (await mapConcurrently(uids, USER_REQUESTS, ifPresent)).flat();
        return users.toSorted((one, other) => (uidOf(one) < uidOf(other) ? -1 : 1));
      }),
    user,
    quota: (uid, kind) => read({ admin: 'user', uid }, { quota: '', 'quota-type': kind }),
    buckets: () =>
      shared('buckets', () =>
        read<BucketStats[]>({ admin: 'bucket' }, { stats: 'true' }, BUCKETS_TIMEOUT_MS),
      ),
    async bucket(name) {
      // For `/name` the gateway finds the bucket `name` without a tenant, but sends an empty answer.
      if (name.startsWith('/')) throw refusal(noBucket(name));
      return read<BucketStats>({ admin: 'bucket', bucket: name }, { stats: 'true' });
    },
    bucketsOf: (uid) => read<string[]>({ admin: 'bucket', uid }),
    async change(method, subject, query = {}) {
      try {
        await gateway.readText({ method, subject, query });
      } finally {
        share.clear();
      }
    },
    clearCache: () => share.clear(),
  };
}

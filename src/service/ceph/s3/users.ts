import type { S3Key, S3Quota, S3User, SUBUSER_PERMISSIONS } from '../../../api/contract/s3Users.ts';
import { Refusal } from '../../engine.ts';
import { enforce, refusal } from '../../rules/refused.ts';
import { noSubuser, ownerSuspended, refuseQuota } from '../../rules/s3.ts';
import { subuserName } from '../../rules/s3Names.ts';
import type { AccessKey } from '../../s3/accessKey.ts';

/** A quota in the gateways' answers. A negative limit means that there is none. */
export interface QuotaInfo {
  readonly enabled: boolean;
  /** Bytes. The other field `max_size_kb` is not used, because it is 0 without a limit. */
  readonly max_size: number;
  readonly max_objects: number;
}

/** A user in the gateways' answers (`radosgw-admin user info`), as far as it is read here. */
export interface UserInfo {
  readonly tenant?: string;
  /** Without the tenant. */
  readonly user_id: string;
  readonly display_name: string;
  readonly email: string;
  /** `true` or `false`, as a text. */
  readonly system?: string;
  /** 0 or 1. */
  readonly suspended: number;
  /** The sub-users; an id is a name such as `alice:backup`. */
  readonly subusers: readonly { readonly id: string; readonly permissions: string }[];
  /** The keys of the user and of the sub-users; `user` is the holder. */
  readonly keys: readonly {
    readonly user: string;
    readonly access_key: string;
    readonly secret_key: string;
  }[];
  /** Absent before Pacific, where a separate request returns it. */
  readonly bucket_quota?: QuotaInfo;
  readonly user_quota?: QuotaInfo;
}

/** The name of a user with its tenant. */
export const uidOf = ({ tenant, user_id }: Pick<UserInfo, 'tenant' | 'user_id'>): string =>
  tenant ? `${tenant}$${user_id}` : user_id;

/** The quota of a new user. */
const NO_QUOTA: QuotaInfo = { enabled: false, max_size: -1, max_objects: -1 };

const limit = (value: number): number => (value < 0 ? -1 : value);

/** A quota in the interface's format: sizes in KiB, rounded up; -1 means no limit. */
export const toQuota = ({ enabled, max_size, max_objects }: QuotaInfo = NO_QUOTA): Required<S3Quota> => ({
  enabled,
  maxSizeKb: max_size < 0 ? -1 : Math.ceil(max_size / 1024),
  maxObjects: limit(max_objects),
});

/** The query parameters that change a quota; omitted fields stay unchanged. @throws Refusal 400 */
export function quotaQuery(quota: QuotaInfo, change: S3Quota): Record<string, string> {
  const { enabled, maxSizeKb, maxObjects } = { ...toQuota(quota), ...change };
  enforce(refuseQuota(change));
  return {
    enabled: String(enabled),
    'max-size-kb': String(limit(maxSizeKb)),
    'max-objects': String(limit(maxObjects)),
  };
}

/** A user in the interface's format, without the keys. */
export function toS3User(info: UserInfo): S3User {
  const uid = uidOf(info);
  return {
    uid,
    name: info.display_name,
    email: info.email,
    suspended: Boolean(info.suspended),
    subusers: info.subusers.map(({ id, permissions }) => ({ subuser: subuserName(uid, id), permissions })),
    bucketQuota: toQuota(info.bucket_quota),
    userQuota: toQuota(info.user_quota),
  };
}

/** The permissions of sub-users by their names in answers, with the names that requests need. */
export const ACCESS: Readonly<Record<(typeof SUBUSER_PERMISSIONS)[number], string>> = {
  'full-control': 'full',
  'read-write': 'readwrite',
  read: 'read',
  write: 'write',
};

/** A sub-user's name without the uid. @throws Refusal 404 when the user has no such sub-user */
export function subuserOrRefuse(info: UserInfo, subuser: string): string {
  const uid = uidOf(info);
  const own = subuserName(uid, subuser);
  if (!info.subusers.some(({ id }) => subuserName(uid, id) === own)) throw refusal(noSubuser(uid, own));
  return own;
}

/** The first key of a user, or of a sub-user. @throws Refusal 404 */
export function keyOf(info: UserInfo, subuser?: string): Required<S3Key> {
  const uid = uidOf(info);
  const user = subuser === undefined ? uid : `${uid}:${subuserOrRefuse(info, subuser)}`;
  const key = info.keys.find((each) => each.user === user);
  if (key === undefined)
    throw new Refusal(
      404,
      `the S3 user ${JSON.stringify(user)} has no key: create one with \`radosgw-admin key create\``,
    );
  return { user, accessKey: key.access_key, secretKey: key.secret_key };
}

/** The key of a user that signs requests; the user owns what they create. */
export interface Actor extends AccessKey {
  /** The gateways allow a system user everything. */
  readonly system: boolean;
}

/** The first key of a user, to sign requests with it. @throws Refusal 409 for a suspended user or one without a key */
export function actorOf(info: UserInfo): Actor {
  const uid = JSON.stringify(uidOf(info));
  if (info.suspended) throw refusal(ownerSuspended(uidOf(info)));
  const key = info.keys.find(({ user }) => user === uidOf(info));
  if (key === undefined)
    throw new Refusal(
      409,
      `the S3 user ${uid}, who owns this, has no key: create one with \`radosgw-admin key create\``,
    );
  return { accessKey: key.access_key, secretKey: key.secret_key, system: info.system === 'true' };
}

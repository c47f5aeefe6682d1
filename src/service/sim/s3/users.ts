import type { S3Quota, S3User } from '../../../api/contract/s3Users.ts';
import { enforce, refusal } from '../../rules/refused.ts';
import {
  noSubuser,
  noUser,
  ownerSuspended,
  refuseQuota,
  refuseUserDeletion,
  subuserTaken,
  emailTaken,
  uidTaken,
} from '../../rules/s3.ts';
import { refuseUserName, subuserName } from '../../rules/s3Names.ts';
import type { AccessKey } from '../../s3/accessKey.ts';
import type { Dice } from '../model/random.ts';
import type { Bucket, SimObjectStore, Permissions, ObjectQuota, Subuser, User } from './model.ts';
import { saveUser } from './saved.ts';

const UNLIMITED: ObjectQuota = { enabled: false, maxSizeKb: -1, maxObjects: -1 };

/** @throws Refusal 404 */
export function userOrRefuse({ users }: SimObjectStore, uid: string): User {
  const user = users.get(uid);
  if (user === undefined) throw refusal(noUser(uid));
  return user;
}

/**
 * Refuses to store objects for a user who does not exist or is suspended. Every object belongs to a user, and the
 * gateways do not serve suspended users.
 * @throws Refusal 404 or 409
 */
export function requireServed(store: SimObjectStore, uid: string): void {
  if (userOrRefuse(store, uid).suspended) throw refusal(ownerSuspended(uid));
}

/** The sub-user of this name, with or without the uid (`backup:restore`). @throws Refusal 404 */
export function subuserOrRefuse(
  store: SimObjectStore,
  uid: string,
  name: string,
): { readonly user: User; readonly name: string; readonly subuser: Subuser } {
  const user = userOrRefuse(store, uid);
  const own = subuserName(user.uid, name);
  const subuser = user.subusers.get(own);
  if (subuser === undefined) throw refusal(noSubuser(uid, own));
  return { user, name: own, subuser };
}

/** Normalizes an e-mail address, by which the gateways find users in any case. @throws Refusal 409 when it is taken */
function checkEmail({ users }: SimObjectStore, uid: string, email: string): string {
  const address = email.trim().toLowerCase();
  const holder = [...users.values()].find((user) => user.email === address);
  if (address !== '' && holder !== undefined && holder.uid !== uid) throw refusal(emailTaken(holder.uid));
  return address;
}

const CAPITALS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const LETTERS = `${CAPITALS}abcdefghijklmnopqrstuvwxyz`;

/** A key pair like those of the gateways: 20 and 40 characters. */
function newKey(dice: Dice): AccessKey {
  const word = (letters: string, length: number) =>
    Array.from({ length }, () => letters[dice.below(letters.length)]).join('');
  return { accessKey: word(CAPITALS, 20), secretKey: word(LETTERS, 40) };
}

/** An unused key pair. Generated keys repeat after a restart, so existing ones must be skipped. */
function unusedKey({ dice, users }: SimObjectStore): AccessKey {
  const taken = new Set(
    [...users.values()]
      .flatMap((user) => [user, ...user.subusers.values()])
      .map(({ accessKey }) => accessKey),
  );
  for (;;) {
    const key = newKey(dice);
    if (!taken.has(key.accessKey)) return key;
  }
}

/** @throws Refusal 400 or 409 */
export function createUser(store: SimObjectStore, uid: string, name = uid, email = ''): User {
  enforce(refuseUserName(uid, 'the uid'));
  if (store.users.has(uid)) throw refusal(uidTaken(uid));
  const user: User = {
    uid,
    name,
    email: checkEmail(store, uid, email),
    suspended: false,
    subusers: new Map(),
    userQuota: UNLIMITED,
    bucketQuota: UNLIMITED,
    ...unusedKey(store),
  };
  store.users.set(uid, user);
  return user;
}

/** @throws Refusal 409 when another user has the e-mail address */
export function updateUser(
  store: SimObjectStore,
  user: User,
  changes: { readonly name?: string; readonly email?: string; readonly suspended?: boolean },
): void {
  const email = changes.email === undefined ? user.email : checkEmail(store, user.uid, changes.email);
  Object.assign(user, changes, { email });
  saveUser(store, user.uid);
}

/** @throws Refusal 409 while the user owns buckets */
export function deleteUser(store: SimObjectStore, user: User): void {
  const buckets = bucketsOf(store, user.uid).map(({ name }) => name);
  enforce(refuseUserDeletion(user.uid, buckets));
  store.users.delete(user.uid);
  saveUser(store, user.uid);
}

/** @throws Refusal 400 or 409 */
export function createSubuser(
  store: SimObjectStore,
  user: User,
  name: string,
  permissions: Permissions,
): void {
  const own = subuserName(user.uid, name);
  enforce(refuseUserName(own, 'the name of the sub-user'));
  if (user.subusers.has(own)) throw refusal(subuserTaken(user.uid, own));
  user.subusers.set(own, { permissions, ...unusedKey(store) });
}

/** A quota with the given fields changed; any negative limit means no limit. @throws Refusal 400 */
export function changedQuota(quota: ObjectQuota, change: S3Quota): ObjectQuota {
  enforce(refuseQuota(change));
  const { enabled, maxSizeKb, maxObjects } = change;
  return {
    enabled: enabled ?? quota.enabled,
    maxSizeKb: Math.max(-1, maxSizeKb ?? quota.maxSizeKb),
    maxObjects: Math.max(-1, maxObjects ?? quota.maxObjects),
  };
}

export const bucketsOf = ({ buckets }: SimObjectStore, uid: string): Bucket[] =>
  [...buckets.values()].filter(({ owner }) => owner === uid);

export const toS3User = ({
  uid,
  name,
  email,
  suspended,
  subusers,
  bucketQuota,
  userQuota,
}: User): S3User => ({
  uid,
  name,
  email,
  suspended,
  subusers: Array.from(subusers, ([subuser, { permissions }]) => ({ subuser, permissions })),
  bucketQuota,
  userQuota,
});

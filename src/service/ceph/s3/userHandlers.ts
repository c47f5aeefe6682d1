import type { S3Quota } from '../../../api/contract/s3Users.ts';
import { Refusal, type Section } from '../../engine.ts';
import { enforce, refusal } from '../../rules/refused.ts';
import { refuseUserDeletion, subuserTaken } from '../../rules/s3.ts';
import { refuseUserName, subuserName } from '../../rules/s3Names.ts';
import { clientConfig } from '../../s3/accessKey.ts';
import { toUserName } from './buckets.ts';
import type { QuotaKind } from './gateway/admin.ts';
import { SERVICE_USER } from './gateway/serviceKey.ts';
import type { ObjectStore } from './objectStore.ts';
import { ACCESS, keyOf, quotaQuery, subuserOrRefuse, toS3User } from './users.ts';

/** Refuses a change of the service's own S3 user, which would lock the service out. @throws Refusal 409 */
function requireOther(uid: string): void {
  if (uid === SERVICE_USER)
    throw new Refusal(409, `the S3 user ${uid} belongs to this service and cannot be changed`);
}

/** Manages S3 users; refuses to suspend or delete the one that this service itself uses. */
export const s3UserHandlers = (store: ObjectStore) => {
  const { admin } = store;
  const changeUser = userChange(store);
  return {
    listS3Users: async () => (await admin.users()).map(toS3User),
    listS3UserNames: async () => (await admin.users()).map(toUserName),

    async createS3User({ body: { uid, name, email } }) {
      enforce(refuseUserName(uid, 'the uid'));
      await changeUser('PUT', uid, { 'display-name': name || uid, ...(email && { email }) });
    },

    async updateS3User({ params: { uid }, body: { name, email, suspended } }) {
      if (suspended === true) requireOther(uid);
      // The gateways would ignore an empty name without an error.
      if (name === '')
        throw new Refusal(400, 'the name cannot be empty: leave it out to keep the current one');
      await changeUser('POST', uid, {
        ...(name !== undefined && { 'display-name': name }),
        ...(email !== undefined && { email }),
        ...(suspended !== undefined && { suspended: String(suspended) }),
      });
    },

    async deleteS3User({ params: { uid } }) {
      requireOther(uid);
      await admin.user(uid);
      enforce(refuseUserDeletion(uid, await admin.bucketsOf(uid)));
      await changeUser('DELETE', uid);
    },

    ...quotaHandlers(store),
    ...subuserHandlers(store),
    ...keyHandlers(store),
  } satisfies Section;
};

const userChange =
  ({ admin }: ObjectStore) =>
  (method: 'PUT' | 'POST' | 'DELETE', uid: string, query?: Readonly<Record<string, string>>): Promise<void> =>
    admin.change(method, { admin: 'user', uid }, query);

const quotaHandlers = (store: ObjectStore) => {
  const { admin } = store;
  const changeUser = userChange(store);
  const setQuota = async (uid: string, kind: QuotaKind, change: S3Quota) => {
    const present = await admin.quota(uid, kind);
    const query = { quota: '', 'quota-type': kind, ...quotaQuery(present, change) };
    await changeUser('PUT', uid, query);
  };
  return {
    setS3UserQuota: ({ params: { uid }, body }) => setQuota(uid, 'user', body),
    setS3UserBucketQuota: ({ params: { uid }, body }) => setQuota(uid, 'bucket', body),
  } satisfies Section;
};

const subuserHandlers = (store: ObjectStore) => {
  const { admin } = store;
  const changeUser = userChange(store);
  return {
    async createS3Subuser({ params: { uid }, body: { subuser, permissions } }) {
      const info = await admin.user(uid);
      const own = subuserName(uid, subuser);
      enforce(refuseUserName(own, 'the name of the sub-user'));
      // The gateways would change an existing sub-user and add a second key to it.
      if (info.subusers.some(({ id }) => subuserName(uid, id) === own)) throw refusal(subuserTaken(uid, own));
      const key = { 'key-type': 's3', 'generate-secret': 'true' };
      await changeUser('PUT', uid, { subuser: own, access: ACCESS[permissions], ...key });
    },
    async updateS3Subuser({ params: { uid, subuser }, body: { permissions } }) {
      const own = subuserOrRefuse(await admin.user(uid), subuser);
      await changeUser('POST', uid, { subuser: own, access: ACCESS[permissions] });
    },
    async deleteS3Subuser({ params: { uid, subuser } }) {
      const own = subuserOrRefuse(await admin.user(uid), subuser);
      await changeUser('DELETE', uid, { subuser: own, 'purge-keys': 'true' });
    },
  } satisfies Section;
};

/** Returns keys of users and sub-users, alone or in the configuration file of a client. */
const keyHandlers = ({ admin, gateway }: ObjectStore) =>
  ({
    getS3UserKey: async ({ params: { uid } }) => keyOf(await admin.user(uid)),
    getS3SubuserKey: async ({ params: { uid, subuser } }) => keyOf(await admin.user(uid), subuser),
    async downloadS3UserConfig({ params: { uid } }) {
      const key = keyOf(await admin.user(uid));
      return { fileName: `${uid}.s3cfg`, fileContents: clientConfig(key, await gateway.url()) };
    },
    async downloadS3SubuserConfig({ params: { uid, subuser } }) {
      const key = keyOf(await admin.user(uid), subuser);
      return {
        fileName: `${uid}-${subuserName(uid, subuser)}.s3cfg`,
        fileContents: clientConfig(key, await gateway.url()),
      };
    },
  }) satisfies Section;

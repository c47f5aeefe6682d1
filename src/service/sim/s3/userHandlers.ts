import type { S3Quota } from '../../../api/contract/s3Users.ts';
import type { Section } from '../../engine.ts';
import { quoted } from '../../rules/s3Names.ts';
import { clientConfig } from '../../s3/accessKey.ts';
import type { Sim } from '../handlers/section.ts';
import { s3Limits } from '../history/usage.ts';
import { logManagement } from '../log/write.ts';
import { saveUser } from './saved.ts';
import {
  changedQuota,
  createSubuser,
  createUser,
  deleteUser,
  subuserOrRefuse,
  toS3User,
  updateUser,
  userOrRefuse,
} from './users.ts';

/** The port on which the gateways listen (rgw_frontends). */
const GATEWAY_PORT = 7480;

export const s3UserHandlers = (sim: Sim) => {
  const { objectStore } = sim;
  const user = (uid: string) => userOrRefuse(objectStore(), uid);
  const note = (what: string) => logManagement(sim.model, 'notice', what);
  const setQuota = (uid: string, kind: 'userQuota' | 'bucketQuota', change: S3Quota) => {
    const owner = user(uid);
    owner[kind] = changedQuota(owner[kind], change);
    saveUser(objectStore(), uid);
    note(`${kind === 'userQuota' ? 'quota' : 'bucket quota'} of the S3 user ${quoted(uid)} changed`);
  };
  return {
    listS3Users: () => Array.from(objectStore().users.values(), toS3User),
    listS3UserNames: () =>
      Array.from(objectStore().users.values(), ({ uid, name, userQuota }) => ({
        displayName: name,
        queryName: uid,
        ...s3Limits(userQuota),
      })),
    createS3User({ body: { uid, name, email } }) {
      createUser(objectStore(), uid, name, email);
      saveUser(objectStore(), uid);
      note(`S3 user ${quoted(uid)} created`);
    },
    updateS3User({ params: { uid }, body }) {
      updateUser(objectStore(), user(uid), body);
      note(`S3 user ${quoted(uid)} changed: ${Object.keys(body).join(', ')}`);
    },
    deleteS3User({ params: { uid } }) {
      deleteUser(objectStore(), user(uid));
      note(`S3 user ${quoted(uid)} deleted`);
    },
    setS3UserQuota: ({ params: { uid }, body }) => setQuota(uid, 'userQuota', body),
    setS3UserBucketQuota: ({ params: { uid }, body }) => setQuota(uid, 'bucketQuota', body),
    ...subuserHandlers(sim, note),
    ...keyHandlers(sim),
  } satisfies Section;
};

const subuserHandlers = ({ objectStore }: Sim, note: (what: string) => void) =>
  ({
    createS3Subuser({ params: { uid }, body: { subuser, permissions } }) {
      createSubuser(objectStore(), userOrRefuse(objectStore(), uid), subuser, permissions);
      saveUser(objectStore(), uid);
      note(`sub-user ${quoted(subuser)} of the S3 user ${quoted(uid)} created: ${permissions}`);
    },
    updateS3Subuser({ params, body: { permissions } }) {
      const { name, subuser } = subuserOrRefuse(objectStore(), params.uid, params.subuser);
      subuser.permissions = permissions;
      saveUser(objectStore(), params.uid);
      note(`sub-user ${quoted(name)} of the S3 user ${quoted(params.uid)} changed: ${permissions}`);
    },
    deleteS3Subuser({ params }) {
      const { user, name } = subuserOrRefuse(objectStore(), params.uid, params.subuser);
      user.subusers.delete(name);
      saveUser(objectStore(), params.uid);
      note(`sub-user ${quoted(name)} of the S3 user ${quoted(params.uid)} deleted`);
    },
  }) satisfies Section;

/**
 * Handlers of access keys, and of client configuration files with them. The key of a sub-user belongs to
 * `uid:subuser`.
 */
const keyHandlers = ({ model, objectStore }: Sim) => {
  const gateway = () => {
    const { host } = model.daemons.find(({ kind, active }) => kind === 'radosgw' && active)!;
    return `http://${host.ip}:${GATEWAY_PORT}`;
  };
  const subuser = (params: { uid: string; subuser: string }) =>
    subuserOrRefuse(objectStore(), params.uid, params.subuser);
  return {
    getS3UserKey({ params: { uid } }) {
      const { accessKey, secretKey } = userOrRefuse(objectStore(), uid);
      return { user: uid, accessKey, secretKey };
    },
    getS3SubuserKey({ params }) {
      const {
        name,
        subuser: { accessKey, secretKey },
      } = subuser(params);
      return { user: `${params.uid}:${name}`, accessKey, secretKey };
    },
    downloadS3UserConfig: ({ params: { uid } }) => ({
      fileName: `${uid}.s3cfg`,
      fileContents: clientConfig(userOrRefuse(objectStore(), uid), gateway()),
    }),
    downloadS3SubuserConfig({ params }) {
      const { name, subuser: key } = subuser(params);
      return { fileName: `${params.uid}-${name}.s3cfg`, fileContents: clientConfig(key, gateway()) };
    },
  } satisfies Section;
};

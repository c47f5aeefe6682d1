import { type Static, Type } from 'typebox';
import { body, changes, choice, operation, shape, word } from '../operation.ts';
import { name, SecretDownload } from './shapes.ts';

export const SUBUSER_PERMISSIONS = ['full-control', 'read-write', 'read', 'write'] as const;

const quotaFields = {
  enabled: Type.Boolean(),
  maxSizeKb: Type.Integer({ description: 'KiB; -1 is unlimited' }),
  maxObjects: Type.Integer({ description: '-1 is unlimited' }),
};

/** The limits of an S3 user or bucket (interface, "Quota"). */
export const S3Quota = shape(quotaFields);
export type S3Quota = Static<typeof S3Quota>;

/** A user of the object store with its sub-users and quotas (interface, "S3 user"). */
export const S3User = shape({
  uid: Type.String(),
  name: Type.String(),
  email: Type.String(),
  suspended: Type.Boolean(),
  subusers: Type.Array(shape({ subuser: Type.String(), permissions: word(SUBUSER_PERMISSIONS) })),
  bucketQuota: S3Quota,
  userQuota: S3Quota,
});
export type S3User = Static<typeof S3User>;

/** A key pair of a user or sub-user for signing requests (interface, "S3 access key"). */
export const S3Key = shape({
  user: Type.String(),
  accessKey: Type.String(),
  secretKey: Type.String({ 'x-secret': true }),
});
export type S3Key = Static<typeof S3Key>;

const user = Type.Object({ uid: name('id of the S3 user', 's3User') });
const subuser = Type.Object({
  uid: name('id of the S3 user', 's3User'),
  subuser: name('name of the sub-user', 's3Subuser'),
});
const permissions = choice(SUBUSER_PERMISSIONS, 'what the sub-user may do');

/** The section "s3 users": users, sub-users, keys and quotas. */
export const s3Users = {
  listS3Users: operation({
    method: 'GET',
    path: '/s3/users',
    summary: 'S3 users',
    tier: 'read',
    reply: Type.Array(S3User),
  }),
  createS3User: operation({
    method: 'POST',
    path: '/s3/users',
    summary: 'Create an S3 user',
    tier: 'reversible',
    body: body({
      uid: name('id of the new user'),
      name: Type.Optional(Type.String({ description: 'display name' })),
      email: Type.Optional(Type.String()),
    }),
  }),
  getS3UserKey: operation({
    method: 'GET',
    path: '/s3/users/{uid}/key',
    summary: 'Access key of an S3 user',
    tier: 'read',
    params: user,
    reply: S3Key,
  }),
  getS3SubuserKey: operation({
    method: 'GET',
    path: '/s3/users/{uid}/{subuser}/key',
    summary: 'Access key of an S3 sub-user',
    tier: 'read',
    params: subuser,
    reply: S3Key,
  }),
  downloadS3UserConfig: operation({
    method: 'GET',
    path: '/s3/users/{uid}/cfg-file/download',
    summary: 'Client configuration file of an S3 user',
    tier: 'read',
    params: user,
    reply: SecretDownload,
  }),
  downloadS3SubuserConfig: operation({
    method: 'GET',
    path: '/s3/users/{uid}/{subuser}/cfg-file/download',
    summary: 'Client configuration file of an S3 sub-user',
    tier: 'read',
    params: subuser,
    reply: SecretDownload,
  }),
  createS3Subuser: operation({
    method: 'POST',
    path: '/s3/users/{uid}',
    summary: 'Create a sub-user of an S3 user',
    tier: 'reversible',
    params: user,
    body: body({ subuser: name('name of the new sub-user'), permissions }),
  }),
  deleteS3User: operation({
    method: 'DELETE',
    path: '/s3/users/{uid}',
    summary: 'Delete an S3 user and its keys',
    tier: 'destructive',
    params: user,
  }),
  updateS3User: operation({
    method: 'PATCH',
    path: '/s3/users/{uid}',
    summary: 'Change, suspend or resume an S3 user',
    tier: 'reversible',
    params: user,
    body: changes({
      name: Type.String({ description: 'display name' }),
      email: Type.String(),
      suspended: Type.Boolean({ description: 'a suspended user is refused every request' }),
    }),
  }),
  deleteS3Subuser: operation({
    method: 'DELETE',
    path: '/s3/users/{uid}/{subuser}',
    summary: 'Delete an S3 sub-user and its keys',
    tier: 'destructive',
    params: subuser,
  }),
  updateS3Subuser: operation({
    method: 'PATCH',
    path: '/s3/users/{uid}/{subuser}',
    summary: 'Change what an S3 sub-user may do',
    tier: 'reversible',
    params: subuser,
    body: body({ permissions }),
  }),
  setS3UserQuota: operation({
    method: 'PUT',
    path: '/s3/users/{uid}/quota',
    summary: 'Set the quota of an S3 user',
    tier: 'reversible',
    params: user,
    body: changes(quotaFields),
  }),
  setS3UserBucketQuota: operation({
    method: 'PUT',
    path: '/s3/users/{uid}/bucket-quota',
    summary: 'Set the quota of every bucket that an S3 user owns',
    tier: 'reversible',
    params: user,
    body: changes(quotaFields),
  }),
} as const;

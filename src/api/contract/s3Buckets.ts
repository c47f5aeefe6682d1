import { type Static, Type } from 'typebox';
import { body, choice, operation, shape, upload, word } from '../operation.ts';
import { S3Quota } from './s3Users.ts';
import { FileDownload, name, names, Task, thisWillDeleteData } from './shapes.ts';

/** The recipients of a grant; `SINGLE_USER` is the user that it names. */
export const GRANTEES = ['ALL_USERS', 'AUTHENTICATED_USERS', 'SINGLE_USER', 'LOG_DELIVERY'] as const;
/** The permissions of S3's access control lists; `Acp` is the list itself. */
export const GRANT_PERMISSIONS = ['FullControl', 'Read', 'Write', 'ReadAcp', 'WriteAcp'] as const;

/** True if a name follows Amazon's rules for buckets, which the gateways enforce while rgw_relaxed_s3_bucket_names is off. */
export const isBucketName = (name: string): boolean =>
  name.length >= 3 &&
  name.length <= 63 &&
  name.split('.').every((part) => /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/.test(part)) &&
  !/^\d+\.\d+\.\d+\.\d+$/.test(name);
/** The same in words. */
export const BUCKET_NAMES =
  '3 to 63 lower-case letters, digits, hyphens and single dots, and not an IP address';

/** A bucket with its quota and its use (interface, "S3 bucket summary"). */
export const S3Bucket = shape({
  bucket: Type.String(),
  placementRule: Type.String(),
  id: Type.String(),
  owner: Type.String({ description: 'uid of the S3 user' }),
  modified: Type.Integer({ description: 'Unix timestamp' }),
  usage: Type.Record(Type.String(), Type.Unknown(), { description: 'data usage by zone' }),
  quota: S3Quota,
  usageSum: shape({
    sizeKb: Type.Integer({ description: 'KiB' }),
    sizeKbActual: Type.Integer({ description: 'KiB' }),
    numObjects: Type.Number(),
  }),
});
export type S3Bucket = Static<typeof S3Bucket>;

const userId = Type.String({ description: 'meaningful only when grantee is SINGLE_USER' });
const displayName = Type.String({ description: 'informational, ignored when setting' });

/** The CORS rules and the grants of a bucket (interface, "S3 bucket detail"). */
export const S3BucketDetail = shape({
  cors: Type.Array(
    shape({
      id: Type.String(),
      allowedMethods: Type.Array(Type.String()),
      allowedOrigins: Type.Array(Type.String()),
      maxAgeSeconds: Type.Integer({ description: 'seconds' }),
      exposedHeaders: Type.Array(Type.String()),
      allowedHeaders: Type.Array(Type.String()),
    }),
  ),
  acl: Type.Array(
    shape({ grantee: word(GRANTEES), userId, displayName, permission: word(GRANT_PERMISSIONS) }),
  ),
});
export type S3BucketDetail = Static<typeof S3BucketDetail>;
export type S3Grant = NonNullable<S3BucketDetail['acl']>[number];
export type S3CorsRule = NonNullable<S3BucketDetail['cors']>[number];

/** An object in a listing. */
export const S3Object = shape({
  bucketName: Type.String(),
  key: Type.String(),
  size: Type.Integer({ description: 'bytes' }),
  lastModified: Type.String(),
  storageClass: Type.String(),
  owner: shape({ displayName: Type.String(), id: Type.String() }),
  etag: Type.String(),
});
export type S3Object = Static<typeof S3Object>;

/** One page of a bucket (interface, "S3 object listing"). */
export const S3ObjectListing = shape({
  prefixes: Type.Array(Type.String()),
  objects: Type.Array(S3Object),
  continuationToken: Type.String({ description: 'absent on the last page' }),
});
export type S3ObjectListing = Static<typeof S3ObjectListing>;

const metadataFields = {
  raw: Type.Record(Type.String(), Type.Unknown()),
  lastModified: Type.Integer({ description: 'Unix timestamp' }),
  contentType: Type.String(),
  etag: Type.String(),
  size: Type.Integer({ description: 'bytes' }),
  userMetadata: Type.Record(Type.String(), Type.Unknown()),
  versionId: Type.String(),
  contentDisposition: Type.String(),
  cacheControl: Type.String(),
  expirationTime: Type.Integer({ description: 'Unix timestamp' }),
  expirationTimeRuleId: Type.String(),
  contentEncoding: Type.String(),
  contentLanguage: Type.String(),
  contentMD5: Type.String(),
  httpExpiresDate: Type.Integer({ description: 'Unix timestamp' }),
};

/** The metadata stored with an object (interface, "S3 object metadata"). */
export const S3ObjectMetadata = shape(metadataFields);
export type S3ObjectMetadata = Static<typeof S3ObjectMetadata>;

const bucket = Type.Object({ bucketName: name('name of the bucket', 's3Bucket') });
const object = Type.Object({ key: name('key of the object', 's3Object') });
const target = Type.Object({
  key: name('key of the object', 's3Object'),
  dstBucketName: name('bucket to put it into', 's3Bucket'),
  dstKey: name('key to give it there; an object of that key is replaced'),
});
const bucketBody = body({
  owner: Type.Optional(Type.String({ description: 'change the owner to this uid', ...names('s3User') })),
  acl: Type.Optional(
    Type.Array(
      body({
        grantee: choice(GRANTEES),
        userId: Type.Optional(userId),
        displayName: Type.Optional(displayName),
        permission: choice(GRANT_PERMISSIONS),
      }),
    ),
  ),
});

/** The section "s3 buckets and objects": buckets, their access rights and their objects. */
export const s3Buckets = {
  listS3Buckets: operation({
    method: 'GET',
    path: '/s3/buckets',
    summary: 'S3 buckets',
    tier: 'read',
    reply: Type.Array(S3Bucket),
  }),
  getS3Bucket: operation({
    method: 'GET',
    path: '/s3/buckets/{bucketName}',
    summary: 'CORS rules and access grants of a bucket',
    tier: 'read',
    params: bucket,
    reply: S3BucketDetail,
  }),
  putS3Bucket: operation({
    method: 'PUT',
    path: '/s3/buckets/{bucketName}',
    summary: 'Create a bucket, or change its owner and access grants',
    tier: 'reversible',
    params: Type.Object({ bucketName: name('name of the new bucket') }),
    body: bucketBody,
    reply: Task,
  }),
  updateS3Bucket: operation({
    method: 'PATCH',
    path: '/s3/buckets/{bucketName}',
    summary: 'Change the owner and access grants of a bucket',
    tier: 'reversible',
    params: bucket,
    body: bucketBody,
    reply: Task,
  }),
  deleteS3Bucket: operation({
    method: 'DELETE',
    path: '/s3/buckets/{bucketName}',
    summary: 'Delete a bucket, with its objects when deleteData is set',
    tier: 'destructive',
    params: bucket,
    body: body({
      name: Type.Optional(Type.String({ description: 'name of the bucket, repeated', ...names('s3Bucket') })),
      deleteData: Type.Optional(Type.Boolean({ description: 'delete the objects in it as well' })),
      thisWillDeleteData,
    }),
    reply: Task,
  }),
  listS3Objects: operation({
    method: 'GET',
    path: '/s3/buckets/{bucketName}/objects',
    summary: 'Objects of a bucket, a page at a time',
    tier: 'read',
    params: bucket,
    query: Type.Object({
      max: Type.Optional(Type.Integer({ minimum: 1, description: 'objects on a page' })),
      prefix: Type.Optional(Type.String({ description: 'only keys that start with this' })),
      continuationToken: Type.Optional(Type.String({ description: 'continue an earlier listing' })),
      flatView: Type.Optional(Type.Boolean({ description: 'all keys instead of one level of prefixes' })),
    }),
    reply: S3ObjectListing,
  }),
  deleteS3Object: operation({
    method: 'DELETE',
    path: '/s3/buckets/{bucketName}/objects',
    summary: 'Delete an object',
    tier: 'destructive',
    params: bucket,
    query: object,
  }),
  getS3ObjectMetadata: operation({
    method: 'GET',
    path: '/s3/buckets/{bucketName}/objects/metadata',
    summary: 'Metadata of an object',
    tier: 'read',
    params: bucket,
    query: object,
    reply: S3ObjectMetadata,
  }),
  setS3ObjectMetadata: operation({
    method: 'PUT',
    path: '/s3/buckets/{bucketName}/objects/metadata',
    summary: 'Replace the metadata of an object',
    tier: 'reversible',
    params: bucket,
    query: object,
    body: Type.Partial(body(metadataFields), { additionalProperties: false }),
  }),
  downloadS3Object: operation({
    method: 'GET',
    path: '/s3/buckets/{bucketName}/download',
    summary: 'Download an object',
    tier: 'read',
    params: bucket,
    query: object,
    reply: FileDownload,
  }),
  uploadS3Object: operation({
    method: 'PUT',
    path: '/s3/buckets/{bucketName}/upload',
    summary: 'Upload a file as an object; an object of that key is replaced',
    tier: 'disruptive',
    params: bucket,
    form: body({
      key: name('key to store it under'),
      size: Type.Optional(
        Type.Integer({ minimum: 0, description: 'bytes; without it the service buffers the file in memory' }),
      ),
      file: upload('content of the object'),
    }),
  }),
  copyS3Object: operation({
    method: 'PUT',
    path: '/s3/buckets/{bucketName}/objects/copy',
    summary: 'Copy an object',
    tier: 'disruptive',
    params: bucket,
    query: target,
  }),
  moveS3Object: operation({
    method: 'PUT',
    path: '/s3/buckets/{bucketName}/objects/move',
    summary: 'Move an object',
    tier: 'disruptive',
    params: bucket,
    query: target,
  }),
} as const;

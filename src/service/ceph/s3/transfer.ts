import { Refusal } from '../../engine.ts';
import { asHttp, type ObjectHeaders } from '../../s3/objectHeaders.ts';
import { copySource } from './gateway/gateway.ts';
import { GatewayRefusal } from './gateway/refusal.ts';
import { readPolicy } from './grants.ts';
import { fromHttp } from './metadata.ts';
import { headOf, openObject, type ObjectRef } from './objects.ts';
import type { ObjectStore } from './objectStore.ts';
import { requireDone, upload } from './upload.ts';
import { actorOf, type Actor } from './users.ts';

/** A long timeout, because copying a large object takes long. */
const TIMEOUT_MS = 300_000;

/**
 * The owner of a bucket, with whose key new objects are stored: a gateway makes the user who stores an object its owner,
 * and only the owner is certain to have access.
 */
export async function ownerOf({ admin }: ObjectStore, bucket: string): Promise<Actor> {
  const { owner } = await admin.bucket(bucket);
  return actorOf(await admin.user(owner));
}

/** A copy to be made. */
interface ObjectCopy {
  readonly from: ObjectRef;
  /** The etag that the source must still have. */
  readonly etag: string;
  readonly to: ObjectRef;
  /** The user who makes the copy. */
  readonly as: Actor;
  /** The headers of the copy; those of the source unless given. */
  readonly headers?: ObjectHeaders;
  readonly signal: AbortSignal;
}

/** Copies an object inside the gateway. */
async function copyInGateway({ gateway }: ObjectStore, copy: ObjectCopy): Promise<void> {
  const { from, to, as, etag, headers, signal } = copy;
  const done = await gateway.readText({
    method: 'PUT',
    subject: to,
    headers: {
      'x-amz-copy-source': copySource(from.bucket, from.key),
      'x-amz-copy-source-if-match': etag,
      ...(headers && { 'x-amz-metadata-directive': 'REPLACE', ...asHttp(headers) }),
    },
    as,
    signal,
    timeoutMs: TIMEOUT_MS,
  });
  requireDone(done, 'CopyObjectResult');
}

/** Copies an object by a download and an upload. */
async function copyByService(
  store: ObjectStore,
  { from, etag, to, as, headers, signal }: ObjectCopy,
): Promise<void> {
  const { headers: http, body } = await openObject(store, from, etag);
  try {
    const target = { ...to, headers: headers ?? fromHttp(http), as, signal };
    await upload(store.gateway, target, body, Number(http['content-length']));
  } finally {
    body.destroy();
  }
}

/**
 * Copies an object inside the gateway, or through this service if the new owner may not read the source. For a system
 * user it always uses this service: the gateway of Ceph 16 crashes when the source has just been deleted.
 */
async function copyAs(store: ObjectStore, copy: ObjectCopy): Promise<void> {
  if (copy.as.system) return copyByService(store, copy);
  try {
    await copyInGateway(store, copy);
  } catch (failure) {
    if (!(failure instanceof GatewayRefusal) || failure.code !== 'AccessDenied') throw failure;
    await copyByService(store, copy);
  }
}

/**
 * Replaces an object's metadata. In S3 this means copying the object onto itself, which loses its grants, so they are
 * restored. The copy is made as the object's owner, who stays its owner.
 */
export async function replaceMetadata(
  store: ObjectStore,
  subject: ObjectRef,
  headers: ObjectHeaders,
  signal: AbortSignal,
): Promise<void> {
  const { gateway, admin } = store;
  const { etag = '' } = await headOf(store, subject);
  const policy = await gateway.readText({ method: 'GET', subject, query: { acl: '' } });
  const as = actorOf(await admin.user(readPolicy(policy).owner));
  await copyAs(store, { from: subject, to: subject, as, etag, headers, signal });
  await gateway.readText({ method: 'PUT', subject, query: { acl: '' }, body: policy });
}

/** Copies an object with its metadata; the copy belongs to the owner of the target bucket. @throws Refusal 404 */
export async function copyObject(
  store: ObjectStore,
  from: ObjectRef,
  to: ObjectRef,
  signal: AbortSignal,
): Promise<void> {
  const { etag = '' } = await headOf(store, from);
  await copyAs(store, { from, to, as: await ownerOf(store, to.bucket), etag, signal });
}

/** Moves an object by copying and deleting it, because S3 has no move; for a moment, both need space. */
export async function moveObject(
  store: ObjectStore,
  from: ObjectRef,
  to: ObjectRef,
  signal: AbortSignal,
): Promise<void> {
  await copyObject(store, from, to, signal);
  try {
    await store.gateway.readText({ method: 'DELETE', subject: from });
  } catch (failure) {
    throw failure instanceof Refusal
      ? new Refusal(
          failure.status,
          `the object was copied, but the original was not deleted: ${failure.message}`,
        )
      : failure;
  }
}

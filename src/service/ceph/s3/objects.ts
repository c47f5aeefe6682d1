import type { S3ObjectMetadata } from '../../../api/contract/s3Buckets.ts';
import type { Download } from '../../downloads.ts';
import { ifRefused } from '../../engine.ts';
import { bytesOf } from './gateway/gateway.ts';
import type { HttpReply } from './gateway/http.ts';
import { toMetadata } from './metadata.ts';
import type { ObjectStore } from './objectStore.ts';

/** An object by its bucket and key. */
export interface ObjectRef {
  readonly bucket: string;
  readonly key: string;
}

/** The longest pause of a reader. */
const TIMEOUT_MS = 300_000;

/** The headers of an object. @throws Refusal 404 */
export async function headOf(
  { gateway }: ObjectStore,
  subject: ObjectRef,
): Promise<Readonly<Record<string, string>>> {
  const reply = await gateway.send({ method: 'HEAD', subject });
  // The body is empty, but the connection is free only after its end was read.
  await bytesOf(reply);
  return reply.headers;
}

/** @throws Refusal 404 */
export async function metadataOf(store: ObjectStore, object: ObjectRef): Promise<S3ObjectMetadata> {
  return toMetadata(await headOf(store, object));
}

/** @throws Refusal 404 */
export async function deleteObject(store: ObjectStore, subject: ObjectRef): Promise<void> {
  // The gateways report success when an object does not exist.
  await headOf(store, subject);
  await store.gateway.readText({ method: 'DELETE', subject });
}

/** Opens an object for reading. @throws Refusal 404, or 409 if it has another etag */
export const openObject = ({ gateway }: ObjectStore, subject: ObjectRef, etag: string): Promise<HttpReply> =>
  gateway.send({ method: 'GET', subject, headers: { 'if-match': etag }, timeoutMs: TIMEOUT_MS });

/** The content of a download; undefined if the object has changed or was deleted. */
export async function download(
  store: ObjectStore,
  object: ObjectRef,
  file: { readonly fileName: string; readonly size: number; readonly etag: string },
): Promise<Download | undefined> {
  const reply = await openObject(store, object, file.etag).catch(ifRefused(() => undefined, 404, 409));
  return reply && { fileName: file.fileName, size: file.size, content: reply.body };
}

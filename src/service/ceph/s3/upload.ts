import { Refusal } from '../../engine.ts';
import { refusal } from '../../rules/refused.ts';
import { wrongSize } from '../../rules/s3.ts';
import type { AccessKey } from '../../s3/accessKey.ts';
import { asHttp, type ObjectHeaders } from '../../s3/objectHeaders.ts';
import { withExactSize, ChunkReader } from './chunks.ts';
import { bytesOf, type Gateway, type GatewayRequest } from './gateway/gateway.ts';
import type { SizedContent, HttpReply } from './gateway/http.ts';
import { readXml, textElement } from './gateway/xml.ts';

const MIB = 1024 ** 2;
/** The size in bytes above which an object is sent in parts (S3; rgw_max_put_size). */
const MAX_SINGLE = 5 * 1024 * MIB;
/**
 * The size of a part in bytes; a whole part is held in memory if the size of the file is not known. S3 requires at least
 * 5 MiB, except for the last part.
 */
const PART = 16 * MIB;
/** The maximum number of parts (S3; rgw_multipart_part_upload_limit). */
const MAX_PARTS = 10_000;
/** The longest pause of the sender of a file. */
const TIMEOUT_MS = 300_000;

/** The bucket, key, headers and owner of an uploaded object. */
export interface UploadTarget {
  readonly bucket: string;
  readonly key: string;
  readonly headers: ObjectHeaders;
  /** The key of the user who will own the object. */
  readonly as: AccessKey;
  readonly signal: AbortSignal;
}

type UploadPart = Pick<GatewayRequest, 'query' | 'headers'> & { readonly body: Uint8Array | SizedContent };

/** Sends an object or a part of one. @returns the headers of the answer */
async function put(gateway: Gateway, target: UploadTarget, part: UploadPart): Promise<HttpReply['headers']> {
  const { bucket, key, as, signal } = target;
  const request = { subject: { bucket, key }, as, signal, timeoutMs: TIMEOUT_MS } as const;
  const reply = await gateway.send({ method: 'PUT', ...request, ...part });
  await bytesOf(reply);
  return reply.headers;
}

/** Uploads an object in parts. A failure aborts the upload and discards the parts. */
async function putParts(
  gateway: Gateway,
  target: UploadTarget,
  parts: AsyncIterable<UploadPart['body']>,
): Promise<void> {
  const { bucket, key, headers, as } = target;
  const subject = { bucket, key };
  const begun = await gateway.readText({
    method: 'POST',
    subject,
    query: { uploads: '' },
    headers: asHttp(headers),
    as,
  });
  const uploadId = readXml(begun).read('UploadId') ?? '';
  try {
    const etags: string[] = [];
    for await (const body of parts) {
      if (etags.length === MAX_PARTS)
        throw new Refusal(413, `the file is too large to be sent without its size: send \`size\` before it`);
      const query = { partNumber: String(etags.length + 1), uploadId };
      const { etag = '' } = await put(gateway, target, { query, body });
      etags.push(etag);
    }
    const list = etags.map(
      (etag, index) =>
        `<Part>${textElement('PartNumber', String(index + 1))}${textElement('ETag', etag)}</Part>`,
    );
    const body = `<CompleteMultipartUpload>${list.join('')}</CompleteMultipartUpload>`;
    const completion = { subject, query: { uploadId }, body, as, timeoutMs: TIMEOUT_MS };
    const done = await gateway.readText({ method: 'POST', ...completion });
    requireDone(done, 'CompleteMultipartUploadResult');
  } catch (failure) {
    await gateway.readText({ method: 'DELETE', subject, query: { uploadId } }).catch(() => undefined);
    throw failure;
  }
}

/**
 * Checks the result of a long operation: the gateway answers with status 200 before it knows the outcome, so the body
 * may report an error (S3 API Reference, "CompleteMultipartUpload").
 */
export function requireDone(xml: string, result: string): void {
  const root = readXml(xml);
  if (root.name !== result)
    throw new Refusal(
      503,
      `the S3 gateway could not finish: ${root.read('Message') || root.read('Code') || root.name}`,
    );
}

async function* partsOf(reader: ChunkReader, size: number): AsyncGenerator<SizedContent> {
  const partSize = Math.max(PART, Math.ceil(size / MAX_PARTS));
  for (let left = size; left > 0;) {
    const part = Math.min(partSize, left);
    yield { size: part, content: withExactSize(reader.read(part), part, size) };
    left -= part;
  }
  if ((await reader.readAll(1)).length > 0) throw refusal(wrongSize(size, 'more'));
}

async function* collectedParts(first: Uint8Array, reader: ChunkReader): AsyncGenerator<Uint8Array> {
  for (let part = first; part.length > 0; part = await reader.readAll(PART)) yield part;
}

/**
 * Stores a file as an object. If its size is known, it is streamed to the gateway; otherwise it is sent in parts that are
 * collected in memory.
 * @throws Refusal 400 when the content has another size, and the refusals of the gateway
 */
export async function upload(
  gateway: Gateway,
  target: UploadTarget,
  content: AsyncIterable<Uint8Array>,
  size: number | undefined,
): Promise<void> {
  const headers = asHttp(target.headers);
  await using reader = new ChunkReader(content);
  if (size === undefined) {
    const first = await reader.readAll(PART);
    if (first.length < PART) await put(gateway, target, { headers, body: first });
    else await putParts(gateway, target, collectedParts(first, reader));
  } else if (size > MAX_SINGLE) {
    await putParts(gateway, target, partsOf(reader, size));
  } else {
    const whole = withExactSize(reader.read(Infinity), size);
    await put(gateway, target, { headers, body: { size, content: whole } });
  }
}

import type { Clock } from '../../../../lib/clock.ts';
import { messageOf } from '../../../../lib/thrown.ts';
import { Refusal } from '../../../engine.ts';
import { refusal } from '../../../rules/refused.ts';
import { noBucket, noGateway } from '../../../rules/s3.ts';
import type { AccessKey } from '../../../s3/accessKey.ts';
import type { Ceph } from '../../client/ceph.ts';
import type { ServiceMap } from '../../map/servers.ts';
import { RESERVED } from '../names.ts';
import { ConnectionFailure, type SizedContent, type GatewayHttp, type HttpReply } from './http.ts';
import { GatewayRefusal, gatewayRefusal, type RefusedSubject } from './refusal.ts';
import type { ServiceKey } from './serviceKey.ts';
import { encodePath, encodeQuery, sha256, signed, UNSIGNED_PAYLOAD } from './signature.ts';
import { gatewayUrls } from './urls.ts';

/**
 * Keeps the base URLs of the gateways, that of the last answer first. They are read from the cluster again when no
 * gateway can be reached.
 */
function createDirectory(ceph: Ceph, fixed: string | undefined) {
  let known: readonly string[] = [];
  return {
    async urls(): Promise<readonly string[]> {
      if (fixed !== undefined) return [fixed];
      if (known.length === 0)
        known = gatewayUrls(
          (await ceph.read<{ readonly servicemap?: ServiceMap }>({ prefix: 'status' })).servicemap,
        );
      if (known.length === 0) throw refusal(noGateway(', or configure the address of one'));
      return known;
    },
    answered(url: string): void {
      if (known[0] !== url) known = [url, ...known.filter((other) => other !== url)];
    },
    forget(): void {
      known = [];
    },
  };
}

/** A request to an S3 gateway, before it is signed. */
export interface GatewayRequest {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  readonly subject: RefusedSubject;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** The signature covers a string, but not bytes or streams. */
  readonly body?: string | Uint8Array | SizedContent;
  /**
   * The key that signs the request; the service's own unless given. A stream needs a key here: with the service's own
   * key, a request may be repeated after a renewal of the key, but a stream cannot be sent twice.
   */
  readonly as?: AccessKey;
  /** The longest silence of the gateway; a minute unless given. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

/** The S3 gateways of a cluster. All methods reject with a Refusal that advises the operator. */
export interface Gateway {
  /** Sends a request. Resolves with a successful answer. */
  send(request: GatewayRequest): Promise<HttpReply>;
  /** Sends a request. Resolves with the text of a successful answer. */
  readText(request: GatewayRequest): Promise<string>;
  /** The base URL of the gateway in use, for the configuration of clients. */
  url(): Promise<string>;
}

/** Usually gateways answer within milliseconds, but not when they read many buckets or delete many objects. */
const TIMEOUT_MS = 60_000;
const KEY_ERRORS = new Set(['InvalidAccessKeyId', 'SignatureDoesNotMatch']);

/**
 * True if the gateways no longer accept the service's key. A system user is never denied an admin request, so
 * AccessDenied means that the user has lost this key, as when two services created the user at the same time.
 */
const isKeyRefused = ({ code }: GatewayRefusal, subject: RefusedSubject): boolean =>
  KEY_ERRORS.has(code) || (code === 'AccessDenied' && 'admin' in subject);

/** Reads an answer to its end. @throws Refusal 503 */
export async function bytesOf({ body }: HttpReply): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  try {
    for await (const chunk of body) chunks.push(chunk);
  } catch (failure) {
    throw new Refusal(503, `the S3 gateway interrupted its answer: ${messageOf(failure)}`);
  }
  return Buffer.concat(chunks);
}

const textOf = async (reply: HttpReply): Promise<string> => (await bytesOf(reply)).toString('utf8');

/**
 * A bucket in the path of a request: `tenant/name`, the notation of radosgw-admin, becomes `tenant:name`.
 * @throws Refusal 404 for a name that no bucket can have, because the path would mean something else
 */
function bucketPath(bucket: string): string {
  if (RESERVED.has(bucket) || !/^(?:[^/]+\/)?[^/]+$/.test(bucket)) throw refusal(noBucket(bucket));
  return bucket.replace('/', ':');
}

function pathOf(subject: RefusedSubject): string {
  if ('admin' in subject) return encodePath('admin', subject.admin);
  const { bucket, key } = subject;
  return key === undefined ? encodePath(bucketPath(bucket)) : encodePath(bucketPath(bucket), key);
}

/** The source of a copy, for the header x-amz-copy-source. */
export const copySource = (bucket: string, key: string): string => encodePath(bucketPath(bucket), key);

function queryOf({ subject, query = {} }: GatewayRequest): Record<string, string> {
  if (!('admin' in subject)) return { ...query };
  const { uid, bucket } = subject;
  return { ...(uid !== undefined && { uid }), ...(bucket !== undefined && { bucket }), ...query };
}

const unreachable = (url: string, { message }: ConnectionFailure): Refusal =>
  new Refusal(
    503,
    `the S3 gateway at ${url} does not answer (${message}): check that the radosgw runs there and can be reached`,
  );

export interface GatewayOptions {
  readonly ceph: Ceph;
  readonly clock: Clock;
  readonly http: GatewayHttp;
  readonly serviceKey: ServiceKey;
  /** Base URL of the gateway to use; those that the cluster reports unless given. */
  readonly url?: string;
}

/** Sends requests to the first gateway that can be reached; never repeats a request that may have had an effect. */
export function createGateway({ ceph, clock, http, serviceKey, url: fixed }: GatewayOptions): Gateway {
  const directory = createDirectory(ceph, fixed);

  const sendTo = (origin: string, request: GatewayRequest, key: AccessKey): Promise<HttpReply> => {
    const { method, subject, headers = {}, body, timeoutMs = TIMEOUT_MS, signal } = request;
    const path = pathOf(subject);
    const query = queryOf(request);
    const payload = body === undefined || typeof body === 'string' ? sha256(body ?? '') : UNSIGNED_PAYLOAD;
    const signable = { method, path, query, headers: { ...headers, host: new URL(origin).host }, payload };
    const search = encodeQuery(query);
    return http.send(origin, {
      method,
      path: search === '' ? path : `${path}?${search}`,
      headers: signed(signable, key, clock.now()),
      ...(body !== undefined && { body: typeof body === 'string' ? Buffer.from(body) : body }),
      timeoutMs,
      ...(signal && { signal }),
    });
  };

  /** Tries the gateways one after the other until one can be reached. */
  const sendToAny = async (request: GatewayRequest, key: AccessKey): Promise<HttpReply> => {
    const urls = await directory.urls();
    const isRepeatable = request.method === 'GET' || request.method === 'HEAD';
    let refusal: Refusal | undefined;
    // The gateway may just have closed an idle connection, so a repeatable request is tried twice.
    for (const url of isRepeatable ? [...urls, ...urls] : urls) {
      try {
        const reply = await sendTo(url, request, key);
        directory.answered(url);
        return reply;
      } catch (failure) {
        if (!(failure instanceof ConnectionFailure)) throw failure;
        refusal = unreachable(url, failure);
        if (failure.kind === 'silent' || (failure.kind === 'broken' && !isRepeatable)) break;
      }
    }
    directory.forget();
    throw refusal;
  };

  const sendAs = async (request: GatewayRequest, key: AccessKey): Promise<HttpReply> => {
    const reply = await sendToAny(request, key);
    if (reply.status < 300) return reply;
    throw gatewayRefusal(reply.status, await textOf(reply), request.subject);
  };

  const send = async (request: GatewayRequest): Promise<HttpReply> => {
    if (request.as !== undefined) return sendAs(request, request.as);
    // radosgw-admin, which creates the key, would create the pools of the object store on a cluster that has none.
    await directory.urls();
    const key = await serviceKey.get();
    try {
      return await sendAs(request, key);
    } catch (failure) {
      if (!(failure instanceof GatewayRefusal && isKeyRefused(failure, request.subject))) throw failure;
      return sendAs(request, await serviceKey.renew(key));
    }
  };

  return {
    send,
    readText: async (request) => textOf(await send(request)),
    url: async () => (await directory.urls())[0]!,
  };
}

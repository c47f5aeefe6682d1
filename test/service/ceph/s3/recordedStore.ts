import { Readable } from 'node:stream';
import type { Ceph } from '../../../../src/service/ceph/client/ceph.ts';
import { createAdmin } from '../../../../src/service/ceph/s3/gateway/admin.ts';
import { createGateway } from '../../../../src/service/ceph/s3/gateway/gateway.ts';
import type { GatewayHttp, HttpReply, HttpRequest } from '../../../../src/service/ceph/s3/gateway/http.ts';
import type { ObjectStore } from '../../../../src/service/ceph/s3/objectStore.ts';
import { fakeClock } from '../../../support/fakeClock.ts';

/** An answer of a gateway: a text with status 200, or a status with more. */
export type Answer =
  | string
  | { readonly status?: number; readonly headers?: Record<string, string>; readonly text?: string };

/** A received request. */
export interface Asked {
  /** For example `GET /admin/user?uid=alice`, percent-encoded. */
  readonly line: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The access key of its signature. */
  readonly by: string;
}

export const reply = (answer: Answer): HttpReply => {
  const { status = 200, headers = {}, text = '' } = typeof answer === 'string' ? { text: answer } : answer;
  return { status, headers, body: Readable.from([Buffer.from(text)]) };
};

async function read(body: HttpRequest['body']): Promise<string> {
  if (body === undefined) return '';
  if (!('content' in body)) return Buffer.from(body).toString();
  const chunks: Uint8Array[] = [];
  for await (const chunk of body.content) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** The answers of the gateways by the first line of the request. All other requests succeed without an answer. */
export type Answers = Readonly<Record<string, Answer | (() => Answer)>>;

/** An object store whose gateway answers with recordings. */
export function recordedStore(answers: Answers) {
  const asked: Asked[] = [];
  const wire: GatewayHttp = {
    async send(_origin, { method, path, headers, body }) {
      const line = `${method} ${path}`;
      const by = /Credential=([^/]*)/.exec(headers['authorization'] ?? '')?.[1] ?? '';
      asked.push({ line, headers, body: await read(body), by });
      const answer = answers[line] ?? '';
      return reply(typeof answer === 'function' ? answer() : answer);
    },
    close: () => undefined,
  };
  const clock = fakeClock();
  const key = { accessKey: 'SERVICE', secretKey: 'secret' };
  const serviceKey = { get: async () => key, renew: async () => key };
  const gateway = createGateway({ ceph: {} as Ceph, clock, http: wire, serviceKey, url: 'http://s3:7480' });
  const store: ObjectStore = { gateway, admin: createAdmin(gateway, clock, 1000), close: () => undefined };
  const changes = () => asked.filter(({ line }) => !/^(GET|HEAD) /.test(line));
  return { store, asked, changes, clock };
}

const quota = { enabled: false, check_on_raw: false, max_size: -1, max_size_kb: 0, max_objects: -1 };

/** A user in the format of a Ceph 16 gateway. */
export const user = (uid: string, more: Record<string, unknown> = {}): string =>
  JSON.stringify({
    tenant: '',
    user_id: uid,
    display_name: uid.toUpperCase(),
    email: '',
    suspended: 0,
    max_buckets: 1000,
    subusers: [],
    keys: [{ user: uid, access_key: `KEY-${uid}`, secret_key: `secret of ${uid}` }],
    swift_keys: [],
    caps: [],
    system: 'false',
    bucket_quota: quota,
    user_quota: quota,
    ...more,
  });

/** A bucket in the format of a Ceph 16 gateway. */
export const bucket = (name: string, owner: string, objects = 0, more: Record<string, unknown> = {}) => ({
  bucket: name,
  num_shards: 11,
  tenant: '',
  placement_rule: 'default-placement',
  id: `87684b02-339d-4be6-8ddb-368b5ee3796d.4122.${name.length}`,
  owner,
  mtime: '2026-11-21T02:21:17.099375Z',
  usage:
    objects === 0
      ? {}
      : { 'rgw.main': { size: 21 * objects, size_actual: 4096 * objects, num_objects: objects } },
  bucket_quota: quota,
  ...more,
});

export const error = (status: number, code: string, message = ''): Answer => ({
  status,
  text: `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${message}</Message><RequestId>tx1</RequestId></Error>`,
});

export const adminError = (status: number, code: string): Answer => ({
  status,
  text: JSON.stringify({ Code: code, Message: '', RequestId: 'tx1', HostId: '1015-default-default' }),
});

import { describe, expect, test } from 'vitest';
import type { Ceph } from '../../../../src/service/ceph/client/ceph.ts';
import { createGateway } from '../../../../src/service/ceph/s3/gateway/gateway.ts';
import type { GatewayHttp } from '../../../../src/service/ceph/s3/gateway/http.ts';
import { requireDone, upload } from '../../../../src/service/ceph/s3/upload.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { refusal } from '../../../support/refusal.ts';
import { error, recordedStore, reply, type Answers } from './recordedStore.ts';

const MIB = 1024 ** 2;
const BEGUN = '<InitiateMultipartUploadResult><UploadId>2~0w</UploadId></InitiateMultipartUploadResult>';
const DONE = '<CompleteMultipartUploadResult><ETag></ETag></CompleteMultipartUploadResult>';
const part = (number: number) => `PUT /b/k?partNumber=${number}&uploadId=2~0w`;
const inParts: Answers = {
  'POST /b/k?uploads=': BEGUN,
  [part(1)]: { headers: { etag: '"one"' } },
  [part(2)]: { headers: { etag: '"two"' } },
  'POST /b/k?uploadId=2~0w': DONE,
};

async function* megabytes(count: number, then?: Error) {
  for (let left = count; left > 0; left--) yield Buffer.alloc(MIB, 'x');
  if (then) throw then;
}

async function send(answers: Answers, content: AsyncIterable<Uint8Array>, size?: number) {
  const { store, asked } = recordedStore(answers);
  const target = {
    bucket: 'b',
    key: 'k',
    headers: { contentType: 'text/plain', userMetadata: { a: '1' } },
    as: { accessKey: 'ALICE', secretKey: 's' },
    signal: new AbortController().signal,
  };
  const sending = upload(store.gateway, target, content, size);
  return { sending, asked, lines: () => asked.map(({ line }) => line) };
}

describe('a file of a known size', () => {
  test('a file of a known size is passed on directly, as its owner and with its metadata', async () => {
    const { sending, asked } = await send({}, megabytes(20), 20 * MIB);
    await sending;
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({ line: 'PUT /b/k', by: 'ALICE' });
    expect(asked[0]?.headers).toMatchObject({ 'content-type': 'text/plain', 'x-amz-meta-a': '1' });
    expect(asked[0]?.body).toHaveLength(20 * MIB);
  });

  test('a file of a known size that has another size is refused', async () => {
    const { sending } = await send({}, megabytes(2), 3 * MIB);
    await expect(sending).rejects.toMatchObject({ status: 400 });
  });
});

describe('a file of more than 5 GiB', () => {
  const MIB_IN_5_GIB = 5 * 1024;
  /** Sends as many MiB to a gateway that counts them, or refuses them. @returns its requests, with the bytes of each */
  async function sendLarge(count: number, size: number, refuses = false) {
    const requests: [line: string, bytes: number][] = [];
    const silences: [line: string, ms: number][] = [];
    const http: GatewayHttp = {
      async send(_origin, { method, path, body, timeoutMs }) {
        const line = `${method} ${path}`;
        silences.push([line, timeoutMs]);
        let bytes = 0;
        if (refuses && body && 'content' in body) {
          requests.push([line, body.size]);
          return reply(error(403, 'QuotaExceeded'));
        }
        if (body && 'content' in body) for await (const chunk of body.content) bytes += chunk.length;
        requests.push([line, bytes]);
        return reply(line.endsWith('?uploads=') ? BEGUN : line.startsWith('POST') ? DONE : '');
      },
      close: () => undefined,
    };
    const key = { accessKey: 'SERVICE', secretKey: 'secret' };
    const serviceKey = { get: async () => key, renew: async () => key };
    const gateway = createGateway({
      ceph: {} as Ceph,
      clock: fakeClock(),
      http,
      serviceKey,
      url: 'http://s3:7480',
    });
    const target = {
      bucket: 'b',
      key: 'k',
      headers: { contentType: 'text/plain', userMetadata: {} },
      as: key,
      signal: new AbortController().signal,
    };
    const chunk = Buffer.alloc(MIB);
    async function* content() {
      for (let left = count; left > 0; left--) yield chunk;
    }
    const sending = upload(gateway, target, content(), size * MIB);
    return { sending, requests, silences };
  }

  test('a file of 5 GiB is sent as a whole, and a larger one in parts of 16 MiB', async () => {
    const whole = await sendLarge(MIB_IN_5_GIB, MIB_IN_5_GIB);
    await whole.sending;
    expect(whole.requests).toEqual([['PUT /b/k', MIB_IN_5_GIB * MIB]]);
    const { sending, requests, silences } = await sendLarge(MIB_IN_5_GIB + 1, MIB_IN_5_GIB + 1);
    await sending;
    const parts = requests.slice(1, -1);
    expect(parts).toHaveLength(321);
    expect([parts[0], parts.at(-1)]).toEqual([
      [part(1), 16 * MIB],
      [part(321), MIB],
    ]);
    expect(requests.at(-1)?.[0]).toBe('POST /b/k?uploadId=2~0w');
    // The gateway may be silent for minutes while a part is sent and when the parts are joined.
    expect(silences[0]).toEqual(['POST /b/k?uploads=', 60_000]);
    expect(new Set(silences.slice(1).map(([, ms]) => ms))).toEqual(new Set([300_000]));
  });

  test('a file that would have more than ten thousand parts is sent in larger ones', async () => {
    const { sending, requests } = await sendLarge(1, 200_001, true);
    await expect(sending).rejects.toMatchObject({ status: 403 });
    expect(requests.at(1)).toEqual([part(1), Math.ceil((200_001 * MIB) / 10_000)]);
  });

  test('a file of more than 5 GiB that is longer than announced is discarded', async () => {
    const { sending, requests } = await sendLarge(MIB_IN_5_GIB + 2, MIB_IN_5_GIB + 1);
    await expect(sending).rejects.toMatchObject(refusal(400, 'more'));
    expect(requests.at(-1)?.[0]).toBe('DELETE /b/k?uploadId=2~0w');
  });
});

test.each([
  ['<Error><Code>InternalError</Code><Message>try again</Message></Error>', 'try again'],
  ['<Error><Code>InternalError</Code></Error>', 'InternalError'],
  ['<Error></Error>', 'Error'],
  ['<OtherResult><ETag>1</ETag></OtherResult>', 'OtherResult'],
])('a gateway that answers a long operation with %s could not finish it', (xml, why) => {
  expect(() => requireDone(xml, 'CompleteMultipartUploadResult')).toThrow(
    refusal(503, new RegExp(`^the S3 gateway could not finish: ${why}$`)),
  );
  expect(() => requireDone(DONE, 'CompleteMultipartUploadResult')).not.toThrow();
});

describe('a file of unknown size', () => {
  test('a file of exactly one part is not sent as a whole', async () => {
    const { sending, lines } = await send(inParts, megabytes(16));
    await sending;
    expect(lines()).toEqual(['POST /b/k?uploads=', part(1), 'POST /b/k?uploadId=2~0w']);
  });

  test('a small file of unknown size is sent as a whole', async () => {
    const { sending, asked } = await send({}, megabytes(15));
    await sending;
    expect(asked.map(({ line, body }) => [line, body.length])).toEqual([['PUT /b/k', 15 * MIB]]);
  });

  test('a large file of unknown size is sent in parts, which are joined in order', async () => {
    const { sending, asked } = await send(inParts, megabytes(20));
    await sending;
    expect(asked.map(({ line, body }) => [line, body.length])).toEqual([
      ['POST /b/k?uploads=', 0],
      [part(1), 16 * MIB],
      [part(2), 4 * MIB],
      ['POST /b/k?uploadId=2~0w', expect.any(Number)],
    ]);
    expect(asked[0]?.headers).toMatchObject({ 'content-type': 'text/plain' });
    expect(asked[3]?.body).toBe(
      '<CompleteMultipartUpload><Part><PartNumber>1</PartNumber><ETag>&quot;one&quot;</ETag></Part>' +
        '<Part><PartNumber>2</PartNumber><ETag>&quot;two&quot;</ETag></Part></CompleteMultipartUpload>',
    );
  });

  test('a file of unknown size that breaks off leaves nothing behind', async () => {
    const { sending, lines } = await send(inParts, megabytes(20, new Error('the sender has gone')));
    await expect(sending).rejects.toThrow('the sender has gone');
    expect(lines().at(-1)).toBe('DELETE /b/k?uploadId=2~0w');
  });

  test.each([
    ['while it is sent', { ...inParts, [part(2)]: error(403, 'QuotaExceeded') }, 403],
    ['at the end', { ...inParts, 'POST /b/k?uploadId=2~0w': error(400, 'EntityTooSmall') }, 400],
    [
      'after a success was announced',
      { ...inParts, 'POST /b/k?uploadId=2~0w': '<Error><Code>InternalError</Code></Error>' },
      503,
    ],
  ])('a file of unknown size that is refused %s leaves nothing behind', async (_, answers, status) => {
    const { sending, lines } = await send(answers, megabytes(20));
    await expect(sending).rejects.toMatchObject({ status });
    expect(lines().at(-1)).toBe('DELETE /b/k?uploadId=2~0w');
  });
});

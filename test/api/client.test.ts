import { describe, expect, it } from 'vitest';
import { type Api, createApi, type WriteRecord } from '../../src/api/client.ts';
import { ApiError, type Failure } from '../../src/api/failure.ts';
import { MASK } from '../../src/api/mask.ts';
import type { Answer, Transport } from '../../src/api/transport.ts';
import { inChunks } from './chunks.ts';
import { failureOf } from './failures.ts';

interface Options {
  readonly transport: Transport;
  readonly readOnly?: boolean;
  readonly onWrite?: (record: WriteRecord) => void;
}

function client({ transport, readOnly = false, onWrite }: Options): Api {
  let elapsed = 0;
  // The system clock is set back each time that it is read.
  let now = 61_005;
  return createApi({
    transport,
    readOnly: () => readOnly,
    clock: { now: () => (now -= 60_000), elapsed: () => (elapsed += 5) },
    ...(onWrite && { onWrite }),
  });
}

const noDownloads = { download: () => Promise.reject(new Error('nothing is downloaded here')) };

/** A transport that gives the same answer to every request and keeps the requests. */
function answering(
  text: string,
  { status = 200, contentType = 'application/json', cuts = [] as number[] } = {},
) {
  const sent: string[] = [];
  const transport: Transport = {
    ...noDownloads,
    async send(id): Promise<Answer> {
      sent.push(id);
      return { status, contentType, body: inChunks(text, cuts) };
    },
    async close() {},
  };
  return { transport, sent };
}

/** A transport that fails in the given way. */
const failing = (failure: Failure): Transport => ({
  ...noDownloads,
  send: async () => await Promise.reject(new ApiError(failure)),
  close: async () => undefined,
});

describe('an extension of the interface', () => {
  it.each([404, 405])(
    'an extension that answers with status %d is reported as not offered by the service',
    async (status) => {
      const api = client(answering('<h1>nothing here</h1>', { status, contentType: 'text/html' }));
      expect(await failureOf(api.muteHealthCheck({ body: { code: 'OSD_DOWN' } }))).toMatchObject({
        kind: 'rejected',
        status,
        message: expect.stringContaining('This service does not offer it') as string,
      });
    },
  );

  it('any other refusal of an extension is reported in the words of the service', async () => {
    const api = client(answering('{"message":"not raised now"}', { status: 409 }));
    expect(await failureOf(api.muteHealthCheck({ body: { code: 'OSD_DOWN' } }))).toMatchObject({
      status: 409,
      message: expect.stringContaining('not raised now') as string,
    });
  });
});

describe('reply of the client', () => {
  it('a reply fits its type whatever the server sends', async () => {
    const api = client(
      answering('[{"id":"3","serial":null,"role":"daos_nvme","extra":1}]', { cuts: [3, 9] }),
    );
    expect(await api.listDisks()).toEqual([{ id: 3, role: 'daos_nvme', extra: 1 }]);
  });

  it('a reply may be empty', async () => {
    expect(await client(answering('')).createConfigBackup()).toEqual({});
    expect(await client(answering('  ')).listPools()).toEqual([]);
    expect(await client(answering('', { status: 204 })).scrubOsd({ params: { osdId: 1 } })).toBeUndefined();
  });

  it('a task in a reply is returned even if the contract names none', async () => {
    const api = client(answering('{"id":9,"state":"WAITING"}'));
    expect(await api.scrubOsd({ params: { osdId: 1 } })).toEqual({ id: 9, state: 'WAITING' });
  });

  it('a reply is undefined if the contract names none and no task is returned', async () => {
    const osd = { params: { osdId: 1 } };
    expect(await client(answering('{"ok":true}')).scrubOsd(osd)).toBeUndefined();
    expect(await client(answering('OK', { contentType: 'text/plain' })).scrubOsd(osd)).toBeUndefined();
  });

  it('a text reply is read as JSON or as plain text', async () => {
    const script = { params: { id: 1 } };
    expect(await client(answering('"#!/bin/sh\\n"')).getScript(script)).toBe('#!/bin/sh\n');
    expect(await client(answering('#!/bin/sh\n', { contentType: 'text/plain' })).getScript(script)).toBe(
      '#!/bin/sh\n',
    );
  });

  it('a reply that is not JSON is reported with the byte of the error and its beginning', async () => {
    const api = client(answering('<html>\u001b[31mhello</html>', { contentType: 'text/html' }));
    const failure = await failureOf(api.listPools());
    expect(failure.kind).toBe('malformed');
    expect(failure.message).toContain('byte 0');
    expect(failure.message).toContain('<html>');
    expect(failure.message).not.toContain('\u001b');
    expect((await failureOf(client(answering('[{"name":"ä"},]')).listPools())).message).toContain('byte 15');
  });
});

describe('a long list', () => {
  const disks = Array.from({ length: 10_000 }, (_, id) => ({ id, hostname: 'stor-01', role: 'osd' }));

  it('unchanged items of a long list keep the identity that they had in the previous answer', async () => {
    const { transport } = answering(JSON.stringify([...disks, { id: 10_000, hostname: 'stor-02' }]));
    const previous = disks.with(7, { id: 7, hostname: 'stor-01', role: 'journal' });
    const read = await client({ transport }).listDisks({}, { previous });
    expect(read).toHaveLength(10_001);
    expect(read[7]).toEqual(disks[7]);
    expect(read.filter((disk, index) => disk === previous[index])).toHaveLength(9999);
  });

  it('the items of a long list are read afresh if the previous answer was not a list', async () => {
    const { transport } = answering(JSON.stringify(disks));
    expect(await client({ transport }).listDisks({}, { previous: 'no list' })).toEqual(disks);
  });
});

describe('rejection by the service', () => {
  it('a rejection carries the status and the message of the service', async () => {
    const api = client(answering('{"message":"OSD 3 is\\nnot there"}', { status: 404 }));
    expect(await failureOf(api.scrubOsd({ params: { osdId: 3 } }))).toEqual({
      kind: 'rejected',
      status: 404,
      message: 'OSD 3 is not there',
    });
  });

  it('a rejection keeps its status if its body breaks off', async () => {
    async function* broken() {
      yield '{"mess';
      throw new Error('gone');
    }
    const transport: Transport = {
      ...noDownloads,
      send: async () => ({ status: 503, contentType: 'application/json', body: broken() }),
      close: async () => undefined,
    };
    expect(await failureOf(client({ transport }).listPools())).toMatchObject({
      kind: 'rejected',
      status: 503,
    });
  });
});

describe('call of the client', () => {
  it('a call with bad input is refused before it is sent', async () => {
    const { transport, sent } = answering('{}');
    const failure = await failureOf(client({ transport }).setRecoverySpeed({ body: { speed: 11 } }));
    expect(failure).toEqual({ kind: 'refused', message: 'body.speed: must be at most 10; got 11' });
    expect(sent).toEqual([]);
  });

  it('a call with an already aborted signal is not sent', async () => {
    const { transport, sent } = answering('{}');
    const call = client({ transport }).listPools({}, { signal: AbortSignal.abort() });
    expect((await failureOf(call)).kind).toBe('cancelled');
    expect(sent).toEqual([]);
  });
});

describe('read-only mode', () => {
  it('read-only mode refuses every write and records none', async () => {
    const { transport, sent } = answering('{}');
    const records: WriteRecord[] = [];
    const api = client({ transport, readOnly: true, onWrite: (record) => records.push(record) });
    const failure = await failureOf(api.createConfigBackup());
    expect(failure.kind).toBe('refused');
    expect(failure.message).toContain('Back up the configuration now');
    expect([sent, records]).toEqual([[], []]);
  });

  it('read-only mode allows reads, even the one that is a POST', async () => {
    const { transport, sent } = answering('[]');
    const api = client({ transport, readOnly: true });
    await api.listPools();
    await api.statFiles({ body: ['/a'] });
    expect(sent).toEqual(['listPools', 'statFiles']);
  });
});

describe('record of a write', () => {
  const write = async (transport: Transport): Promise<WriteRecord[]> => {
    const records: WriteRecord[] = [];
    const api = client({ transport, onWrite: (record) => records.push(record) });
    const params = { serviceId: 1, name: 'iqn.a:b' };
    await api.createIscsiClient({ params, body: { username: 'u', password: 'p' } }).catch(() => undefined);
    await api.listPools().catch(() => undefined);
    return records;
  };

  it('the record of a write names the request without secrets, and its outcome', async () => {
    expect(await write(answering('').transport)).toEqual([
      {
        at: 1005,
        id: 'createIscsiClient',
        method: 'PUT',
        path: '/services/iscsi/1/clients/iqn.a%3Ab',
        input: { params: { serviceId: 1, name: 'iqn.a:b' }, body: { username: 'u', password: MASK } },
        tier: 'disruptive',
        outcome: 'ok',
        status: 200,
        tookMs: 5,
      },
    ]);
  });

  it.each<[Failure | number, WriteRecord['outcome']]>([
    [409, 'failed'],
    [500, 'failed'],
    [504, 'unknown'],
    [{ kind: 'unreachable', message: 'closed' }, 'unknown'],
    [{ kind: 'unreachable', message: 'refused', notSent: true }, 'failed'],
    [{ kind: 'timeout', message: 'slow', afterMs: 1 }, 'unknown'],
    [{ kind: 'cancelled', message: 'stop' }, 'unknown'],
    [{ kind: 'refused', message: 'no token' }, 'failed'],
  ])('after the failure %j the record of a write has the outcome %s', async (end, outcome) => {
    const transport = typeof end === 'number' ? answering('x', { status: end }).transport : failing(end);
    const records = await write(transport);
    expect(records).toEqual([
      expect.objectContaining({ outcome, message: typeof end === 'number' ? 'x' : end.message }),
    ]);
    expect(records[0]?.status).toBe(typeof end === 'number' ? end : undefined);
  });

  it('the record of a write has an unknown outcome if the answer cannot be read', async () => {
    const records: WriteRecord[] = [];
    const api = client({ ...answering('{'), onWrite: (record) => records.push(record) });
    await expect(api.createConfigBackup()).rejects.toThrow(ApiError);
    expect(records).toEqual([expect.objectContaining({ outcome: 'unknown', status: 200 })]);
  });
});

import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { systemClock } from '../../../../src/lib/clock.ts';
import { exchangeHere, requestTgt, type TgtRequest } from '../../../../src/service/ceph/iscsi/tgtControl.ts';

const HEADER = 120;
const folder = mkdtempSync(join(tmpdir(), 'tgt-'));
const socket = join(folder, 'sock');
let server: Server | undefined;
afterEach(async () => {
  await new Promise((resolve) => void (server ? server.close(resolve) : resolve(undefined)));
  server = undefined;
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A tgtd that gives one answer and keeps the requests. */
async function asked(request: TgtRequest, error: number, text: string) {
  let received = Buffer.alloc(0);
  server = createServer((connection) => {
    connection.once('data', (chunk) => {
      received = chunk;
      const answer = Buffer.alloc(8 + text.length);
      answer.writeUInt32LE(error, 0);
      answer.writeUInt32LE(answer.length, 4);
      answer.write(text, 8);
      connection.end(answer);
    });
  });
  await new Promise<void>((resolve) => void server!.listen(socket, resolve));
  const answer = requestTgt(exchangeHere(socket, systemClock()), request);
  return { received: () => received, answer };
}

test('a request has the bytes that tgtadm sends, and resolves with the text of the answer', async () => {
  const { answer, received } = await asked(
    { mode: 'logicalunit', op: 'new', target: 3, lun: 1, params: 'path=rbd/x' },
    0,
    'done\n\0',
  );
  expect(await answer).toBe('done\n');
  const bytes = received();
  expect([0, 4, 72, 76].map((at) => bytes.readInt32LE(at))).toEqual([2, 0, bytes.length, 3]);
  expect(bytes.toString('utf8', 8, 14)).toBe('iscsi\0');
  expect(bytes.readBigInt64LE(88)).toBe(1n);
  expect(bytes.toString('utf8', HEADER)).toBe('path=rbd/x\0');
});

test('a request makes tgtd exit', async () => {
  const { answer, received } = await asked({ mode: 'system', op: 'delete' }, 0, '');
  await answer;
  expect([0, 4].map((at) => received().readUInt32LE(at))).toEqual([0, 1]);
  expect(received()).toHaveLength(HEADER);
});

test('a request that tgtd refuses fails with the reason in a message', async () => {
  const { answer } = await asked({ mode: 'target', op: 'delete', target: 9 }, 4, '');
  await expect(answer).rejects.toThrow('tgtd: no such target (target delete)');
});

test('a request without a running tgtd fails with the reason', async () => {
  await expect(
    requestTgt(exchangeHere(join(folder, 'none'), systemClock()), { mode: 'target', op: 'show' }),
  ).rejects.toThrow(/tgtd cannot be reached/);
});

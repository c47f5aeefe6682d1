import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import type { StorageCall } from '../../../../../src/service/ceph/client/storage.ts';
import { listens, listensFrom } from '../../../../../src/service/ceph/s3/gateway/listens.ts';

test('an address has a listener, has none, or cannot be checked', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  expect(await listens(url)).toBe(true);
  server.close();
  await once(server, 'close');
  expect(await listens(url)).toBe(false);
  expect(await listens('http://gateway.invalid:80')).toBeUndefined();
});

test.each([
  ['http://gateway', { host: 'gateway', port: 80 }],
  ['https://gateway', { host: 'gateway', port: 443 }],
  ['https://gateway:7480', { host: 'gateway', port: 7480 }],
  ['http://[fd00::4]:8080', { host: 'fd00::4', port: 8080 }],
])('the machine of the helper is asked for %s', async (url, address) => {
  const asked: unknown[] = [];
  const from = (answer: boolean | null | Error) =>
    listensFrom((async (...request: unknown[]) => {
      asked.push(request);
      if (answer instanceof Error) throw answer;
      return answer;
    }) as unknown as StorageCall);
  const answers = [true, false, null].map((answer) => from(answer)(url));
  expect(await Promise.all(answers)).toEqual([true, false, undefined]);
  await expect(from(new Error('gone'))(url)).rejects.toThrow('gone');
  expect(asked[0]).toEqual(['host.listens', { ...address, seconds: 0.5 }, { timeoutMs: 2000 }]);
});

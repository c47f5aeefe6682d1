import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { listens } from '../../../../../src/service/ceph/s3/gateway/listens.ts';

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

import { createServer, type AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { portalText, requireFreePortal } from '../../../../src/service/ceph/iscsi/portal.ts';

const ip = '127.0.0.1';

test.each([ip, undefined])(
  'a port on which another program listens is refused (it listens on %s)',
  async (host) => {
    const other = createServer();
    await new Promise<void>((resolve) => void other.listen({ host, port: 0 }, resolve));
    const { port } = other.address() as AddressInfo;
    await expect(requireFreePortal({ ip, port })).rejects.toThrow(`another program listens on ${ip}:${port}`);
    await new Promise((resolve) => void other.close(resolve));
    await requireFreePortal({ ip, port });
  },
);

test('an address that this server does not have is refused', async () => {
  await expect(requireFreePortal({ ip: '192.0.2.1', port: 3260 })).rejects.toThrow(
    'cannot listen on 192.0.2.1',
  );
});

test('an IPv6 address is written in brackets', () => {
  expect(portalText({ ip: '::1', port: 3260 })).toBe('[::1]:3260');
});

import { expect, test } from 'vitest';
import { noServer, refuseForeignAddress, refuseServers } from '../../../src/service/rules/servers.ts';

test('an unknown server is refused by its number', () => {
  expect(noServer(9)).toEqual({
    status: 404,
    message: 'there is no server 9: list the servers to see which exist',
  });
});

test('each server of a service exists and is named only once', () => {
  const known = new Set([1, 2, 3]);
  expect(refuseServers([1, 3], known)).toBeUndefined();
  expect(refuseServers([1, 3, 1], known)).toEqual({
    status: 400,
    message: 'server 1 is listed twice: list each server once',
  });
  expect(refuseServers([1, 9], known)).toMatchObject({
    status: 404,
    message: expect.stringContaining('no server 9') as string,
  });
});

test('an address that a server does not have is refused with the addresses that it has', () => {
  const own = ['10.0.0.1', 'fe80::1'];
  expect(refuseForeignAddress('host1', 'FE80:0::1', own)).toBeUndefined();
  for (const ip of ['10.0.0.9', 'nonsense'])
    expect(refuseForeignAddress('host1', ip, own)).toEqual({
      status: 400,
      message: `${ip} is not configured on host1, which has 10.0.0.1, fe80::1`,
    });
});

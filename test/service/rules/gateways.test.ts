import { expect, test } from 'vitest';
import { addressNotConfigured, refuseNoServers, refuseServers } from '../../../src/service/rules/gateways.ts';

test('each server of a service is there and is named once', () => {
  const known = new Set([1, 2, 3]);
  expect(refuseServers([1, 3], known)).toBeUndefined();
  expect(refuseServers([1, 3, 1], known)).toEqual({
    status: 400,
    message: 'server 1 is named twice: name each server once',
  });
  expect(refuseServers([1, 9], known)).toMatchObject({
    status: 404,
    message: expect.stringContaining('no server 9') as string,
  });
});

test('a service keeps a server', () => {
  expect(refuseNoServers([1])).toBeUndefined();
  expect(refuseNoServers([])?.status).toBe(409);
});

test('the refusal of an address names those that the server has', () => {
  expect(addressNotConfigured('host1', '10.0.0.9', ['10.0.0.1', '10.0.0.2']).message).toBe(
    '10.0.0.9 is not configured on host1, which has 10.0.0.1, 10.0.0.2',
  );
});

import { expect, test } from 'vitest';
import { refuseNoServers } from '../../../src/service/rules/gateways.ts';

test('a service keeps a server', () => {
  expect(refuseNoServers([1])).toBeUndefined();
  expect(refuseNoServers([])?.status).toBe(409);
});

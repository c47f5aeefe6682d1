import { expect, test } from 'vitest';
import {
  notServedYet,
  refuseNoServers,
  serverInGroup,
  serverTaken,
} from '../../../src/service/rules/gateways.ts';

test('a gateway service keeps at least one server', () => {
  expect(refuseNoServers([1])).toBeUndefined();
  expect(refuseNoServers([])?.status).toBe(409);
});

test('a server that another service or an HA group uses is refused, and the refusal names them', () => {
  expect(serverTaken('stor-01', 'NFS', 2).message).toContain('stor-01 is already a gateway of NFS service 2');
  expect(serverInGroup('stor-01', 3).message).toContain('stor-01 is in HA group 3 for NFS');
});

test('a change that the gateway does not serve yet is answered with 503 and all problems', () => {
  expect(notServedYet('the gateway on stor-01', ['no image', 'no portal'])).toEqual({
    status: 503,
    message:
      'saved, but the gateway on stor-01 does not serve it yet, and this service keeps trying: no image; no portal',
  });
});

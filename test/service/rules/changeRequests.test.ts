import { expect, test } from 'vitest';
import {
  mapHasChanged,
  nothingToChange,
  refuseDecision,
  refuseRequest,
} from '../../../src/service/rules/changeRequests.ts';

const waiting = (count: number) => Array.from({ length: count }, () => ({ state: 'PENDING' }));

test('no more than twenty changes of the CRUSH map wait for a decision', () => {
  expect(refuseRequest([...waiting(19), { state: 'APPROVED' }, { state: 'REJECTED' }])).toBeUndefined();
  expect(refuseRequest(waiting(20))).toMatchObject({
    status: 409,
    message: expect.stringContaining('storedeck changes') as string,
  });
});

test('a change request is decided only once', () => {
  expect(refuseDecision(4, { state: 'PENDING' })).toBeUndefined();
  expect(refuseDecision(4, { state: 'REJECTED' })).toEqual({
    status: 409,
    message: 'change request 4 is already rejected',
  });
});

test('a map without changes makes no change request', () => {
  expect(nothingToChange().status).toBe(409);
});

test('a change request that no longer fits the map is refused with the reason', () => {
  expect(mapHasChanged('osd.0 is gone').message).toContain(
    'changed since: osd.0 is gone; reject the request',
  );
});

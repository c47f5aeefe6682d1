import { expect, test } from 'vitest';
import { holdingFlag, noPlaceWithout, refuseHeld } from '../../../src/service/rules/osds.ts';

test.each(['norecover', 'nobackfill', 'norebalance'])('no OSD is drained while %s is set', (flag) => {
  expect(holdingFlag(['noout', flag])).toBe(flag);
  expect(refuseHeld(7, new Set(['noout', flag]))).toEqual({
    status: 409,
    message: `the flag ${flag} is set, so no data would move off osd.7: unset it first`,
  });
});

test('other flags do not prevent the draining of an OSD', () => {
  expect(refuseHeld(7, ['noout', 'noscrub'])).toBeUndefined();
});

test('an OSD without which a pool has too few failure domains stays, and the refusal says what to add', () => {
  expect(noPlaceWithout(1, { pool: 'volumes', size: 3, left: 2, domain: 'rack' })).toEqual({
    status: 409,
    message:
      'without osd.1 the pool volumes would have 2 of the 3 failure domains (rack) that it needs: add an OSD in another rack first',
  });
});

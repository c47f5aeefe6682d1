import { expect, test } from 'vitest';
import { holdingFlag, refuseHeld } from '../../../src/service/rules/osds.ts';

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

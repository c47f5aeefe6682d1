import { expect, test } from 'vitest';
import { noDisk, refuseElsewhere } from '../../../src/service/rules/disks.ts';

test('a disk that does not exist, or is in another server than the given one, is refused', () => {
  expect(noDisk(9).message).toContain('there is no disk 9');
  expect(refuseElsewhere(9, 2, [undefined, 2])).toBeUndefined();
  expect(refuseElsewhere(9, 2, [1, undefined])).toEqual({
    status: 404,
    message: 'disk 9 is not in server 2: list the disks to see where it is',
  });
});

import { expect, test } from 'vitest';
import { noDisk, refuseElsewhere } from '../../../src/service/rules/disks.ts';

test('a disk is refused that is not there, or is not in the server that is named', () => {
  expect(noDisk(9).message).toContain('there is no disk 9');
  expect(refuseElsewhere(9, 2, [undefined, 2])).toBeUndefined();
  expect(refuseElsewhere(9, 2, [1, undefined])).toEqual({
    status: 404,
    message: 'disk 9 is not in server 2: list the disks to see where it is',
  });
});

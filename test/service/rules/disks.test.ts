import { expect, test } from 'vitest';
import { noDisk, notDestroyed, refuseElsewhere } from '../../../src/service/rules/disks.ts';

test('a disk that does not exist, or is in another server than the given one, is refused', () => {
  expect(noDisk(9).message).toContain('there is no disk 9');
  expect(refuseElsewhere(9, 2, [undefined, 2])).toBeUndefined();
  expect(refuseElsewhere(9, 2, [1, undefined])).toEqual({
    status: 404,
    message: 'disk 9 is not in server 2: list the disks to see where it is',
  });
});

test('a new OSD takes over only the id of a destroyed one, and the refusal names those', () => {
  expect(notDestroyed(7, [])).toEqual({
    status: 409,
    message: 'osd.7 is not destroyed: its id is in use (none is)',
  });
  expect(notDestroyed(7, [3, 5]).message).toBe('osd.7 is not destroyed: its id is in use (these are: 3, 5)');
});

import { expect, test } from 'vitest';
import {
  noDisk,
  notDestroyed,
  refuseElsewhere,
  refuseJournalInUse,
  refuseMisplacedOptions,
  refusePartitions,
} from '../../../src/service/rules/disks.ts';

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

test.each([
  [0, '1 to 128, not 0'],
  [1, undefined],
  [128, undefined],
  [129, '1 to 128, not 129'],
])('a journal disk with %i partitions is possible, or refused with the bounds', (count, message) => {
  const refused = refusePartitions(count);
  expect(refused?.status).toBe(message && 400);
  expect(refused?.message ?? '').toContain(message ?? '');
});

test('options of another role are refused, and those of the role are not', () => {
  expect(refuseMisplacedOptions({ journalDisk: 3 }, 'journal')?.message).toContain(
    'journalDisk is for the role osd',
  );
  expect(refuseMisplacedOptions({ partitions: 3 }, 'osd')?.message).toContain(
    'partitions is for the role journal',
  );
  expect(refuseMisplacedOptions({ journalDisk: 3 }, 'osd')).toBeUndefined();
  expect(refuseMisplacedOptions({ partitions: 3 }, 'journal')).toBeUndefined();
});

test('a journal disk is released only when no OSD has its database there', () => {
  expect(refuseJournalInUse('sdb of a', [])).toBeUndefined();
  expect(refuseJournalInUse('sdb of a', [1, 4])).toEqual({
    status: 409,
    message: 'sdb of a holds the journals of osd.1, osd.4: release their disks first',
  });
});

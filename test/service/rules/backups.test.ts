import { expect, test } from 'vitest';
import { noBackup, refuseBackupId, undecryptableBackup } from '../../../src/service/rules/backups.ts';

const ID = '01234567-89ab-cdef-0123-456789abcdef';

test('the id of a backup is a whole UUID in upper or lower case', () => {
  expect([refuseBackupId(ID), refuseBackupId(ID.toUpperCase())]).toEqual([undefined, undefined]);
  for (const wrong of ['', 'latest', ID.slice(1), `${ID}0`, `../${ID}`, '456789abcdef'])
    expect(refuseBackupId(wrong)).toMatchObject({ status: 400 });
});

test('an unknown backup is refused with the ten newest ones', () => {
  const known = Array.from({ length: 12 }, (_, index) => `backup-${index}`);
  expect(noBackup(ID, known)).toMatchObject({
    status: 404,
    message: expect.stringMatching(/the latest are backup-2, .*backup-11$/) as string,
  });
  expect(noBackup(ID, []).message).toMatch(/no backup was created here yet$/);
});

test('a backup that the key does not open changes nothing', () => {
  expect(undecryptableBackup(`backup ${ID}`, 'the key is wrong')).toMatchObject({
    status: 400,
    message: expect.stringContaining('the key is wrong; nothing was changed') as string,
  });
});

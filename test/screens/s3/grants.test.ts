import { expect, test } from 'vitest';
import { grantChecks } from '../../../src/screens/s3/grants.ts';

const owner = { grantee: 'SINGLE_USER', userId: 'alice', permission: 'FullControl' } as const;
const everyone = (permission: string) => ({ grantee: 'ALL_USERS', permission });

test('a grant to everyone gives a warning, and a stronger one if it allows writing', () => {
  expect(grantChecks([owner], [owner, everyone('Read')])).toEqual([
    { level: 'warn', text: 'everyone, without a key gets Read' },
  ]);
  expect(grantChecks([owner], [owner, everyone('Write')])[0]?.text).toMatch(/strangers can change/);
});

test('a grant that was public before gives no warning', () => {
  expect(grantChecks([owner, everyone('Read')], [owner, everyone('Read')])).toEqual([]);
});

test('removing the last full control of a user gives a warning', () => {
  expect(grantChecks([owner], [])).toEqual([
    { level: 'warn', text: 'no user has full control of the bucket any more' },
  ]);
});

test('a user without a name cannot get a grant', () => {
  expect(grantChecks([owner], [owner, { ...owner, userId: '' }])[0]?.level).toBe('block');
});

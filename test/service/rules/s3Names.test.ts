import { expect, test } from 'vitest';
import {
  refuseBucketName,
  refuseKey,
  refuseUserName,
  subuserName,
} from '../../../src/service/rules/s3Names.ts';

test.each(['alice', 'a', 'größe', 'a.b-c_d', 'x'.repeat(128)])('a user can be named %s', (name) => {
  expect(refuseUserName(name, 'the uid')).toBeUndefined();
});

test.each(['', 'a b', 'a:b', 'a$b', 'a/b', 'a\n', '\ud800'])('a user cannot be named %j', (name) => {
  expect(refuseUserName(name, 'the uid')).toEqual({
    status: 400,
    message: 'the uid must be one word without spaces, "/", ":" and "$"',
  });
});

test('a user name has at most 128 characters', () => {
  expect(refuseUserName('x'.repeat(129), 'the uid')?.message).toBe('the uid is longer than 128 characters');
});

test('the uid is removed from the name of a sub-user only if it is that of its own user', () => {
  expect(subuserName('backup', 'restore')).toBe('restore');
  expect(subuserName('backup', 'backup:restore')).toBe('restore');
  expect(subuserName('backup', 'other:restore')).toBe('other:restore');
});

test.each(['abc', 'a-b', 'a.b', '1a2', 'x'.repeat(63)])('a bucket can be named %s', (name) => {
  expect(refuseBucketName(name)).toBeUndefined();
});

test.each(['ab', 'x'.repeat(64), 'Abc', 'a..b', '-ab', 'ab-', 'a_b', '10.0.0.1', 'a/b'])(
  'a bucket cannot be named %s',
  (name) => {
    expect(refuseBucketName(name)?.status).toBe(400);
  },
);

test('a key has at most 1024 bytes of valid Unicode', () => {
  expect(refuseKey('ö'.repeat(512))).toBeUndefined();
  expect(refuseKey(`${'ö'.repeat(512)}x`)?.message).toContain('longer than 1024 bytes');
  expect(refuseKey('\ud800')?.message).toContain('unpaired surrogate');
});

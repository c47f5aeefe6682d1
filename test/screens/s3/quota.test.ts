import { expect, test } from 'vitest';
import {
  quotaUndo,
  isNearlyFull,
  kib,
  quotaCli,
  quotaFields,
  quotaShare,
  quotaText,
  quotaWords,
} from '../../../src/screens/s3/quota.ts';

test.each([
  [{ enabled: true, maxSizeKb: 10 * 1024 * 1024, maxObjects: 5000 }, '10.0 GiB, 5.0k objects'],
  [{ enabled: true, maxSizeKb: 1024, maxObjects: -1 }, '1.0 MiB'],
  [{ enabled: false, maxSizeKb: 1024, maxObjects: -1 }, 'off (1.0 MiB)'],
  [{ enabled: true, maxSizeKb: -1, maxObjects: -1 }, 'none'],
  [{ enabled: true, maxSizeKb: -1 }, 'none'],
  [undefined, '--'],
])('the quota %j allows %s', (quota, text) => {
  expect(quotaText(quota)).toBe(text);
});

test('the fuller of both limits of a quota counts, and none if the quota is off', () => {
  const used = { sizeKb: 50, objects: 9 };
  expect(quotaShare({ enabled: true, maxSizeKb: 100, maxObjects: 10 }, used)).toBe(0.9);
  expect(quotaShare({ enabled: true, maxSizeKb: 100, maxObjects: -1 }, used)).toBe(0.5);
  expect(quotaShare({ enabled: false, maxSizeKb: 1, maxObjects: 1 }, used)).toBeUndefined();
  expect(quotaShare({ enabled: true, maxSizeKb: 0 }, used)).toBe(1);
});

test('the size of a quota is typed in bytes and sent in KiB', () => {
  const read = quotaFields()['body.maxSizeKb']?.read;
  expect(read?.('10G')).toEqual({ value: 10 * 1024 * 1024 });
  expect(read?.('1')).toEqual({ value: 1 });
  expect(read?.('unlimited')).toEqual({ value: -1 });
  expect(read?.('much')).toHaveProperty('problem');
});

test.each([
  [undefined, 'not reported'],
  [{}, 'no quota'],
  [{ enabled: true, maxSizeKb: -1, maxObjects: -1 }, 'no quota'],
  [{ enabled: true, maxSizeKb: 0 }, '0 B'],
  [{ enabled: true, maxObjects: 0 }, '0 objects'],
  [{ enabled: false, maxSizeKb: 1, maxObjects: 2 }, '1.0 KiB, 2 objects, not enforced'],
])('a page tells the quota %j in words: %s', (quota, words) => {
  expect(quotaWords(quota)).toBe(words);
});

test('the used share of a quota without objects is whole, and one without limits has none', () => {
  const used = { sizeKb: 50, objects: 9 };
  expect(quotaShare({ enabled: true, maxObjects: 0 }, used)).toBe(1);
  expect(quotaShare({ enabled: true, maxSizeKb: 1 }, used)).toBe(50);
  expect(quotaShare({ enabled: true, maxObjects: 1 }, used)).toBe(9);
  expect(quotaShare({ enabled: true }, used)).toBeUndefined();
  expect([undefined, 0.89, 0.9, 1.5].map(isNearlyFull)).toEqual([false, false, true, true]);
  expect([undefined, 0, 1, 1024].map(kib)).toEqual(['--', '0 B', '1.0 KiB', '1.0 MiB']);
});

test('the form of a quota begins with the current limits, and a first limit is enforced', () => {
  const initials = (quota?: Parameters<typeof quotaFields>[0]) =>
    Object.values(quotaFields(quota)).map((field) => field?.initial);
  expect(initials()).toEqual(['true', 'unlimited', 'unlimited']);
  expect(initials({ enabled: false, maxSizeKb: -1, maxObjects: -1 })).toEqual([
    'true',
    'unlimited',
    'unlimited',
  ]);
  expect(initials({ enabled: false, maxSizeKb: 2048, maxObjects: -1 })).toEqual(['false', '2M', 'unlimited']);
  expect(initials({ enabled: false, maxObjects: 5 })).toEqual(['false', 'unlimited', '5']);
  expect(initials({ enabled: true, maxSizeKb: 0, maxObjects: 0 })).toEqual(['true', '0', '0']);
  const read = quotaFields()['body.maxObjects']?.read;
  expect([read?.('-1'), read?.('unlimited'), read?.('1.5M'), read?.('')]).toEqual([
    { value: -1 },
    { value: -1 },
    { value: 1_500_000 },
    { value: undefined },
  ]);
  expect(read?.('few')).toHaveProperty('problem');
  expect(quotaFields()['body.maxSizeKb']?.read?.('1025')).toEqual({ value: 2 });
});

test.each([
  [
    { 'body.enabled': true, 'body.maxSizeKb': 5, 'body.maxObjects': 7 },
    'quota set --quota-scope=user --uid=u --max-size=5K --max-objects=7; radosgw-admin quota enable --quota-scope=user --uid=u',
  ],
  [
    { 'body.enabled': false, 'body.maxSizeKb': -1 },
    'quota set --quota-scope=user --uid=u --max-size=-1; radosgw-admin quota disable --quota-scope=user --uid=u',
  ],
  [{ 'body.maxSizeKb': 0 }, 'quota set --quota-scope=user --uid=u --max-size=0K'],
  [{ 'body.maxObjects': -1 }, 'quota set --quota-scope=user --uid=u --max-objects=-1'],
])('the quota %j is set by these commands', (values, commands) => {
  expect(quotaCli('user', 'u', values)).toBe(`radosgw-admin ${commands}`);
});

test.each([
  [{ enabled: true, maxSizeKb: 1024 }, 'set it back to: 1.0 MiB'],
  [{ enabled: false, maxSizeKb: -1 }, 'set it back to: none'],
  [undefined, 'not known: the present quota was not reported'],
])('the undo of a change of the quota %j is told in words', (quota, words) => {
  expect(quotaUndo(quota)).toBe(words);
});

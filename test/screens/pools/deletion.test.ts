import { expect, test } from 'vitest';
import type { Pool } from '../../../src/api/contract/pools.ts';
import { checkRuleDeletion } from '../../../src/screens/crush/checks.ts';
import { checkPoolDeletion, protection } from '../../../src/screens/pools/checks.ts';
import type { CheckInput } from '../../../src/store/answers/preflight.ts';

const POOL: Pool = {
  name: 'vms',
  poolId: 1,
  crushRule: 4,
  application: 'rbd',
  stats: { bytes: 2 ** 40, objects: 1000, readIops: 10, writeIops: 5 },
};
const INPUT: CheckInput = { status: {}, pools: [POOL] };

const level = (checks: readonly { level: string; text: string }[], wanted: string) =>
  checks.filter((check) => check.level === wanted).map(({ text }) => text);

test.each([
  [{ flags_names: 'hashpspool,nodelete' }, true],
  [{ flags_names: 'hashpspool' }, false],
  [[{ flags_names: 'nodelete' }], true],
  [{}, undefined],
  ['nodelete', undefined],
  [null, undefined],
])('the protection of %j is %s', (details, expected) => {
  expect(protection(details)).toBe(expected);
});

const KNOWN = { isProtected: false, images: { count: 3, names: ['a', 'b'] } };

test('a protected pool cannot be deleted, and the dialog shows the lost data and the users of the pool', () => {
  expect(
    level(checkPoolDeletion(POOL, { isProtected: true, images: { count: 0, names: [] } }, INPUT), 'block'),
  ).toHaveLength(1);
  const words = level(checkPoolDeletion(POOL, KNOWN, INPUT), 'warn').join('\n');
  expect(words).toMatch(/3 block images in it.*: a, b and 1 more \(:images vms lists all\)/);
  expect(words).toMatch(/1\.0 TiB in 1\.0k objects are lost for good/);
  expect(words).toMatch(/15 operations this second/);
  expect(level(checkPoolDeletion(POOL, {}, INPUT), 'warn').join('\n')).toMatch(
    /its protection could not be read[^]*which block images it holds could not be read/,
  );
});

test.each<[string, Pool, Parameters<typeof checkPoolDeletion>[1], readonly string[]]>([
  [
    'an empty pool',
    { ...POOL, stats: { objects: 0, bytes: 0 } },
    { isProtected: false, images: { count: 0, names: [] } },
    [
      'ok it holds no block images',
      'ok it stores nothing',
      'ok no client reads or writes it this second',
      'ok NO BLOCKER FOUND',
    ],
  ],
  [
    'a pool whose bytes are not counted',
    { ...POOL, stats: { objects: 0 }, application: 'x' },
    { isProtected: false },
    ['ok it stores nothing', 'ok no client reads or writes it this second', 'ok NO BLOCKER FOUND'],
  ],
  [
    'bytes without objects',
    { ...POOL, stats: { objects: 0, bytes: 1, readIops: 1 }, application: 'x' },
    { isProtected: false },
    ['warn 1 B in 0 objects are lost for good', 'warn clients use it: 1 operations this second'],
  ],
  [
    'one object',
    { ...POOL, stats: { objects: 1, bytes: 0 }, application: 'x' },
    { isProtected: false },
    ['warn 0 B in 1 objects are lost for good', 'ok no client reads or writes it this second'],
  ],
  [
    'unknown contents of S3',
    { application: 'rgw', erasureCoding: true },
    { isProtected: false },
    [
      'warn -- in -- objects are lost for good',
      'warn these depend on it: S3 buckets with their objects, and the HA groups of the S3 gateways',
    ],
  ],
  [
    'one image in chunks',
    { ...POOL, erasureCoding: true },
    { isProtected: true, images: { count: 1, names: ['a'] } },
    [
      'block it is protected from deletion: unprotect it first',
      'warn 1 block image in it, which are deleted with it or prevent the deletion: a',
      'warn 1.0 TiB in 1.0k objects are lost for good',
      'warn these depend on it: block images, and what is mounted or exported from them: virtual machines, iSCSI disks',
      'warn block images of other pools may keep their data in it',
      'warn clients use it: 15 operations this second',
    ],
  ],
])('before a pool is deleted, the checks tell what is in it: %s', (_, pool, knowledge, words) => {
  const found = checkPoolDeletion(pool, knowledge, INPUT);
  expect(found.map((check) => `${check.level} ${check.text}`)).toEqual(words);
});

test('a rule can be deleted only if it is known that no pool uses it', () => {
  const pools = [POOL, { poolId: 7, crushRule: 4 }];
  expect(level(checkRuleDeletion(4, { ...INPUT, pools }), 'block')).toEqual([
    '2 pools placed by it: vms, pool 7; assign them another rule first',
  ]);
  expect(level(checkRuleDeletion(5, INPUT), 'ok')).toContain('no pool uses it');
  expect(level(checkRuleDeletion(undefined, { ...INPUT, pools: [{ poolId: 7 }] }), 'block')).toEqual([]);
  expect(level(checkRuleDeletion(5, { status: {} }), 'warn')).toEqual(['which pools use it is not known']);
});
